#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands of docs/demands.md: each must say what its row says.

    test/demands.py [--tirc=FILE]"""
import argparse
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROW = re.compile(r"^\| (.+) \| `([^`]+)` \| (not )?`(.+)` \|$")


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tirc", default=str(ROOT / "build/release/bin/tirc"))
    o = p.parse_args()
    path = f"{pathlib.Path(o.tirc).resolve().parent}:{os.environ['PATH']}"
    rows = bad = 0
    for line in (ROOT / "docs/demands.md").read_text().splitlines():
        row = ROW.match(line)
        if line.startswith("| ") and not row and not line.startswith(("| demand", "| question")):
            print("no row that can be run:", line)
            bad += 1
        if not row:
            continue
        rows += 1
        done = subprocess.run(shlex.split(row[2]), cwd=ROOT, env={**os.environ, "PATH": path}, capture_output=True,
                              text=True, timeout=120, check=False)
        said = done.stdout + done.stderr
        if done.returncode or (row[4] in said) == bool(row[3]):
            bad += 1
            print(f"{row[2]}: exit code {done.returncode}, {'says' if row[3] else 'does not say'} {row[4]!r}")
    print(f"{rows} demands and questions, {bad} not as docs/demands.md says")
    return 1 if bad or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
