#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""readmes.py [ROOT | --self-test]: the README of each folder names each source file of it, and no other.

A file that nobody names is one that a reader does not find; one that is named and gone misleads.  The source files that
the pages of docs/ and README.md name are there, too; NAME.c stands for any."""
import pathlib
import re
import sys
import tempfile

from rooms import ROOMS

FOLDERS = ["support", "tir", "interp", "target", "analysis", "frontend", "graph", "simplify", "legalize", "loops",
           "cse", "proof", "lowering", "lowering/hexagon", "backend", "report", "driver", "plugin", "tool", "runtime",
           *(f"{folder}/{room}" for folder, rooms in ROOMS.items() for room in rooms)]
SUFFIXES = {".c", ".h", ".cpp", ".def", ".inc", ".S"}
NAME = re.compile(r"`((?:[\w.-]+/)*[\w-]+\.(?:c|h|cpp|def|inc|S))`")


def faults(root, folder):
    text = (root / folder / "README.md").read_text(encoding="utf-8")
    named = set(NAME.findall(text))
    there = {p.name for p in (root / folder).iterdir() if p.suffix in SUFFIXES}
    for name in sorted(there - named):
        yield f"{folder}/README.md does not name {name}"
    for name in sorted(named - there):
        if not (root / name).exists() and not (root / folder / name).exists():
            yield f"{folder}/README.md names {name}, which is not there"


def gone(root, page):
    for name in sorted(set(NAME.findall((root / page).read_text(encoding="utf-8")))):
        if "/" in name and "NAME" not in name and not any((root / top / name).exists() for top in ("", "include")):
            yield f"{page} names {name}, which is not there"


def self_test():
    with tempfile.TemporaryDirectory() as temp:
        root = pathlib.Path(temp)
        (root / "a").mkdir()
        for name in ("one.c", "two.h"):
            (root / "a" / name).write_text("")
        (root / "a" / "README.md").write_text("| `one.c` | it |\n| `three.c`, `a/two.h` | not |\n")
        (root / "page.md").write_text("`a/one.c`, `a/three.c`, `a/NAME.c`, `four.c`")
        if len(list(faults(root, "a"))) != 2 or len(list(gone(root, "page.md"))) != 1:
            sys.exit("readmes.py misses a file")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    root = pathlib.Path(sys.argv[1] if sys.argv[1:] else ".").resolve()
    pages = ["README.md", *(f"docs/{page.name}" for page in sorted((root / "docs").glob("*.md")))]
    found = [f for folder in FOLDERS for f in faults(root, folder)] + [f for page in pages for f in gone(root, page)]
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
