#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs in TVM: what TVM's own build for the host computes, against the interpreter.

    test/random_tvm.py [--seed=N] [--count=N] [--jobs=N] [--json]

tirc-random writes the programs with inputs and results (--examples); TVM 0.27 reads each text, builds it and runs it on
the same bytes, in a process of its own.  TVM refuses some programs; they are counted by the first words of its reason.
A difference is printed, with the seed that makes the program again.  Without TVM (build/.venv-tvm, or the Python that
TIRC_TVM names) the exit code is 77."""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import progress

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Threads are a GPU's, what is called is not in TVM's process, TVM builds no private function with buffers, and its
# callers keep parameters 64 bytes apart.  It computes with floats as with real numbers: x - x is 0, whatever x is.
WITHOUT = "call,extern,launch,overlap,float,half,double"
PIECE = 64


def tvm_python():
    for python in (os.environ.get("TIRC_TVM"), ROOT / "build/.venv-tvm/bin/python"):
        if python and pathlib.Path(python).exists():
            return python
    return None


def piece(python, tool, seed, count):
    """(verdicts: {seed: [word, text]}, features) of some programs."""
    with tempfile.TemporaryDirectory(prefix="tirc-random-tvm-") as folder:
        made = subprocess.run([tool, f"--seed={seed}", f"--count={count}", f"--without={WITHOUT}", f"--examples={folder}",
                               "--failures=1000000", "--json"], capture_output=True, text=True, check=False)
        features = json.loads(made.stdout.strip().splitlines()[-1])["features"]
        done = subprocess.run([python, ROOT / "test/random/in_tvm.py", folder], capture_output=True, text=True,
                              errors="replace", check=False)
        if done.returncode:
            raise RuntimeError(done.stderr[-500:])
        return json.loads(done.stdout.strip().splitlines()[-1]), features


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=256)
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--json", action="store_true", help="the last line is a record for test/evidence.py")
    p.add_argument("--random", default=ROOT / "build/release/bin/tirc-random", help="the program tirc-random")
    progress.add_option(p)
    o = p.parse_args()
    python = tvm_python()
    if not python:
        print("skipped: there is no TVM 0.27")
        return 77
    pieces = [(s, min(PIECE, o.seed + o.count - s)) for s in range(o.seed, o.seed + o.count, PIECE)]
    words, reasons, features = collections.Counter(), collections.Counter(), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for verdicts, used in progress.over(pool.map(lambda each: piece(python, o.random, *each), pieces), len(pieces), o.progress):
            features.update(used)
            for seed, (word, text) in sorted(verdicts.items(), key=lambda v: int(v[0])):
                words[word] += 1
                if word == "refused":
                    reasons[text] += 1
                elif word == "differs":
                    print(f"FAILED seed {seed}: {text}", flush=True)
    if o.json:
        print(json.dumps({"programs": words["same"] + words["differs"], "refused": words["refused"],
                          "features": features}))
        return 0
    for reason, n in reasons.most_common():
        print(f"{n:6} TVM: {reason}")
    print(f"{words['same']} programs give the same in TVM, {words['differs']} do not, TVM refuses {words['refused']}")
    return 1 if words["differs"] else 0


if __name__ == "__main__":
    sys.exit(main())
