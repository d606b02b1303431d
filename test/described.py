#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""described.py [FOLDER... | --self-test]: a function of eight lines and more has a sentence above it.

The sentence says what the function returns, in which unit, and when it says no.  Of a function that other files call it may
stand above the declaration.  Without a folder the script looks at those that have a sentence everywhere, FOLDERS."""
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["loops", "proof"]
LEAST = 8
NAME = re.compile(r"(\w+)\(")


def declared(folder):
    """Names below a comment in the headers: a comment is for all declarations up to the next empty line."""
    names = set()
    for header in folder.rglob("*.h"):
        below = False
        for line in header.read_text(encoding="utf-8").splitlines():
            below = line.endswith("*/") or (below and line.strip() != "")
            found = NAME.search(line) if re.match(r"\w", line) else None
            if below and found:
                names.add(found[1])
            several = re.fullmatch(r"\w+ (\w+(?:, \w+)*);", line)
            if below and several:
                names.update(several[1].split(", "))
    return names


def functions(text):
    """Each function as its name, is it static, its number of lines, and the line above it."""
    lines = text.splitlines()
    for i, line in enumerate(lines):
        if line != "{" or i == 0:
            continue
        first = i - 1
        while first > 0 and lines[first - 1] and not lines[first - 1].endswith((";", "}", "*/")) and lines[first - 1][0] != "#":
            first -= 1
        head = " ".join(lines[first:i])
        name = NAME.search(head)
        if name and "}" in lines[i:]:
            yield name[1], head.startswith("static"), lines.index("}", i) - first + 1, lines[first - 1] if first else ""


def silent(folder):
    """The functions that have no sentence."""
    names = declared(folder)
    for file in sorted(folder.rglob("*.c")):
        for name, static, lines, above in functions(file.read_text(encoding="utf-8")):
            if lines >= LEAST and not above.endswith("*/") and (static or name not in names):
                yield f"{file}: {name}, {lines} lines, has no sentence above it"


def self_test():
    body = "{\n" + "\tx();\n" * 6 + "}\n"
    with tempfile.TemporaryDirectory() as temp:
        folder = pathlib.Path(temp)
        (folder / "a.h").write_text("/* What it is. */\nint said(void);\nint said_too(int a,\n        int b);\n\nint not_said(void);\n")
        (folder / "a.c").write_text(f"/* It is one. */\nint one(void)\n{body}\nstatic int two(int a,\n        int b)\n{body}\nint said(void)\n{body}\n"
                                    f"int said_too(int a,\n        int b)\n{body}\nint not_said(void)\n{body}\nstatic int few(void)\n{{\n\treturn 1;\n}}\n")
        found = [line.split(": ")[1].split(",")[0] for line in silent(folder)]
        if found != ["two", "not_said"]:
            sys.exit(f"described.py finds {found}")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    found = [line for folder in sys.argv[1:] or FOLDERS for line in silent(ROOT / folder)]
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
