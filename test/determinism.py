#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The same input gives the same bytes, wherever and however the command is run.

    test/determinism.py [--tirc=FILE] [--runs=4] [--every=16] [--jobs=2] [GLOB...]

Each run of a kernel of test/corpus has another environment: locale, time zone, size of the environment
(it moves the stack), what malloc leaves in its memory, working folder, and addresses randomised or not
(setarch -R, where it is allowed).  Compared are the printed program, the plan, what --explain says, the
remarks file, LLVM IR and the objects of host and Hexagon.  --every=N takes each N-th kernel, and those that need it."""
import argparse
import concurrent.futures
import fnmatch
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile

import corpus

OUTPUTS = {
    "tir": ["--emit=tir", "--cse-profile=host"],
    "tir -g": ["--emit=tir", "--cse-profile=size", "-g"],
    "plan": ["--emit=plan", "--cse-profile=host"],
    "explain": ["--emit=tir", "--cse-profile=host", "--explain", "--pass-remarks-output=remarks.yml"],
    "ll": ["--emit=ll", "-O2"],
    "obj": ["-c", "-O2"],
    "hexagon": ["-c", "-O2", "-g", "--target=hexagon"],
}
ALWAYS = ["ms_conv2d_nhwc_0"]  # a function so long that LLVM's memory for it lies here and there
LOCALES = ["C", "C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8", "ja_JP.eucJP"]
ZONES = ["UTC", "Asia/Kathmandu", "America/New_York"]


def fixed_addresses():
    """The words that switch randomisation off, if that is allowed here."""
    words = ["setarch", "-R"]
    try:
        return words if subprocess.run([*words, "true"], capture_output=True).returncode == 0 else []
    except OSError:
        return []


def environment(run):
    """Of the run with this number."""
    locale = LOCALES[run % len(LOCALES)]
    kept = {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS") or k == "PATH"}
    return {**kept, "LC_ALL": locale, "LANG": locale, "TZ": ZONES[run % len(ZONES)],
            "MALLOC_PERTURB_": str(37 * run % 256), "MALLOC_ARENA_MAX": str(1 + run % 3),
            "PADDING": "x" * (531 * run % 70000)}


def digest(*parts):
    h = hashlib.sha256()
    for part in parts:
        h.update(len(part).to_bytes(8, "little") + part)
    return h.hexdigest()


def one(tirc, source, options, run, fixed):
    """What a run gives: its exit code and the digest of everything it writes."""
    words = fixed if run % 2 else []
    with tempfile.TemporaryDirectory(prefix="tirc-determinism-" + "d" * (run % 50)) as folder:
        # The name of the output file stands in no output; that of the input does, and where it was compiled with -g.
        place = [f"-fdebug-prefix-map={folder}=."] if "-g" in options else []
        done = subprocess.run([*words, tirc, *options, *place, "-o", "output", source], cwd=folder, env=environment(run),
                              capture_output=True, timeout=300)
        written = sorted(pathlib.Path(folder).iterdir())
        return done.returncode, digest(done.stdout, done.stderr, *(f.read_bytes() for f in written))


def check(tirc, source, runs, fixed):
    """Which outputs differ between the runs."""
    wrong = []
    for name, options in OUTPUTS.items():
        first = one(tirc, source, options, 0, fixed)
        for run in range(1, runs):
            if one(tirc, source, options, run, fixed) != first:
                wrong.append(f"{source.parent.name}: {name} differs in run {run}")
                break
    return wrong


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tirc", default=str(corpus.ROOT / "build/release/bin/tirc"))
    p.add_argument("--runs", type=int, default=4)
    p.add_argument("--every", type=int, default=16)
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("globs", nargs="*", help="names of kernels; default: all")
    o = p.parse_args()
    named = [f / "lowered.py" for f in corpus.folders("repository")
             if any(fnmatch.fnmatch(f.name, g) for g in o.globs or ["*"])]
    chosen = [f for i, f in enumerate(named) if not i % o.every or f.parent.name in ALWAYS]
    fixed, tirc = fixed_addresses(), os.path.abspath(o.tirc)
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        wrong = [w for part in pool.map(lambda s: check(tirc, s, o.runs, fixed), chosen) for w in part]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{len(chosen)} kernels, {len(OUTPUTS)} outputs, {o.runs} runs"
          f"{'' if fixed else ' (setarch -R is not allowed here)'}: {len(wrong)} differ")
    return 1 if wrong or not chosen or o.runs < 2 else 0


if __name__ == "__main__":
    sys.exit(main())
