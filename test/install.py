#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""install.py --build=DIR [--all]: what is installed is all that a user needs.

Installs the build into a new folder, moves it, and builds programs in C and C++ with it (test/install): through
find_package, with and without LLVM (its headers, too), for this machine and for Hexagon; through pkg-config, shared and static.  Nothing of them may know the sources or the
build.  --all: through add_subdirectory, too, which builds tirc once more; with and without shared libraries."""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE / "install"
KERNEL = SOURCE / "axpy.py"


def call(*command, **more):
    result = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    if result.returncode:
        sys.exit(f"{' '.join(map(str, command))}: {result.returncode}\n{result.stdout[-6000:]}")
    return result.stdout


def configure(source, build, *options):
    call("cmake", "-G", "Ninja", "-S", source, "-B", build, "-DCMAKE_BUILD_TYPE=Release", *options)


def installed(build, folder):
    """The build, installed and moved."""
    call("cmake", "--install", build, "--prefix", folder / "first")
    shutil.move(folder / "first", folder / "tree")
    return folder / "tree"


def libraries_of(program):
    return [line.split()[0] for line in call("ldd", program).splitlines()]


def run_all(build):
    for name in ("text-c", "text-static", "text-cpp", "jit", "jit-static"):
        call(build / name, KERNEL)
    call(build / "kernel")
    header = build / "axpy-dsp.tirc" / "dsp" / "axpy.h"
    if "axpy(" not in header.read_text() or not (build / "axpy-dsp.tirc" / "axpy-dsp.o").stat().st_size:
        sys.exit("tirc_add_kernel made nothing for Hexagon")


def test_cmake(tree, folder):
    build = folder / "cmake"
    configure(SOURCE, build, f"-DCMAKE_PREFIX_PATH={tree}")
    call("cmake", "--build", build)
    run_all(build)
    for name in ("text-c", "text-static"):
        if any("LLVM" in s or "clang" in s for s in libraries_of(build / name)):
            sys.exit(f"{name} needs LLVM: {libraries_of(build / name)}")
    if any("libtirc" in s for s in libraries_of(build / "text-static")):
        sys.exit("text-static needs libtirc-core.so")


def test_pkg_config(tree, folder, cc):
    library = next(tree.rglob("tirc.pc")).parent
    environment = {**os.environ, "PKG_CONFIG_PATH": str(library), "LD_LIBRARY_PATH": str(library.parent)}

    def flags(*what):
        return call("pkg-config", *what, env=environment).split()

    def build(out, source, *options):
        call(cc, "-Wall", "-Werror", SOURCE / source, "-o", folder / out, *options)
        call(folder / out, KERNEL, env=environment)

    build("pc-core", "text.c", *flags("--cflags", "--libs", "tirc-core"))
    def archives(name):
        return [f"-l:lib{f[2:]}.a" if f.startswith("-ltirc") else f for f in flags("--cflags", "--libs", "--static", name)]

    build("pc", "jit.c", *flags("--cflags", "--libs", "tirc"))
    build("pc-core-static", "text.c", *archives("tirc-core"))
    build("pc-static", "jit.c", *archives("tirc"))


def test_tools(tree):
    tirc = tree / "bin" / "tirc"
    call(tirc, "--run=hexagon", "--stats", KERNEL, "a=2", "b=3")
    if list(tree.rglob("*internal.h")) or not list(tree.rglob("LICENSE")):
        sys.exit("what is installed is not what is meant")


def refusal(source, build, *options):
    """What cmake says that does not configure the project."""
    result = subprocess.run(["cmake", "-G", "Ninja", "-S", source, "-B", build, *options], capture_output=True, text=True, check=False)
    if not result.returncode:
        sys.exit(f"cmake takes {options}")
    return " ".join(result.stderr.split())


def test_cross(tree, folder, clang):
    """A project that is compiled for Hexagon; what it cannot have is refused with a sentence."""
    source = SOURCE / "cross"
    options = [f"-DCMAKE_TOOLCHAIN_FILE={source / 'hexagon.cmake'}", f"-DCMAKE_C_COMPILER={clang}", f"-DCMAKE_PREFIX_PATH={tree}"]
    configure(source, folder / "cross", *options)
    call("cmake", "--build", folder / "cross")
    call("qemu-hexagon", "-cpu", "v67", folder / "cross" / "program")
    for name, option, sentence in (("core", "-DWITH_CORE=ON", "libraries are of the machine that builds"),
                                   ("silent", "-DWITHOUT_TRIPLE=ON", "tirc_add_kernel(axpy): TARGET is missing")):
        said = refusal(source, folder / f"cross-{name}", *options, option)
        if sentence not in said:
            sys.exit(f"{option}: {said}")


def test_light(tree, folder):
    """Without LLVM's headers there is all but tirc::tirc; a kernel is one run of the command, behind the launcher."""
    launcher, log = folder / "launcher", folder / "launched"
    launcher.write_text(f'#!/bin/sh\necho "$*" >>{log}\nexec "$@"\n')
    launcher.chmod(0o755)
    options = [f"-DCMAKE_PREFIX_PATH={tree}", "-DCMAKE_DISABLE_FIND_PACKAGE_LLVM=ON", f"-DCMAKE_C_COMPILER_LAUNCHER={launcher}"]
    for name, components in (("none", ""), ("core", "core")):
        build = folder / f"light-{name}"
        configure(SOURCE / "light", build, f"-DCOMPONENTS={components}", *options)
        log.unlink(missing_ok=True)
        call("cmake", "--build", build)
        call(build / "kernel")
        call(build / "text", KERNEL)
        if len(runs := [line for line in log.read_text().splitlines() if "/bin/tirc " in line]) != 1:
            sys.exit(f"a kernel is compiled by {runs}")
        if "no work to do" not in call("cmake", "--build", build):
            sys.exit("what is built is built again")
    said = refusal(SOURCE / "light", folder / "light-tirc", "-DCOMPONENTS=tirc", *options)
    if "tirc::tirc needs LLVM" not in said:
        sys.exit(f"COMPONENTS tirc without LLVM: {said}")


def test_subdirectory(folder):
    for shared in ("ON", "OFF"):
        build = folder / f"sub-{shared}"
        configure(SOURCE, build, f"-DTIRC_SOURCE={HERE.parent}", f"-DBUILD_SHARED_LIBS={shared}")
        call("cmake", "--build", build)
        run_all(build)


def test_own_types(folder):
    """Without a build type it is Release; without tests nothing asks for Check and lit."""
    build = folder / "plain"
    call("cmake", "-G", "Ninja", "-S", HERE.parent, "-B", build, "-DBUILD_TESTING=OFF")
    cache = (build / "CMakeCache.txt").read_text()
    if "CMAKE_BUILD_TYPE:STRING=Release\n" not in cache or "CHECK_" in cache or (build / "CTestTestfile.cmake").exists():
        sys.exit("a build without options is not as it should be")


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--build", type=pathlib.Path, required=True)
    p.add_argument("--cc", default="cc")
    p.add_argument("--clang", default="clang-22", help="a clang that compiles for Hexagon")
    p.add_argument("--all", action="store_true")
    a = p.parse_args()
    with tempfile.TemporaryDirectory() as temp:
        folder = pathlib.Path(temp)
        tree = installed(a.build, folder)
        test_tools(tree)
        test_cmake(tree, folder)
        test_pkg_config(tree, folder, a.cc)
        test_cross(tree, folder, a.clang)
        test_light(tree, folder)
        test_own_types(folder)
        if a.all:
            test_subdirectory(folder)


if __name__ == "__main__":
    main()
