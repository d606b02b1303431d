#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""make_wheel.py --build=DIR --version=X --strip=PROGRAM OUT: the wheel of a build, in folder OUT.

It carries libtirc-core, which Python and the command load, libtirc with the command's part that has LLVM, and the Hexagon
runtime.  The first two need the C library alone; that part, which compile and run come to, needs the system's libLLVM."""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
NATIVE = ("lib/libtirc-core.so.{}", "lib/libtirc.so.{}", "bin/tirc", "lib/tirc-llvm.so", "lib/libtirc-hexagon.a")


def stage(folder, build, version, strip):
    shutil.copytree(HERE, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", "native", "make_wheel.py"))
    native = folder / "tirc" / "native"
    for name in [n.format(version.split(".")[0]) for n in NATIVE]:
        if name == "lib/tirc-llvm.so" and not (build / name).exists():
            continue  # the command is of one piece
        target = native / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(build / name, target)
        if not name.endswith(".a"):
            subprocess.run([strip, "--strip-unneeded", target], check=True)
    (native / "licences").mkdir()
    for path in [HERE.parent / "LICENSE", *(HERE.parent / "licences").iterdir()]:
        shutil.copy(path, native / "licences")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--strip", default="strip")
    parser.add_argument("out", type=pathlib.Path)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        stage(pathlib.Path(folder), options.build, options.version, options.strip)
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        environment = {**os.environ, "TIRC_VERSION": options.version, "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH", "315532800")}
        done = subprocess.run([sys.executable, "setup.py", "-q", "bdist_wheel", f"--plat-name={platform}",
                               f"--dist-dir={options.out.resolve()}"], cwd=folder, env=environment, capture_output=True, text=True,
                              check=False)
        if done.returncode:
            sys.exit(done.stdout + done.stderr)


main()
