#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""make_wheel.py --build=DIR [--strip=PROGRAM] OUT: the wheel of a build, in folder OUT; the sources stay as they are, and the
same build gives the same bytes."""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--strip", default="strip")
    parser.add_argument("out", type=pathlib.Path)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "TIRC_BUILD": str(options.build.resolve()), "TIRC_STRIP": options.strip, "PYTHONDONTWRITEBYTECODE": "1",
                   "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH", "315532800")}
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([sys.executable, "setup.py", "-q", "egg_info", f"--egg-base={folder}", "build", f"--build-base={folder}/build",
                               "bdist_wheel", f"--bdist-dir={folder}/wheel", f"--dist-dir={options.out.resolve()}"],
                              cwd=pathlib.Path(__file__).resolve().parent, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


main()
