#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Has each reason for which a loop is left as it is a text that shows it?

    test/reasons.py [--self-test]

The rows of loops/reasons.def that are no success say "loop 'i' is not DONE: TEXT".  For each of them a text in test/lit
must expect that remark: a CHECK line that has DONE, a colon, and what TEXT begins with, and TEXT of no other row."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROW = re.compile(r'^REASON\((\w+),\s*"\w+",\s*false,\s*\w+,\s*"([^"]*)",\s*"([^"]*)"\)', re.M)
# What no text is known to show, and why.
WITHOUT = {"LANES_UNPROVED": "each loop for which the proof fails is a fault; those that were found are mended"}


def checks(folder):
    """The lines of the texts that FileCheck reads."""
    return [line for path in sorted(folder.rglob("*")) if path.suffix in (".py", ".txt", ".s", ".ll")
            for line in path.read_text(errors="replace").splitlines() if re.search(r"#\s*[A-Z][-A-Z0-9]*:", line)]


def shown(rows, lines):
    """The names of the rows that the lines expect."""
    for line in lines:
        for name, done, text in rows:
            _, found, begin = line.partition(f" not {done}: ")
            begin = begin.split("{{")[0].strip()
            fits = [n for n, d, t in rows if d == done and (t.startswith(begin) or begin.startswith(t))]
            if found and begin and fits == [name]:
                yield name


def main():
    rows = ROW.findall((ROOT / "loops/reasons.def").read_text())
    lines = checks(ROOT / "test/lit")
    if "--self-test" in sys.argv[1:]:
        name, done, text = rows[-1]
        some = [("A", "split", "a thing"), ("B", "split", "a thong")]
        ok = (len(rows) > 40 and not set(shown([("X", done, "never said")], lines)) and
              list(shown(some, ["# CHECK: loop 'i' is not split: a thi"])) == ["A"] and
              not list(shown(some, ["# CHECK: loop 'i' is not split: a th"])))
        print("a reason without a text is found" if ok else "FAILED: a reason without a text is not found")
        return 0 if ok else 1
    found = set(shown(rows, lines))
    missing = [name for name, _, _ in rows if name not in found and name not in WITHOUT]
    for name in missing:
        print(f"FAILED: no text in test/lit shows the reason {name} of loops/reasons.def")
    for name in sorted(found & WITHOUT.keys()):
        print(f"FAILED: test/reasons.py says that no text shows {name}, but one does")
    print(f"{len(found)} of {len(rows)} reasons have a text")
    return 1 if missing or found & WITHOUT.keys() else 0


if __name__ == "__main__":
    sys.exit(main())
