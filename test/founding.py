#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs of the slides and of the thread with which CSE came to TIR, as they stand there.

    test/founding.py [--tirc=FILE] [--record] [GLOB...]

Each program of test/founding is read, printed, and read back as printed.  NAME.out.py is what --cse-profile=tvm-legacy
makes of it; NAME.shown.py is what the document shows, written in the TVMScript of today, and both have to be the same
program: names, their numbers and their places, too."""
import argparse
import fnmatch
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent / "founding"
BINDING = re.compile(r"^( *\w+)(?:: T\.let(?:\[[^]]*\])?)? = (?:T\.bind\((.*)\)|(.*))$")


class Miss(Exception):
    pass


def tirc(o, *words, text=None):
    done = subprocess.run([o.tirc, *map(str, words)], input=text, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        raise Miss((done.stderr.splitlines() or [f"exit code {done.returncode}"])[0])
    return done.stdout


def plain(text):
    """Its lines, a binding written alike however it was made."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [BINDING.sub(lambda m: f"{m[1]} = {m[2] or m[3]}", line) for line in lines]


def same(what, a, b):
    for x, y in zip(a + ["end"], b + ["end"]):
        if x != y:
            raise Miss(f"{what}: '{x.strip()}', not '{y.strip()}'")


def check(o, file):
    read = tirc(o, "-O0", "--emit=tir", "--after=read", file)
    same("read back", plain(tirc(o, "-O0", "--emit=tir", "--after=read", "-", text=read)), plain(read))
    shared = tirc(o, "--emit=tir", "--legalize=none", "--cse-profile=tvm-legacy", file)
    golden = file.with_suffix(".out.py")
    if o.record:
        golden.write_text(shared)
    same(golden.name, plain(shared), plain(golden.read_text()))
    shown = file.with_suffix(".shown.py")
    if shown.exists():
        same(shown.name, plain(shared), plain(tirc(o, "-O0", "--emit=tir", "--after=read", shown)))
    return shown.exists()


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tirc", default=str(HERE.parent.parent / "build/release/bin/tirc"))
    p.add_argument("--record", action="store_true", help="write NAME.out.py")
    p.add_argument("globs", nargs="*")
    o = p.parse_args()
    files = [f for f in sorted(HERE.iterdir()) if not f.name.endswith((".out.py", ".shown.py", ".md", ".h"))
             and any(fnmatch.fnmatch(f.name, g) for g in o.globs or ["*"])]
    shown = bad = 0
    for file in files:
        try:
            shown += check(o, file)
        except Miss as e:
            bad += 1
            print(f"{file.name}: {e}")
    print(f"{len(files)} programs of the founding documents, {shown} beside what the document shows: {bad} bad")
    return 1 if bad or not files else 0


if __name__ == "__main__":
    sys.exit(main())
