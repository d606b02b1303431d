#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""layering.py [ROOT | --self-test]: who may include whom.

MAY lists for each folder the folders whose headers it may include.  Of another folder only
FOLDER/FOLDER.h and its tables (*.def) may be included.  runtime includes nothing of ours; LLVM's headers
are for lowering, driver, plugin and tool, runtime's for those but driver; libclang's for frontend, isl's for proof.
The rooms of a large folder are rows of test/rooms.py.
driver implements include/tirc/; examples include nothing else of ours.  A file has MOST_LINES at the most, and a program of the tests can be run.
"""
import pathlib
import re
import sys
import tempfile

import rooms

MAY = {
    "support": "",
    "tir": "support",
    "interp": "support tir",
    "target": "support tir",
    "analysis": "support tir target",
    "frontend": "support tir target analysis",
    "graph": "support tir",
    "simplify": "support tir analysis",
    "legalize": "support tir target analysis simplify",
    "loops": "support tir target analysis simplify",
    "cse": "support tir target analysis",
    "proof": "support tir",
    "lowering": "support tir target analysis",
    "backend": "support",
    "report": "support tir backend",
    "driver": "support tir target frontend graph legalize loops cse proof lowering backend",
    "plugin": "support tir target frontend graph legalize loops cse proof lowering driver",
    "tool": "support tir target interp frontend graph legalize loops cse proof lowering backend report driver",
    "examples": "",
}
# Folders in folders, and the one header that others may include.
INSIDE = {"lowering/hexagon": "lowering/hexagon/hexagon.h"}
# Parts of a public header, which only that header and its own parts include.
PARTS = {"tir/type.h": "tir/tir.h", "tir/expr.h": "tir/tir.h", "tir/stmt.h": "tir/tir.h"}
# What is not yet as the table says: the file that includes, and the header.
DEBTS = set()
MOST_LINES = 500
FREESTANDING = "runtime"  # stands alone
API = {"driver", "examples"}  # may include include/tirc/; examples nothing else of ours
USES_LLVM = {"lowering", "driver", "plugin", "tool"}
USES_RUNTIME = {"lowering", "plugin", "tool"}
USES_CLANG = {"frontend"}
USES_ISL = {"proof"}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.M)
SUFFIXES = {".c", ".h", ".cpp", ".def", ".inc"}


def inside(home, by):
    """Does the file `by` lie in the folder `home`, or in a room of it?"""
    own = rooms.room_of(by)
    return by.rpartition("/")[0] == home or (own is not None and own[0] == home)


def complaint(folder, quote, name, within=False, by=""):
    """Why the file `by` of folder may not include name, or None.  within: the file lies in name's own folder."""
    top, _, rest = name.partition("/")
    if name in PARTS and by != PARTS[name] and PARTS.get(by) != PARTS[name]:
        return f"it is a part of {PARTS[name]}"
    if top in ("llvm", "llvm-c"):
        return None if folder in USES_LLVM else "may not know LLVM"
    if top in ("clang", "clang-c"):
        return None if folder in USES_CLANG else "may not know libclang"
    if top == "isl":
        return None if folder in USES_ISL else "may not know isl"
    if quote == "<":
        return None
    if top == "tirc":
        return None if folder in API else "the public API is for programs outside"
    if not rest:  # these are compiled by themselves, without the top on the include path
        return None if folder in (FREESTANDING, "examples") else "names a header without its folder"
    inner = INSIDE.get(name.rpartition("/")[0])
    if inner and inner != name and not within:
        return f"{name.rpartition('/')[0]} is entered through {inner}"
    if top == folder:
        return rooms.complaint(by, name)
    if folder == FREESTANDING:
        return "runtime stands alone"
    if top == FREESTANDING:  # what both sides of a call must know
        return None if folder in USES_RUNTIME else "may not know the runtime"
    if top not in MAY:
        return f"{top} is no folder of the house"
    if top not in MAY[folder].split():
        return f"{folder} may not know {top}"
    if rest != f"{top}.h" and not rest.endswith(".def"):
        return f"{top}'s public header is {top}/{top}.h"
    return None


def violations(root):
    for folder in [*MAY, FREESTANDING]:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in SUFFIXES:
                continue
            text = path.read_text(encoding="utf-8", errors="replace")
            if text.count("\n") > MOST_LINES:
                yield f"{path.relative_to(root)}: more than {MOST_LINES} lines"
            if "switch ((int)" in text:
                yield f"{path.relative_to(root)}: switch ((int) ...) hides from -Wswitch-enum which kinds it leaves out"
            for match in INCLUDE.finditer(text):
                by = str(path.relative_to(root))
                why = complaint(folder, match[1], match[2], inside(match[2].rpartition("/")[0], by), by)
                if why and (by, match[2]) not in DEBTS:
                    line = text.count("\n", 0, match.start()) + 1
                    yield f"{path.relative_to(root)}:{line}: {match[2]}: {why}"


