#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command and the plugin hand LLVM the same IR for the same options, over the corpus.

    test/parity.py [--tirc=FILE] [--plugin=FILE] [--opt=FILE] [--every=N] [--turns=N] [GLOB...]

Of each text the IR that stands in front of LLVM's own passes is made by both (tirc --after=lower; opt with
nothing but tir-lower) for the host and for Hexagon with HVX, at -O0 to -O3, and compared.  The module that the
plugin is given holds one function of the target, which is taken out of its answer again.  A text that one
refuses the other must refuse with the same first error.  --turns=N: a text takes one in N of these ways, the next text the ones behind
those: each way is taken for as many texts."""
import argparse
import collections
import concurrent.futures
import fnmatch
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEXTS = ["test/corpus/*/lowered.py", "bench/kernels/*/*.py"]
Case = collections.namedtuple("Case", "target level words params flags", defaults=([], [], []))
HVX = ["-hexagon-autohvx", "-vectorize-slp=false"]  # what the command sets for itself
# The plugin tries versions only where a parameter names the processor (test/lit/plugin/try-versions.py).
ONE = ["--try-versions=0"]
CASES = [Case(target, level, ONE) for target in ("host", "hexagon") for level in range(4)] + [
    Case("hexagon", 2, ["-fno-vectorize"], ["no-vectorize"]),
    Case("hexagon", 3, ONE, [], HVX),
    Case("host", 2, ["--no-cse", "--no-loops"], ["no-cse", "no-loops"]),
    Case("hexagon", 2, ["--cse-profile=host", "--unroll-and-jam=4"], ["profile=host", "unroll-and-jam=4"]),
    Case("hexagon", 2, ["--no-promote-scalars"], ["no-promote-scalars"]),
]
DONOR = "parity_donor"
LINE = re.compile(r"^(; ModuleID|source_filename)")


class Differ(Exception):
    pass


def run(words):
    p = subprocess.run([str(w) for w in words], capture_output=True, text=True, timeout=600)
    found = re.search(r"error: (?:.*?\.py:\d+:\d+: )?(.*)", p.stderr)
    return p.stdout, (found[1] if found else p.stderr.strip()) if p.returncode else None


def without_donor(text):
    """The IR without the function that was there before, and without the module's name.  A group of attributes is
    written where it is used: its number depends on who else has one."""
    groups = dict(re.findall(r"^attributes (#\d+) = (.*)$", text, flags=re.M))
    text = re.sub(r"^attributes #\d+ = .*$\n?", "", text, flags=re.M)
    text = re.sub(r"(?<=[ )])#\d+\b", lambda m: groups.get(m[0], m[0]), text)
    text = re.sub(r"\n?define [^\n]*@" + DONOR + r"\(.*?\n}\n", "", text, flags=re.S)
    return [line for line in text.split("\n") if line and not LINE.match(line)]


def donor(o, target, folder):
    """A module of the target's that says so, as the command would make it."""
    text = folder / "donor.py"
    text.write_text("from tvm.script import tirx as T\n@T.prim_func\n"
                    f"def {DONOR}(A: T.Buffer((4,), \"int32\")):\n    A[0] = 1\n")
    made, error = run([o.tirc, *command_words(target), "-O0", "--emit=ll", text])
    if error:
        sys.exit(f"the donor is refused: {error}")
    path = folder / f"{target}.ll"
    path.write_text(made)
    return path


def command_words(target):
    return [f"--target={target}"]


def compare(o, file, case, donors):
    ours, error = run([o.tirc, *command_words(case.target), f"-O{case.level}", *case.words,
                       "--emit=ll", "--after=lower", "-w", file, "-o", "-"])
    params = ";".join([f"file={file}", f"O{case.level}", *case.params])
    theirs, other = run([o.opt, f"-load-pass-plugin={o.plugin}", *case.flags,
                         f"-passes=tir-lower<{params}>", "-S", donors[case.target], "-o", "-"])
    if error or other:
        if error != other:
            raise Differ(f"the command: {error or 'compiled'}; the plugin: {other or 'compiled'}")
        return False
    a, b = without_donor(ours), without_donor(theirs)
    if a != b:
        at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
        raise Differ(f"the command: {''.join(a[at:at + 1])[:150]!r}; the plugin: {''.join(b[at:at + 1])[:150]!r}")
    return True


def check(o, k, file, donors):
    """What is wrong with text number k, a line each, and how many comparisons there were."""
    wrong, n = [], 0
    for case in CASES[k % o.turns::o.turns]:
        try:
            n += compare(o, file, case, donors)
        except (Differ, subprocess.TimeoutExpired) as e:
            wrong.append(f"{file}: {case.target} -O{case.level} {' '.join(case.words)}: {e}")
    return wrong, n


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tirc", default=str(ROOT / "build/release/bin/tirc"))
    p.add_argument("--plugin", default=str(ROOT / "build/release/lib/tirc-plugin.so"))
    p.add_argument("--opt", default="opt-22")
    p.add_argument("--every", type=int, default=1)
    p.add_argument("--turns", type=int, default=1)
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("globs", nargs="*", default=["*"])
    o = p.parse_args()
    files = sorted(f for text in TEXTS for f in ROOT.glob(text))
    files = [f for f in files if any(fnmatch.fnmatch(str(f), f"*{g}*") for g in o.globs)][::o.every]
    wrong, n = [], 0
    with tempfile.TemporaryDirectory() as temp, concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        donors = {t: donor(o, t, pathlib.Path(temp)) for t in ("host", "hexagon")}
        for w, k in pool.map(lambda f: check(o, *f, donors), enumerate(files)):
            wrong += w
            n += k
    print("\n".join(wrong), end="\n" if wrong else "")
    print(f"{len(files)} texts, {n} modules compared, {len(wrong)} differ")
    return 1 if wrong or not n else 0


if __name__ == "__main__":
    sys.exit(main())
