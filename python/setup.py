# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The wheel: the package, and below tirc/native what it loads and runs.  `pip install ./python` and `make_wheel.py` come here.

What it carries is of the build folder that TIRC_BUILD names; without TIRC_BUILD of build/release, if that is configured, or of
build/wheel, and is built first.  Python and the command load libtirc-core; it and they need the C library alone.  libtirc and
tirc-llvm.so, which compile and run come to, need the system's libLLVM."""
import os
import pathlib
import re
import shutil
import subprocess

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.dist import Distribution
from wheel.bdist_wheel import bdist_wheel

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERSION = re.findall(r"#define TIRC_VERSION_\w+ (\d+)", (ROOT / "include/tirc/tirc.h").read_text(encoding="utf-8"))
NATIVE = [f"lib/libtirc-core.so.{VERSION[0]}", f"lib/libtirc.so.{VERSION[0]}", "bin/tirc", "lib/tirc-llvm.so", "lib/libtirc-hexagon.a"]
TARGETS = ["tirc", "libtirc-core", "libtirc", "tirc-hexagon-runtime"]


def build_folder():
    """Where the libraries and the command are, built."""
    if "TIRC_BUILD" in os.environ:
        return pathlib.Path(os.environ["TIRC_BUILD"])
    folder = ROOT / "build/release"
    if not (folder / "CMakeCache.txt").exists():
        folder = ROOT / "build/wheel"
        ninja = ["-G", "Ninja"] if shutil.which("ninja") else []
        subprocess.run(["cmake", "-S", ROOT, "-B", folder, *ninja, "-DTIRC_DEVELOP=OFF"], check=True)
    subprocess.run(["cmake", "--build", folder, "--parallel", str(os.cpu_count()), "--target", *TARGETS], check=True)
    return folder


class WithNative(build_py):
    """It puts what the build made beside the modules."""

    def run(self):
        super().run()
        build, native = build_folder(), pathlib.Path(self.build_lib) / "tirc/native"
        for name in NATIVE:
            if name == "lib/tirc-llvm.so" and not (build / name).exists():
                continue  # the command is of one piece
            (native / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(build / name, native / name)
            strip = os.environ.get("TIRC_STRIP") or shutil.which("strip")
            if strip and not name.endswith(".a"):
                subprocess.run([strip, "--strip-unneeded", native / name], check=True)
        (native / "licences").mkdir(exist_ok=True)
        for path in [ROOT / "LICENSE", *(ROOT / "licences").iterdir()]:
            shutil.copy(path, native / "licences")


class Binary(Distribution):
    """It has a library of this machine."""

    def has_ext_modules(self):
        return True


class AnyPython(bdist_wheel):
    """Its library is called through ctypes: any Python 3 of this platform."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


setup(
    name="tirc", version=".".join(VERSION), packages=["tirc"], distclass=Binary,
    cmdclass={"bdist_wheel": AnyPython, "build_py": WithNative},
    description="TVM's TIR with its common subexpressions named, explained, compiled and run",
    license="Apache-2.0 WITH LLVM-exception", python_requires=">=3.10", extras_require={"run": ["numpy"]},
    entry_points={"console_scripts": ["tirc = tirc.__main__:main"]},
)
