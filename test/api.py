#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""api.py --cc=CC --nm=NM --include=DIR... --core=LIBRARY --full=LIBRARY [--record] | --self-test

The public API is what test/api/VERSION.txt says, and whatever earlier files there said is still true: each symbol is in
its library, each member at its place, each enumerator has its value; a struct may have grown at its end.  Everything
is taken from the headers of include/tirc and from the libraries.  --record writes the file of this version."""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
HEADERS = HERE.parent / "include" / "tirc"


def bare(text):
    """A header without comments and directives."""
    return re.sub(r"^#.*$", "", re.sub(r"/\*.*?\*/", "", text, flags=re.S), flags=re.M)


def members(body):
    for part in body.split(";"):
        pointer = re.search(r"\(\*(\w+)\)\(", part)
        if pointer:
            yield pointer[1]
        elif part.strip():
            yield from (re.findall(r"\w+", word)[-1] for word in part.split(","))


def questions(text):
    """What there is to ask about a header: (word, the C expression that answers it)."""
    for struct, body in re.findall(r"struct (tirc_\w+) \{(.*?)\n\};", text, re.S):
        yield f"size {struct}", f"sizeof(struct {struct})"
        for m in members(body):
            yield f"member {struct}.{m}", f"offsetof(struct {struct}, {m})"
    for body in re.findall(r"enum(?: \w+)? \{(.*?)\}", text, re.S):
        for name in re.findall(r"\bTIRC_\w+", body):
            yield f"enumerator {name}", name


def layout(cc, include):
    asked = []
    for header in sorted(HEADERS.glob("*.h")):
        asked += questions(bare(header.read_text()))
    lines = "".join(f'\tprintf("{word} %lld\\n", (long long)({value}));\n' for word, value in asked)
    names = "".join(f"#include <tirc/{h.name}>\n" for h in sorted(HEADERS.glob("*.h")))
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder, "layout.c"), pathlib.Path(folder, "layout")
        source.write_text(f"#include <stdio.h>\n{names}int main(void)\n{{\n{lines}\treturn 0;\n}}\n")
        subprocess.run([cc, "-Werror", "-Wall", *(f"-I{i}" for i in [HEADERS.parent, *include]), source, "-o", program],
                       check=True)
        return subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()


def symbols(nm, name, library):
    text = subprocess.run([nm, "-D", "--defined-only", "--format=just-symbols", library],
                          check=True, capture_output=True, text=True).stdout.split()
    # the node of the version script, and what sanitizers add, are no functions
    return [f"{name} {s.partition('@')[0]}" for s in text if s.startswith("tirc_")]


def stranger(nm, name, library):
    text = subprocess.run([nm, "-D", "--defined-only", "--format=just-symbols", library],
                          check=True, capture_output=True, text=True).stdout.split()
    allowed = ("tirc_", "TIRC_", "tirc.", "__asan_", "__odr_asan", "__ubsan_", "__llvm_", "__profc_")
    return [f"{name} exports {s}, which is not of the API" for s in text if not s.startswith(allowed)]


def split(lines):
    """{what: its number}: symbols have none."""
    out = {}
    for line in lines:
        word, _, number = line.rpartition(" ")
        numbered = re.fullmatch(r"-?\d+", number)
        out[word if numbered else line] = int(number) if numbered else None
    return out


def broken(old, new):
    """What programs built against old (lines) would miss in new."""
    was, now = split(old), split(new)
    for what, number in was.items():
        if what not in now:
            yield f"{what} is gone"
        elif what.startswith("size ") and now[what] < number:
            yield f"{what} was {number}, and is {now[what]}"
        elif not what.startswith("size ") and now[what] != number:
            yield f"{what} was {number}, and is {now[what]}"


def header_version():
    text = (HEADERS / "tirc.h").read_text()
    return [re.search(rf"TIRC_VERSION_{part} (\d+)", text)[1] for part in ("MAJOR", "MINOR")]


def complaints(now):
    major, minor = header_version()
    record = HERE / "api" / f"{major}.{minor}.txt"
    for file in sorted((HERE / "api").glob(f"{major}.*.txt")):
        yield from (f"{line} (test/api/{file.name})" for line in broken(file.read_text().splitlines(), now))
    known = set(record.read_text().splitlines()) if record.exists() else set()
    yield from (f"{line} is new: --record it" for line in now if line not in known)


SELF_TEST = [  # was, is, complaints
    ("core tirc_a", "core tirc_a", 0),
    ("core tirc_a", "core tirc_b", 1),
    ("core tirc_a", "full tirc_a", 1),
    ("size tirc_m 8", "size tirc_m 16", 0),
    ("size tirc_m 16", "size tirc_m 8", 1),
    ("member tirc_m.a 8", "member tirc_m.a 16", 1),
    ("member tirc_m.a 8", "member tirc_m.a 8", 0),
    ("enumerator TIRC_A 1", "enumerator TIRC_A 2", 1),
]


def self_test():
    wrong = [f"{a} -> {b}" for a, b, n in SELF_TEST if len(list(broken([a], [b]))) != n]
    header = "struct tirc_x {\n\tint a; /* struct tirc_y { */\n\tunsigned b, c;\n\tvoid (*d)(int e);\n};\nenum { TIRC_ONE };"
    words = [word for word, _ in questions(bare(header))]
    if words != ["size tirc_x", *(f"member tirc_x.{m}" for m in "abcd"), "enumerator TIRC_ONE"]:
        wrong.append(f"the header is read as {words}")
    return wrong


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--cc", default="cc")
    p.add_argument("--nm", default="nm")
    p.add_argument("--include", action="append", default=[])
    p.add_argument("--core")
    p.add_argument("--full")
    p.add_argument("--record", action="store_true")
    p.add_argument("--self-test", action="store_true")
    a = p.parse_args()
    if a.self_test:
        found = self_test()
    else:
        libraries = {"core": a.core, "full": a.full}
        # libtirc loads libtirc-core, so its programs have both.
        both = {"core": [a.core], "full": [a.core, a.full]}
        now = [s for name, files in both.items() for library in files for s in symbols(a.nm, name, library)]
        now = sorted(now) + layout(a.cc, a.include)
        if a.record:
            (HERE / "api" / f"{'.'.join(header_version())}.txt").write_text("\n".join(now) + "\n")
        found = list(complaints(now))
        found += [s for name, library in libraries.items() for s in stranger(a.nm, name, library)]
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
