#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many names --cse-profile=tvm gives, beside TVM 0.27's own pass, over the corpus.

    test/tvm_names.py [--tirc=FILE] [-v] [GLOB...]

meta.json of a kernel has how many variables TVM's pass introduced.  Where ours are another number, a line of
tvm_names.tsv has both and the reason; a line that is no longer true fails the run, and so does a difference
without a line."""
import argparse
import concurrent.futures
import fnmatch
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
REASONS = HERE / "tvm_names.tsv"


def reasons():
    lines = [line.split("\t") for line in REASONS.read_text().splitlines() if line and not line.startswith("#")]
    return {name: (int(ours), int(theirs), why) for name, ours, theirs, why in lines}


def names(tirc, text):
    plan = subprocess.run([tirc, "--emit=plan", "-O2", "--legalize=none", "--cse-profile=tvm", text], capture_output=True, text=True,
                          timeout=300, check=True).stdout
    return sum(map(int, re.findall(r"^\w+: (\d+) new name", plan, re.M)))


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tirc", default=str(HERE.parent / "build/release/bin/tirc"))
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("-v", action="store_true", help="every difference")
    p.add_argument("globs", nargs="*")
    o = p.parse_args()
    metas = [m for m in sorted((HERE / "corpus").glob("*/meta.json"))
             if any(fnmatch.fnmatch(m.parent.name, g) for g in o.globs or ["*"])]
    theirs = {m.parent.name: json.loads(m.read_text())["cse_bindings"] for m in metas}
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        ours = dict(zip(theirs, pool.map(lambda m: names(o.tirc, m.parent / "lowered.py"), metas)))
    known, bad = reasons(), []
    for name, n in theirs.items():
        line = known.get(name)
        if o.v and ours[name] != n:
            print(f"{name}\t{ours[name]}\t{n}")
        if ours[name] == n and line:
            bad.append(f"{name}: both have {n} names; tvm_names.tsv says {line[0]} and {line[1]}")
        elif ours[name] != n and (not line or line[:2] != (ours[name], n)):
            bad.append(f"{name}: {ours[name]} names, TVM's pass {n}; tvm_names.tsv "
                       f"{'has no line' if not line else f'says {line[0]} and {line[1]}'}")
    same = sum(ours[n] == theirs[n] for n in theirs)
    print(f"{same} of {len(theirs)} kernels have as many names as TVM's pass gives; {len(theirs) - same} have a reason"
          if not bad else "\n".join(bad))
    return 1 if bad or not theirs else 0


if __name__ == "__main__":
    sys.exit(main())
