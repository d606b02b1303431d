#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""circles.py NM ARCHIVE... | --self-test: no files of an archive call each other in a circle, but those of DEBTS.

A file that calls another one, which calls the first, cannot be understood or tested by itself.  Calls through a
pointer (a struct of hooks) are no calls by name."""
import collections
import pathlib
import subprocess
import sys

# What still does, by archive: one function of each tells why.
DEBTS = {}


def calls(nm, archive):
    """Who calls whom: the names of object files by the object that needs their symbols."""
    text = subprocess.run([nm, "--print-file-name", "--format=posix", archive], check=True,
                          capture_output=True, text=True).stdout
    home, needed = {}, collections.defaultdict(set)
    for line in text.splitlines():
        place, _, symbol = line.partition(": ")
        member = place.rpartition("[")[2].rstrip("]")
        name, kind = symbol.split()[:2]
        if kind == "U":
            needed[member].add(name)
        elif kind.isupper():
            home[name] = member
    return {m: {home[n] for n in names if n in home} - {m} for m, names in needed.items()}


def circles(graph):
    """The sets of files each of which reaches all others."""
    def reached(start):
        seen, todo = set(), [start]
        while todo:
            for other in graph.get(todo.pop(), ()):
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
        return seen
    reach = {m: reached(m) for m in graph}
    return sorted({tuple(sorted(n for n in graph if n in reach[m] and m in reach[n]))
                   for m in graph if m in reach[m]})


def main():
    if sys.argv[1:] == ["--self-test"]:
        graph = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": set()}
        sys.exit(0 if circles(graph) == [("a", "b", "c")] else "circles.py misses a circle")
    found = False
    for archive in sys.argv[2:]:
        library = pathlib.Path(archive).stem.removeprefix("libtirc-")
        known = {f"{name}.c.o" for name in DEBTS.get(library, "").split()}
        for circle in circles(calls(sys.argv[1], archive)):
            if set(circle) <= known:
                continue
            print(f"{archive}: call each other: {' '.join(circle)}")
            found = True
    sys.exit(found)


if __name__ == "__main__":
    main()
