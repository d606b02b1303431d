#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""rooms.py NM ROOT ARCHIVE... | --self-test: which folder inside a folder may call which.

The files of a large folder lie in rooms.  ROOMS says for each room which rooms of the same folder it may include and
call; what lies on top of the folder is open to all of them.  test/layering.py asks this table about #include; this script
asks it about symbols."""
import pathlib
import sys

import circles

ROOMS = {
    "loops": {
        "nest": "",
        "values": "nest",
        "order": "nest",
        "vectorize": "nest order values",
        "patterns": "nest order values",
        "plan": "nest order values",
        "normalise": "nest",
        "storage": "nest order",
        "report": "",
    },
    "proof": {
        "values": "",
        "walk": "",
        "order": "values",
        "replay": "order values walk",
        "lanes": "order values walk",
        "exhaust": "values walk",
        "spell": "order replay values walk",
        "keep": "order values walk",
        "cse": "values",
        "normalise": "cse exhaust order replay spell values walk",
    },
    "lowering/hexagon": {
        "hints": "",
        "ops": "hints",
        "late": "ops",
        "layout": "late ops",
        "match": "layout ops",
        "pairs": "layout match ops",
    },
    "frontend": {
        "lex": "",
        "values": "lex",
        "parse": "lex values",
        "externs": "values",
        "eval": "externs lex parse values",
        "build": "eval values",
        "dialects": "build eval lex values",
        "statements": "build dialects eval lex values",
        "primfn": "build eval lex statements values",
    },
}


def room_of(path):
    """The folder and the room that a file lies in: ("loops", "nest"); no room is ""."""
    home = path.rpartition("/")[0]
    for folder, rooms in ROOMS.items():
        if home == folder:
            return folder, ""
        if home.startswith(folder + "/") and home[len(folder) + 1:] in rooms:
            return folder, home[len(folder) + 1:]
    return None


def complaint(by, name):
    """Why the file `by` may not include or call the file `name`, or None."""
    one, other = room_of(by), room_of(name)
    if not one or not other or one[0] != other[0] or not one[1] or not other[1] or one[1] == other[1]:
        return None
    if other[1] in ROOMS[one[0]][one[1]].split():
        return None
    return f"{one[0]}/{one[1]} may not know {other[0]}/{other[1]}"


def circle(rooms):
    """Is a room of the table above itself?"""
    return circles.circles({room: set(below.split()) for room, below in rooms.items()})


def files(root, library):
    """Where the file of each member of a library lies."""
    folders = [folder for folder in ROOMS if folder.partition("/")[0] == library]
    return {f"{p.name}.o": str(p.relative_to(root)) for folder in folders for p in (root / folder).rglob("*.c")}


def violations(nm, root, archive):
    home = files(root, pathlib.Path(archive).stem.removeprefix("libtirc-"))
    if not home:
        return
    for member, called in sorted(circles.calls(nm, archive).items()):
        for other in sorted(called):
            why = member in home and other in home and complaint(home[member], home[other])
            if why:
                yield f"{home[member]} calls {home[other]}: {why}"


def self_test():
    asked = {("loops/order/a.c", "loops/nest/b.c"): True, ("loops/nest/a.c", "loops/order/b.c"): False,
             ("loops/nest/a.c", "loops/b.c"): True, ("loops/a.c", "loops/order/b.c"): True,
             ("loops/nest/a.c", "tir/b.c"): True, ("lowering/hexagon/ops/a.c", "lowering/hexagon/match/b.c"): False}
    wrong = [pair for pair, good in asked.items() if (complaint(*pair) is None) != good]
    if wrong or not circle({"a": "b", "b": "a"}):
        sys.exit(f"rooms.py judges this wrongly: {wrong}")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    nm, root, *archives = sys.argv[1:]
    found = [f"{folder}: rooms in a circle: {c}" for folder, rooms in ROOMS.items() for c in circle(rooms)]
    for archive in archives:
        found += violations(nm, pathlib.Path(root).resolve(), archive)
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
