#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""front.py: the two commands of the README say how they are used, and refuse what they do not know, before they build anything.

Each runs in a folder that holds that command alone: one that went on would fail for want of scripts/setup."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Words, the code, a word of stdout, a word of stderr.
LINES = [
    ("check", ["--help"], 0, "--quick", ""),
    ("check", ["-h"], 0, "--all", ""),
    ("check", ["--al"], 2, "", "unknown option '--al'"),
    ("check", ["--quick", "--all"], 2, "", "one option at most"),
    ("check", ["release"], 2, "", "unknown option 'release'"),
    ("demo", ["--help"], 0, "KERNEL", ""),
    ("demo", ["crouton_*", "-h"], 0, "--all", ""),
    ("demo", ["--everything"], 2, "", "unknown option '--everything'"),
]


def main():
    bad = 0
    for name, words, code, out, err in LINES:
        with tempfile.TemporaryDirectory(prefix="tirc-front-") as folder:
            command = shutil.copy(ROOT / name, folder)
            done = subprocess.run([command, *words], capture_output=True, text=True, check=False, timeout=600)
            left = [f.name for f in pathlib.Path(folder).iterdir() if f.name != name]
        if done.returncode != code or out not in done.stdout or err not in done.stderr or left:
            print(f"{name} {' '.join(words)}: ended with {done.returncode}, left {left}\n{done.stdout}{done.stderr}")
            bad += 1
    print(f"{len(LINES)} lines, {bad} answered otherwise")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
