#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""never_slower.py --tirc=FILE --packets=FILE [--every=N] [--self-test]: at -O3 for Hexagon no kernel of a sample is slower than it is without
vectors (--lanes=0), without CSE (--no-cse), and as LLVM alone makes it (--no-cse --no-loops), by more than 1 % and 8 packets.

The sample is 60 kernels made from seeds (bench/neighbours.py), some of the benchmark and some of the corpus: 100 in all.  Their packets are those
that are read from their objects (backend/); kernels of which a trip count is not known are passed over, and counted.
--every=N takes each N-th of them.  --self-test: a kernel whose vectors do not pay, with vectors forced on it, is told."""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench"))
import neighbours  # noqa: E402

WAYS = {"without vectors": ["--lanes=0"], "without CSE": ["--no-cse"], "by LLVM alone": ["--no-cse", "--no-loops"]}
MADE, SEED, FEW_KNOWN = 60, 2000, 50
# Of those that are not longer than so many bytes each third, so that it is quick.
OTHERS = [("bench/kernels/*/*.py", 1600, 3, 24), ("test/corpus/*/lowered.py", 1400, 3, 16)]
SEVENTHS = """# from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def sevenths(A: T.Buffer((64, 16), "int32"), O: T.Buffer((64, 9), "int32")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(64, 9):
        O[y, x] = A[y, x] * A[63 - y, x] // 7 * A[y, x + 1]
"""


def sample(folder):
    """The texts, by their names."""
    for seed in range(SEED, SEED + MADE):
        name, text = neighbours.kernel_of(seed)
        (folder / f"{name}.py").write_text(text)
        yield name, folder / f"{name}.py"
    for pattern, longest, step, most in OTHERS:
        short = [p for p in sorted(ROOT.glob(pattern)) if p.stat().st_size <= longest and "gpu" not in str(p)]
        for p in short[::step][:most]:
            yield str(p.relative_to(ROOT)), p


def packets(o, source, symbol, words, temp):
    """The packets of a call, or None: a trip count is not known; or a sentence, if it cannot be compiled."""
    obj = temp / "kernel.o"
    done = subprocess.run([o.tirc, "--target=hexagon", "-O3", *words, f"--function={symbol}", source, "-c", "-o", obj],
                          capture_output=True, text=True, check=False, timeout=600)
    if done.returncode:
        return (done.stderr.splitlines() or ["no message"])[0]
    told = subprocess.run([o.packets, obj, symbol], capture_output=True, text=True, check=True, timeout=600).stdout.split()
    return None if int(told[4]) else float(told[0]) + float(told[1])


def is_slower(ours, other):
    return ours > other * neighbours.WORSE and ours > other + neighbours.FEW


def compare(o, name, source, temp, words=()):
    """(is every count known?, sentences)."""
    symbol = re.search(r"^ *def (\w+)\(", source.read_text(), re.M)[1]
    ours = packets(o, source, symbol, words, temp)
    if not isinstance(ours, float):
        return False, [f"{name}: {ours}"] if ours else []
    found = {way: packets(o, source, symbol, options, temp) for way, options in WAYS.items()}
    slower = [f"{name}: {ours:.0f} packets, {way} {n:.0f}" for way, n in found.items() if isinstance(n, float) and is_slower(ours, n)]
    return all(isinstance(n, float) for n in found.values()), slower


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    p.add_argument("--tirc", required=True)
    p.add_argument("--packets", required=True)
    p.add_argument("--every", type=int, default=1)
    p.add_argument("--self-test", action="store_true")
    o = p.parse_args()
    known, wrong, n = 0, [], 0
    with tempfile.TemporaryDirectory(prefix="tirc-slower-") as t:
        temp = pathlib.Path(t)
        if o.self_test:
            (temp / "sevenths.py").write_text(SEVENTHS)
            forced = compare(o, "sevenths", temp / "sevenths.py", temp, ["--lanes=all", "--try-versions=0"])[1]
            plain = compare(o, "sevenths", temp / "sevenths.py", temp)[1]
            print("forced vectors are told" if forced and not plain else f"forced: {forced}, by default: {plain}")
            return 0 if forced and not plain else 1
        for name, source in list(sample(temp))[::o.every]:
            all_known, slower = compare(o, name, source, temp)
            n, known, wrong = n + 1, known + all_known, wrong + slower
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{n} kernels, of {known} all counts are known; {len(wrong)} slower than another way")
    return 1 if wrong or known < FEW_KNOWN // o.every or n < 100 // o.every else 0


if __name__ == "__main__":
    sys.exit(main())