PLANTED = [  # file, its text, does it break the rule?
    ("tir/a.c", '#include "frontend/frontend.h"\n', True),
    ("support/a.c", '#include "tir/tir.h"\n', True),
    ("cse/e.c", '#include "interp/interp.h"\n', True),
    ("cse/a.c", '#include "tir/internal.h"\n', True),
    ("cse/b.c", '  #  include "lowering/lowering.h"\n', True),
    ("tool/a.c", '#include "plugin/plugin.h"\n', True),
    ("frontend/a.c", "#include <llvm-c/Core.h>\n", True),
    ("cse/c.c", "#include <clang-c/Index.h>\n", True),
    ("tir/b.c", '#include "tir.h"\n', True),
    ("runtime/a.c", '#include "support/support.h"\n', True),
    ("runtime/b.c", '#include "internal.h"\n', False),
    ("cse/d.c", '#include "runtime/job.h"\n', True),
    ("tool/c.c", '#include "runtime/job.h"\n', False),
    ("driver/a.c", '#include "runtime/job.h"\n', True),
    ("driver/b.c", '#include "lowering/lowering.h"\n', False),
    ("lowering/d.c", '#include "driver/driver.h"\n', True),
    ("plugin/a.c", '#include "driver/options.def"\n', False),
    ("proof/a.c", '#include "loops/loops.h"\n', True),
    ("loops/a.c", '#include "proof/proof.h"\n', True),
    ("lowering/a.c", '#include "tir/tir.h"\n#include <llvm-c/Core.h>\n', False),
    ("lowering/b.c", '#include "lowering/hexagon/internal.h"\n', True),
    ("lowering/c.c", '#include "lowering/hexagon/hexagon.h"\n', False),
    ("lowering/hexagon/a.c", '#include "lowering/hexagon/internal.h"\n', False),
    ("lowering/hexagon/ops/a.c", '#include "lowering/hexagon/internal.h"\n', False),
    ("loops/order/a.c", '#include "loops/nest/move.h"\n#include "loops/loops.h"\n', False),
    ("loops/nest/a.c", '#include "loops/order/split.h"\n', True),
    ("driver/c.c", '#include "loops/nest/move.h"\n', True),
    ("tir/c.c", '#include "tir/ops.def"\n#include "tir/internal.h"\n', False),
    ("tir/d.c", '#include "tir/stmt.h"\n', True),
    ("tir/tir.h", '#include "tir/stmt.h"\n', False),
    ("cse/e.c", "#include <isl/set.h>\n", True),
    ("proof/a.c", '#include <isl/set.h>\n#include "tir/tir.h"\n', False),
    ("proof/b.c", '#include "cse/cse.h"\n', True),
    ("cse/f.c", '#include "proof/proof.h"\n', True),
    ("examples/a.c", '#include "tirc/tirc.h"\n#include <stdio.h>\n', False),
    ("examples/b.c", '#include "cse/cse.h"\n', True),
    ("cse/g.c", '#include "tirc/tirc.h"\n', True),
    ("tool/b.c", '#include "cse/cse.h"\n#include <stdio.h>\n', False),
    ("tool/d.c", "\n" * 501, True),
    ("tool/e.c", "\n" * 500, False),
    ("tool/f.c", "switch ((int)e->op) {", True),
]


def not_run(root):
    """Programs that nobody may start."""
    for folder in ("test", "scripts", "python", "bench"):
        for path in sorted((root / folder).rglob("*.py")):
            if path.read_bytes()[:2] == b"#!" and not path.stat().st_mode & 0o100:
                yield f"{path.relative_to(root)}: begins with #!, and is not executable"


def self_test():
    for name, text, bad in PLANTED:
        with tempfile.TemporaryDirectory() as temp:
            path = pathlib.Path(temp) / name
            path.parent.mkdir(parents=True)
            path.write_text(text)
            if any(True for _ in violations(pathlib.Path(temp))) != bad:
                sys.exit(f"layering.py judges this wrongly: {name}: {text}")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    root = pathlib.Path(sys.argv[1] if sys.argv[1:] else ".").resolve()
    if not (root / "support" / "support.h").exists():
        sys.exit(f"{root} is not the repository")
    found = [*violations(root), *not_run(root)]
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
