#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""reproducible.py [--all]: the same bytes wherever the sources lie, whenever they are built.

Copies the sources to two folders whose names differ in length, builds in each, and compares what is installed.
Without --all: the parts of the library that link no LLVM, which take seconds."""
import filecmp
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FEW = ["tirc-support", "tirc-target", "tirc-simplify"]


def call(*command):
    result = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode:
        sys.exit(f"{' '.join(map(str, command))}: {result.returncode}\n{result.stdout[-4000:]}")


def build(folder, everything):
    source, out, tree = folder / "source", folder / "out", folder / "tree"
    skip = lambda where, names: {n for n in names if (n == "build" and pathlib.Path(where) == ROOT) or n == ".git"}
    shutil.copytree(ROOT, source, ignore=skip)
    # a cache of compilations would compare a build with itself
    launcher = [f"-DCMAKE_{language}_COMPILER_LAUNCHER=" for language in ("C", "CXX")]
    call("cmake", "-G", "Ninja", "-S", source, "-B", out, "-DBUILD_TESTING=OFF", "-DTIRC_DEVELOP=OFF",
         f"-DTIRC_ISL_DIR={ROOT / 'build' / 'isl'}", *launcher)
    call("cmake", "--build", out, *([] if everything else ["--target", *FEW]))
    if everything:
        call("cmake", "--install", out, "--prefix", tree)
        return tree
    return out / "lib"


def files(tree):
    return sorted(str(p.relative_to(tree)) for p in tree.rglob("*") if p.is_file())


def main():
    everything = sys.argv[1:] == ["--all"]
    os.environ["CCACHE_DISABLE"] = "1"
    with tempfile.TemporaryDirectory() as a, tempfile.TemporaryDirectory(prefix="a-folder-with-a-longer-name-") as b:
        one, two = (build(pathlib.Path(folder), everything) for folder in (a, b))
        if not files(one) or files(one) != files(two):
            sys.exit(f"other files: {set(files(one)) ^ set(files(two))}")
        other = [f for f in files(one) if not filecmp.cmp(one / f, two / f, shallow=False)]
        print("\n".join(f"{f} is not the same" for f in other), end="\n" if other else "")
        return 1 if other else 0


if __name__ == "__main__":
    sys.exit(main())
