"""How fast the nets learn, in PyTorch and in Tabula: the same layers, the same batch, Adam, one thread, in turns within one run.

    cargo build --release -p tabula-nn --example speed
    python benches/pytorch/speed.py [--seconds 3] [--rounds 3] [--batch 256] [NET ...]

Samples per second of processor time, so that other programs on the machine count less; and the ratio, ours to theirs.
"""

import argparse
import pathlib
import subprocess
import time

import torch
from nets import NETS, build
from torch.nn import functional as F

ROOT = pathlib.Path(__file__).resolve().parents[2]
BATCHES = 8


def theirs(text, batch, seconds):
    torch.manual_seed(1)
    net, shape = build(text)
    net.train()
    optimiser = torch.optim.Adam(net.parameters(), lr=1e-4)
    inputs = [torch.randn(batch, *shape) for _ in range(BATCHES)]

    def loss(name, said):
        if name == "policy" or (name is None and said.shape[1] > 1):
            return F.cross_entropy(said, torch.arange(batch) % said.shape[1])
        return F.mse_loss(said, torch.ones_like(said))

    def step(number):
        said = net(inputs[number % BATCHES])
        optimiser.zero_grad(set_to_none=True)
        total = sum(loss(*item) for item in said.items()) if isinstance(said, dict) else loss(None, said)
        total.backward()
        optimiser.step()

    for number in range(2):
        step(number)
    begun, before, steps = time.monotonic(), time.process_time(), 0
    while time.monotonic() - begun < seconds:
        step(steps)
        steps += 1
    return steps * batch, time.process_time() - before


def ours(program, text, batch, seconds):
    said = subprocess.run([program, text, str(batch), str(seconds)], capture_output=True, text=True, check=True)
    _, samples, _, cpu = said.stdout.split()
    return int(samples), float(cpu)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("nets", nargs="*", metavar="NET", help=f"of {', '.join(NETS)}; all unless named")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--program", default=ROOT / "target/release/examples/speed")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    print(f"PyTorch {torch.__version__}, batch {arguments.batch}, one thread; samples per CPU second")
    print(f"{'net':<10} {'PyTorch':>10} {'Tabula':>10} {'ratio':>6}")
    for name in arguments.nets or NETS:
        sums = [[0, 0.0], [0, 0.0]]
        for _ in range(arguments.rounds):
            for sum_, (samples, cpu) in (
                (sums[0], theirs(NETS[name], arguments.batch, arguments.seconds)),
                (sums[1], ours(arguments.program, NETS[name], arguments.batch, arguments.seconds)),
            ):
                sum_[0] += samples
                sum_[1] += cpu
        their, our = (samples / max(cpu, 1e-9) for samples, cpu in sums)
        print(f"{name:<10} {their:>10.0f} {our:>10.0f} {our / their:>6.2f}", flush=True)


if __name__ == "__main__":
    main()
