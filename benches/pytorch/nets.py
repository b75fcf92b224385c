"""Nets of Tabula in PyTorch: a module from the text that describes the layers (docs/networks.md), files from and to both."""

import re

import torch
from safetensors import safe_open
from safetensors.torch import save_file
from torch import nn

CONVOLUTIONS = (
    "7x8x8: conv 128 3x3 valid, norm, relu, conv 256 3x3 valid, norm, relu, flatten, dense 256, relu, dropout 0.5"
)
BLOCK = "residual (conv 64 3x3 nobias, norm, relu, conv 64 3x3 nobias, norm), relu"
POOLED = (
    "residual (conv 64 3x3 nobias, norm, relu, residual (global both, dense 64), conv 64 3x3 nobias, norm), relu"
)
# The nets that are measured: the three models of chess, the thesis' net of Go, and one of six blocks of 64 planes.
NETS = {
    "model1": "7x8x8: flatten, dense 256, norm, relu, dropout 0.3, dense 128, norm, relu, dropout 0.3, "
    "dense 32, norm, relu, dropout 0.3, dense 1",
    "model2": f"{CONVOLUTIONS}, dense 1",
    "model3": f"{CONVOLUTIONS}, dense 7",
    "go-thesis": "10x9x9: conv 32 3x3, relu, conv 64 3x3, relu, conv 128 3x3, relu, "
    "heads policy (conv 8 1x1, relu, flatten, dense 256, relu, dense 82) "
    "value (conv 4 1x1, relu, flatten, dense 128, relu, dense 64, relu, dense 1, tanh)",
    "go-6x64": "11x9x9: conv 64 3x3 nobias, norm, relu, "
    + ", ".join([BLOCK, POOLED] * 3)
    + ", heads policy (conv 8 1x1, relu, flatten, dense 82) "
    "value (conv 4 1x1, relu, flatten, dense 64, relu, dense 1, tanh)",
}


class Residual(nn.Sequential):
    def forward(self, x):
        y = super().forward(x)
        return x + (y if y.shape == x.shape else y.reshape(*y.shape, 1, 1))


class Heads(nn.ModuleDict):
    def forward(self, x):
        return {name: head(x) for name, head in self.items()}


class Pooled(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.kind = kind

    def forward(self, x):
        parts = {"average": [x.mean((2, 3))], "max": [x.amax((2, 3))]}
        return torch.cat(parts["average"] + parts["max"], 1) if self.kind == "both" else parts[self.kind][0]


PLAIN = {
    "relu": nn.ReLU,
    "sigmoid": nn.Sigmoid,
    "tanh": nn.Tanh,
    "softplus": nn.Softplus,
    "swish": nn.SiLU,
    "linear": nn.Identity,
    "softmax": lambda: nn.Softmax(1),
    "flatten": nn.Flatten,
}


def split(text):
    """The parts of a text between commas outside brackets."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return parts + [text[start:].strip()]


def brackets(text):
    """The words before brackets, with what is inside: `name (..) name (..)`."""
    found, depth, start, word = [], 0, 0, ""
    for at, letter in enumerate(text):
        if letter == "(":
            if depth == 0:
                word, start = text[start:at].strip(), at + 1
            depth += 1
        elif letter == ")":
            depth -= 1
            if depth == 0:
                found.append((word, text[start:at]))
                start = at + 1
    return found


def layer(text, shape):
    """A layer, and the shape behind it."""
    words = text.split()
    match words:
        case ["dense", out, *rest]:
            return nn.Linear(shape[0], int(out), bias="nobias" not in rest), (int(out),)
        case ["conv", out, size, *rest]:
            rows, columns = map(int, size.split("x"))
            padding = 0 if "valid" in rest else "same"
            module = nn.Conv2d(shape[0], int(out), (rows, columns), padding=padding, bias="nobias" not in rest)
            inside = (shape[1] - rows + 1, shape[2] - columns + 1) if padding == 0 else shape[1:]
            return module, (int(out), *inside)
        case ["norm"]:
            return (nn.BatchNorm2d if len(shape) == 3 else nn.BatchNorm1d)(shape[0]), shape
        case ["dropout", share]:
            return nn.Dropout(float(share)), shape
        case ["maxpool" | "avgpool" as kind, size]:
            module = (nn.MaxPool2d if kind == "maxpool" else nn.AvgPool2d)(int(size))
            return module, (shape[0], shape[1] // int(size), shape[2] // int(size))
        case ["global", kind]:
            return Pooled(kind), (shape[0] * (2 if kind == "both" else 1),)
        case ["leaky", slope]:
            return nn.LeakyReLU(float(slope)), shape
        case ["elu", alpha]:
            return nn.ELU(float(alpha)), shape
        case ["flatten"]:
            return nn.Flatten(), (torch.Size(shape).numel(),)
        case ["residual", *_]:
            return Residual(*layers(brackets(text)[0][1], shape)[0]), shape
        case ["heads", *_]:
            parts = brackets(text.removeprefix("heads").strip())
            return Heads({name: nn.Sequential(*layers(inner, shape)[0]) for name, inner in parts}), None
        case [name]:
            return PLAIN[name](), shape
    raise ValueError(f"no layer: {text}")


def layers(text, shape):
    modules = []
    for part in split(text):
        module, shape = layer(part, shape)
        modules.append(module)
    return modules, shape


def build(text):
    """The net that a text describes, and the shape of a sample."""
    head, rest = re.sub(r"\s+", " ", text).split(":", 1)
    shape = tuple(map(int, head.split("x")))
    return nn.Sequential(*layers(rest.strip(), shape)[0]), shape


def save(net, place, game, planes, text):
    """Writes a net as a file of Tabula."""
    header = f"format 1\ngame {game}\nrun from PyTorch\nplanes {planes}\nlayers {text}"
    weights = {name: t.contiguous() for name, t in net.state_dict().items() if not name.endswith("num_batches_tracked")}
    save_file(weights, place, metadata={"tabula": header})


def load(place):
    """The net of a file of Tabula, and the shape of a sample."""
    with safe_open(place, framework="pt") as file:
        lines = dict(line.split(" ", 1) for line in file.metadata()["tabula"].splitlines())
        net, shape = build(lines["layers"])
        net.load_state_dict({name: file.get_tensor(name).float() for name in file.keys()}, strict=False)
        missing = [name for name in net.state_dict() if not name.endswith("num_batches_tracked") and name not in file.keys()]
        assert not missing, f"the file lacks {missing}"
    return net, shape
