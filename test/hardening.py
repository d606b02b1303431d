#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hardening.py READELF FILE...: programs, shared libraries and archives are built as cmake/TircHarden.cmake says.

A program or shared library: RELRO, all symbols bound at the start, no executable stack, position-independent, functions of
FORTIFY_SOURCE and the stack protector.  An archive: each object of code for x86-64 notes that indirect jumps meet
landing pads (IBT) and that a shadow stack may be used (SHSTK).  A linked file has that note only if the C library's own
objects have it, too."""
import re
import subprocess
import sys


def read(readelf, option, path):
    return subprocess.run([readelf, option, "-W", path], check=True, capture_output=True, text=True).stdout


def wrong_linked(readelf, path):
    segments, dynamic = read(readelf, "-l", path), read(readelf, "-d", path)
    symbols = read(readelf, "--dyn-syms", path)
    stack = re.search(r"GNU_STACK.* (R\w*) ", segments)
    checks = [
        ("is not position-independent", re.search(r"Type: +DYN", read(readelf, "-h", path))),
        ("has no RELRO", "GNU_RELRO" in segments),
        ("binds symbols late", re.search(r"\((FLAGS_1|FLAGS)\).*\b(NOW|BIND_NOW)\b", dynamic)),
        ("has an executable stack", stack and "E" not in stack[1]),
        ("has text relocations", "TEXTREL" not in dynamic),
        ("calls no function of FORTIFY_SOURCE", re.search(r"__\w+_chk\b", symbols)),
        ("has no stack protector", "__stack_chk_fail" in symbols),
    ]
    return [what for what, ok in checks if not ok]


def wrong_archive(readelf, path):
    """The objects of code for x86-64 that have no such note."""
    if not re.search(r"Machine: .*X86-64", read(readelf, "-h", path)):
        return []
    return [f"{part.splitlines()[0]} has no note of IBT and SHSTK"
            for part in read(readelf, "-n", path).split("\nFile: ")[1:]
            if "IBT" not in part or "SHSTK" not in part]


def main():
    readelf, *paths = sys.argv[1:]
    bad = [f"{path}: {what}" for path in paths
           for what in (wrong_archive if path.endswith(".a") else wrong_linked)(readelf, path)]
    print("\n".join(bad), end="\n" if bad else "")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
