# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs on Hexagon as in the interpreter: what the tests that make them share.

A test hands main() a function of the seed that returns the program's text, its arrays by name, and the
scalars of each run as words (name=value).  The first of RUNS is what the others have to agree with in
all buffers of `saved`, to the bit; each runs at the levels where LLVM does something else."""
import argparse
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy

import progress

RUNS = [("interp", ["--run=interp", "-O0"]), ("hexagon", ["--run=hexagon", "-O2", "--align=128"]),
        ("hexagon-no-cse", ["--run=hexagon", "-O3", "--no-cse", "--no-loops"]), ("hexagon-O0", ["--run=hexagon", "-O0"])]


def execute(o, folder, options, words, saved):
    """The saved buffers after a run; what went wrong is a string."""
    done = subprocess.run([o.tirc, *options, folder / "main.py", *words, f"--save={folder / 'out'}"],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        return done.stderr[:500]
    return {b: numpy.load(folder / "out" / f"{b}.npy") for b in saved}


def wrong(o, folder, made, saved):
    """What is wrong with a program, or None."""
    text, arrays, scalars = made
    folder.mkdir()
    (folder / "main.py").write_text(text, encoding="utf-8")
    for name, v in arrays.items():
        numpy.save(folder / f"{name}.npy", v)
    given = [f"{name}=@{folder}/{name}.npy" for name in arrays]
    for words in scalars:
        first = None
        for name, options in RUNS:
            got = execute(o, folder, options, given + words, saved)
            if isinstance(got, str):
                return f"{name}: {got}"
            first = first or got
            for b, v in got.items():
                at = numpy.nonzero(first[b] != v)[0]
                if len(at):
                    return f"{' '.join([name, *words])}: {len(at)} elements of {b} differ, the first at {at[0]}"
    return None


def main(doc, make, saved, count=40):
    p = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--tirc", required=True)
    p.add_argument("--count", type=int, default=count)
    p.add_argument("--seed", type=int, default=0)
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--keep", help="a folder for the programs that fail")
    progress.add_option(p)
    o = p.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(o.jobs) as pool:
        seeds = range(o.seed, o.seed + o.count)
        results = pool.map(lambda s: wrong(o, Path(folder) / str(s), make(s), saved), seeds)
        for seed, why in zip(seeds, progress.over(results, o.count, o.progress)):
            if not why:
                continue
            failed += 1
            print(f"seed {seed}: {why}")
            if o.keep:
                (Path(o.keep) / f"{Path(sys.argv[0]).stem}-{seed}.py").write_text(make(seed)[0], encoding="utf-8")
    print(f"{o.count} programs, {failed} failed")
    sys.exit(failed > 0)
