"""Nets from PyTorch to Tabula and back: the same outputs within 1e-4, and a net of PyTorch's plays chess.

    cargo build --release -p tabula-nn --example outputs && cargo build --release
    python benches/pytorch/roundtrip.py [NET.safetensors ...]

NETs are files of Tabula, which PyTorch is to load; without any, the one that is built in (nets/).
"""

import argparse
import pathlib
import subprocess
import tempfile

import torch
from nets import NETS, build, load, save

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = 64
CLOSE = 1e-4


def inputs(shape):
    """Boards of men rather than noise: mostly 0, some 1 and -1."""
    return torch.randint(-3, 4, (SAMPLES, *shape)).float().clamp(-3, 3).div(3).trunc()


def compare(name, net, shape, place, program):
    net.eval()
    samples = inputs(shape)
    with torch.no_grad():
        said = net(samples)
    theirs = torch.cat([said[head] for head in said], 1) if isinstance(said, dict) else said
    with tempfile.NamedTemporaryFile() as file:
        file.write(samples.numpy().astype("<f4").tobytes())
        file.flush()
        run = subprocess.run([program, place, file.name], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    ours = torch.tensor([[float(word) for word in line.split()] for line in run.stdout.splitlines()])
    apart = (ours - theirs).abs().max().item()
    assert apart < CLOSE, f"{name}: {apart}"
    print(f"{name}: {SAMPLES} samples of {theirs.shape[1]} outputs, at most {apart:.1e} apart")


def shaken(text):
    """A net whose normalisations have seen something, so that they are part of what is compared."""
    net, shape = build(text)
    net.train()
    for _ in range(5):
        net(inputs(shape))
    return net, shape


def play(place, program):
    orders = f"""uci
setoption name SearchAlgorithm value alphabeta-ordered
setoption name ModelFile value {place}
setoption name Heuristic value NeuralNetwork
position startpos moves e2e4
go depth 2
"""
    process = subprocess.Popen([program, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    process.stdin.write(orders)
    process.stdin.flush()
    for line in process.stdout:
        assert not line.startswith("info string"), line
        if line.startswith("bestmove"):
            break
    process.communicate("quit\n")
    return line.split()[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("nets", nargs="*", type=pathlib.Path, default=[ROOT / "nets/beast-model1.safetensors"])
    parser.add_argument("--outputs", default=ROOT / "target/release/examples/outputs")
    parser.add_argument("--tabula", default=ROOT / "target/release/tabula")
    arguments = parser.parse_args()
    torch.manual_seed(7)
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in NETS.items():
            net, shape = shaken(text)
            place = f"{folder}/{name}.safetensors"
            chess = name.startswith("model")
            save(net, place, "chess" if chess else "go9", "beast" if chess else "shape", text)
            compare(f"{name}, from PyTorch", net, shape, place, arguments.outputs)
            if chess:
                print(f"{name}, from PyTorch: plays {play(place, arguments.tabula)} after e2e4")
    for place in arguments.nets:
        net, shape = load(place)
        compare(f"{place}, from Tabula", net, shape, str(place), arguments.outputs)


if __name__ == "__main__":
    main()
