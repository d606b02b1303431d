#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""wheel.py --build=DIR --version=X: the wheel of a build, unpacked alone in a folder, passes basic.py; made again, it has
the same bytes."""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent


def make(build, out):
    subprocess.run([sys.executable, HERE.parents[1] / "python/make_wheel.py", f"--build={build}", out],
                   check=True)
    (wheel,) = out.glob("*.whl")
    return wheel


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--version", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        wheels = [make(options.build, folder / part) for part in ("a", "b")]
        if wheels[0].read_bytes() != wheels[1].read_bytes():
            sys.exit("the wheel has other bytes the second time")
        with zipfile.ZipFile(wheels[0]) as z:
            z.extractall(folder / "site")
        (folder / "site/tirc/native/bin/tirc").chmod(0o755)  # pip keeps the mode, zipfile does not
        environment = {k: v for k, v in os.environ.items() if k != "TIRC_HOME"}
        environment["PYTHONPATH"] = str(folder / "site")
        said = subprocess.run([sys.executable, "-m", "tirc", "--version"], env=environment, cwd=folder, check=True, capture_output=True,
                              text=True).stdout
        if not said.startswith(f"tirc {options.version}, "):
            sys.exit(f"python3 -m tirc --version: {said}")
        sys.exit(subprocess.run([sys.executable, HERE / "basic.py"], env=environment, cwd=folder, check=False).returncode)


main()
