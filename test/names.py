#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""names.py CC LLVM_INCLUDES: lowering goes from a name to its expression through lowering/names.c alone.

Who computes what a name is bound to once more reads memory as it is by then; lower_value_here() asks whether anything was
written since.  No other way exists:
  * the table of names is a struct that only lowering/names.c knows: CC compiles a file that asks for names as it should, and
    none that looks into the table;
  * no other file of lowering/ looks a binding up by its variable, or keeps expressions or statements by variable: TABOO.
Each rule is tried on lines that break it.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
OWNER = "lowering/names.c"

# What a file other than the owner may not have: the expression, what it is, a line that has it.
TABOO = [
    (r"\bfacts_definer\s*\(", "asks the analysis for a name's binding",
     "const struct tir_stmt *s = facts_definer(l->facts, e->u.var);"),
    (r"\bstruct tir_(expr|stmt) \*\*\s*\w+\s*;", "keeps expressions or statements in a table", "	const struct tir_expr **of;"),
    (r"ARENA_NEWN\([^;]*\bstruct tir_(expr|stmt) \*\s*,[^;]*\bnvars\b", "makes a table of them by variable",
     "	p->of = ARENA_NEWN(l->arena, const struct tir_expr *,\n	        m->nvars);"),
    (r"\[[^\]\n]*\bvar(_of\([^)]*\))?->id\]\s*=\s*(tir_as_bind\(\w+\)->value\.e|tir_value_of\(\w+\)|\w+->value\.e|e|s)\s*;",
     "keeps a binding or its expression by variable", "	of[tir_as_bind(s)->var->id] = tir_as_bind(s)->value.e;"),
    (r"\btir_as_bind\(\w+\)->var == ", "looks for a name's binding", "	tir_as_bind(t)->var == e->u.var"),
    (r"\bstruct lower_names\s*\{", "says what the table is", "struct lower_names {"),
]

# It decides what LLVM is told of a loop, and builds no values.
MAY = {("lowering/hexagon/hints/loop.c", "looks for a name's binding")}

PROGRAM = """#include "lowering/hexagon/halves.h"
const struct tir_expr *lower_try(const struct lower *l, const struct tir_expr *e)
{
	return %s;
}
"""
# What the body may be: does it compile?
TRIES = [("lower_value_here(l, e)", True), ("l->names->name[e->u.var->id].s ? e : e", False),
         ("l->names[0].name ? e : e", False), ("l->definer[e->u.var->id] ? e : e", False),
         ("l->hexagon->pairs->of[e->u.var->id]", False)]


def complaints(name, text):
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return [f"{name}: {what}: lower_value_here() and lower_known() are there for that"
            for taboo, what, _ in TABOO
            if name != OWNER and (name, what) not in MAY and re.search(taboo, code)]


def compiles(cc, includes, body):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "try.c"
        file.write_text(PROGRAM % body)
        done = subprocess.run([cc, "-std=gnu17", "-fsyntax-only", "-w", f"-I{ROOT}", f"-I{includes}", file], capture_output=True, text=True)
        return not done.returncode, done.stderr


def main():
    cc, includes = sys.argv[1:]
    found = []
    files = [f for f in sorted((ROOT / "lowering").rglob("*")) if f.suffix in (".c", ".h")]
    for f in files:
        found += complaints(f.relative_to(ROOT).as_posix(), f.read_text())
    for taboo, what, line in TABOO:
        if not complaints("lowering/hexagon/match/dot.c", line) or complaints(OWNER, line):
            found.append(f"names.py does not see that a file {what}")
    for body, may in TRIES:
        does, said = compiles(cc, includes, body)
        if does != may:
            found.append(f"{body} {'compiles' if does else 'does not compile: ' + said[:300]}")
    print("\n".join(found), end="\n" if found else "")
    sys.exit(bool(found) or not files)


if __name__ == "__main__":
    main()
