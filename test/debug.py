#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""-g changes nothing but debug information, over the corpus.

    test/debug.py [--tirc=FILE] [--llvm=DIR] [--every=N | --all] [--cases=N] [--jobs=N] [GLOB...]

Each text is compiled with -g and without, for the host and for processors of Hexagon.  What is made without is made
with it, and it is the same: the IR that LLVM's passes leave (with --all: the IR that they are given, too), once opt --strip-debug has
taken debug information away, and the instructions of the object.  LLVM itself moves nops: they do not count.  At -O0 a
variable has a place on the stack with -g, so only the exit codes are compared.  The object with -g must name lines of
the text.  --every=N takes each N-th text; --all takes every one, and those of a folder $TIRC_SHARED/corpus, too.
--cases=N takes N of the CASES for a text, others for the next one; 0: all of them.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import progress

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEXTS = ["bench/kernels/*/*.py", "test/corpus/*/*.py", "examples/**/*.py"]
SHARED = ["kernels/*/*.py", "stress/*.py"]
HEXAGON = ["--target=hexagon"]
V73 = [*HEXAGON, "-mcpu=hexagonv73", "-mhvx", "-mhvx-ieee-fp"]
NO_HVX = [*HEXAGON, "-mno-hvx"]
CASES = [[*HEXAGON, "-O2"], ["--target=host", "-O2"], [*HEXAGON, "-O3"], [*V73, "-O2"], [*HEXAGON, "-Os"], [*NO_HVX, "-O2"],
         ["--target=host", "-O1"], [*HEXAGON, "-O0"], ["--target=host", "-O0"], [*HEXAGON, "-O2", "--checked"],
         [*HEXAGON, "-O2", "--abi=tvm-ffi"]]


class Differ(Exception):
    """What is not the same, as a line."""


def call(words):
    return subprocess.run([str(w) for w in words], capture_output=True, text=True, timeout=600)


# ---- IR ------------------------------------------------------------------------------------
NODE = re.compile(r"!(\d+)")


def canonical(text):
    """Lines of IR without names of files and with metadata numbered in the order of its use: what debug information took
    away has left gaps, and a module flag."""
    nodes, lines = {}, []
    for line in text.splitlines():
        node = re.match(r"!(\d+) = (.*)", line)
        if node:
            nodes[node[1]] = node[2]
        elif line and not re.match(r"; ModuleID|source_filename|!llvm\.(module\.flags|dbg\.cu|ident) = ", line):
            lines.append(line)
    number = {}

    def use(found):
        number.setdefault(found[1], len(number))
        return f"!{number[found[1]]}"

    out, done = [NODE.sub(use, line) for line in lines], 0
    while done < len(number):
        name = list(number)[done]
        out.append(f"!{done} = {NODE.sub(use, nodes.get(name, ''))}")
        done += 1
    return out


def ir(o, folder, words, text):
    """The IR, without debug information."""
    made = folder / "made.ll"
    done = call([o.tirc, "-w", *words, "--emit=ll", "-o", made, text])
    if done.returncode:
        return done.stderr
    stripped = call([f"{o.llvm}/opt", "-S", "--strip-debug", made, "-o", "-"])
    if stripped.returncode:
        raise Differ(f"opt does not read the IR: {stripped.stderr.strip()[:300]}")
    return canonical(stripped.stdout)


# ---- Instructions --------------------------------------------------------------------------
INSTRUCTION = re.compile(r"\s*([0-9a-f]+):\s*(.*)")
LABEL = re.compile(r"[0-9a-f]+ <(.*)>:")
TARGET = re.compile(r"0x[0-9a-f]+ <(.*?)(?:\+0x([0-9a-f]+))?>")


def instructions(listing):
    """Of a disassembly, without nops and where one packet ends.  A jump names the instruction it goes to by its number."""
    found, at, place, symbol = [], {}, {}, None
    for line in listing.splitlines():
        label, row = LABEL.match(line), INSTRUCTION.match(line)
        if label:
            symbol = label[1]
            found.append(f"{symbol}:")
        elif line.startswith("Disassembly of section"):
            symbol = None
            found.append(line)
        elif row and "R_" not in line:
            text = re.sub(r"\s*(?:\{|\}(?!.*\S)|\}:endloop\d+)\s*", " ", row[2]).strip()
            address = int(row[1], 16)
            if symbol is not None and symbol not in place:
                place[symbol] = address
            at[address] = len(found)
            if text and not re.match(r"nop\w*\b|data16|cs nop", text):
                found.append(text)
        elif row:
            found.append(re.sub(r"\+0x[0-9a-f]+$", "", row[2]) if ".text" in row[2] else row[2])

    def target(seen):
        address = place.get(seen[1], 0) + int(seen[2] or "0", 16)
        return f"<{at.get(address, 'end')}>"

    return [TARGET.sub(target, line) for line in found]


def code(o, folder, words, text):
    """The object's instructions, and the lines that its debug information names."""
    made = folder / "made.o"
    done = call([o.tirc, "-w", *words, "-c", "-o", made, text])
    if done.returncode:
        return done.stderr, None
    shown = call([f"{o.llvm}/llvm-objdump", "-dr", "--no-show-raw-insn", made])
    return instructions(shown.stdout), made


def names_lines(o, made, text):
    """Does the object name lines that the text has?"""
    told = call([f"{o.llvm}/llvm-dwarfdump", "--debug-line", made]).stdout
    rows = [int(n) for n in re.findall(r"^0x[0-9a-f]+\s+(\d+)\s", told, flags=re.M)]
    n = len(text.read_text().splitlines())
    return any(rows) and all(line <= n for line in rows)


# ---- A text --------------------------------------------------------------------------------
def same(what, plain, debug):
    if plain == debug:
        return
    if isinstance(debug, str):
        raise Differ(f"{what} with -g: {debug.strip()[:300]}")
    if isinstance(plain, str):
        raise Differ(f"{what} without -g alone: {plain.strip()[:300]}")
    at = next((i for i, (x, y) in enumerate(zip(plain, debug)) if x != y), min(len(plain), len(debug)))
    raise Differ(f"{what}: {''.join(plain[at:at + 1])[:150]!r}; with -g: {''.join(debug[at:at + 1])[:150]!r}")


def compare(o, folder, text, words):
    """Compare all that is made of a text; False: it is refused with -g and without."""
    if "-O0" in words:
        a, b = (call([o.tirc, "-w", *words, *g, "-c", "-o", folder / "made.o", text]) for g in ([], ["-g"]))
        if a.returncode != b.returncode:
            raise Differ(f"exit codes: {a.returncode}; with -g: {b.returncode}, {b.stderr.strip()[:300]}")
        return not a.returncode
    stages = [("IR for LLVM", ["--after=lower"])] * o.all + [("IR after LLVM", [])]
    for what, more in stages:
        plain = ir(o, folder, [*words, *more], text)
        same(what, plain, ir(o, folder, [*words, *more, "-g"], text))
    plain, made = code(o, folder, words, text)
    debug, made = code(o, folder, [*words, "-g"], text)
    same("instructions", plain, debug)
    if made and not names_lines(o, made, text):
        raise Differ("the object with -g names no line, or one that the text has not")
    return bool(made)


def check(o, text, cases):
    """What is wrong with a text, a line each; how many comparisons there were, and how many texts were refused."""
    wrong, n, refused = [], 0, 0
    with tempfile.TemporaryDirectory(prefix="tirc-debug-") as folder:
        for words in cases:
            try:
                done = compare(o, pathlib.Path(folder), text, words)
                n += done
                refused += not done
            except (Differ, subprocess.TimeoutExpired) as e:
                wrong.append(f"{text}: {' '.join(words)}: {e}")
    return wrong, n, refused


def cases_of(i, n):
    """Those of the text with the number i: the first one, which is what most users compile for, and n - 1 in turn."""
    others = CASES[1:]
    return CASES[:1] + [others[(i * (n - 1) + k) % len(others)] for k in range(n - 1)] if n else CASES


def texts(o):
    found = sorted(f for t in TEXTS for f in ROOT.glob(t) if "prim_func" in f.read_text())
    shared = pathlib.Path(os.environ.get("TIRC_SHARED", ROOT.parent / "shared")) / "corpus"
    if o.all:
        found += sorted(f for t in SHARED for f in shared.glob(t))
    found = [f for f in found if any(fnmatch.fnmatch(str(f), f"*{g}*") for g in o.globs)]
    return found if o.all else found[::o.every]


def self_test():
    """A difference in the IR or in an instruction is seen; moved nops and numbers of metadata are not."""
    head = "define void @f() {\n"
    assert canonical(head + "br !llvm.loop !3\n!0 = x\n!3 = !{!3, !4}\n!4 = y") == \
        canonical(head + "br !llvm.loop !1\n!1 = !{!1, !2}\n!2 = y")
    assert canonical("br !llvm.loop !3\n!3 = !{!3}") != canonical("br !llvm.loop !3\n!3 = !{!3, !4}\n!4 = y")
    a = "0000 <f>:\n 0: { r0 = r1\n 4: nop }\n 8: { jump 0xc <f+0xc> }\n c: { jumpr r31 }\n"
    b = "0000 <f>:\n 0: { r0 = r1 }\n 4: { jump 0x8 <f+0x8> }\n 8: { jumpr r31 }\n"
    assert instructions(a) == instructions(b)
    assert instructions(a) != instructions(b.replace("<f+0x8>", "<f+0x4>"))
    assert instructions(a) != instructions(b.replace("r0 = r1", "r0 = r2"))
    assert {str(c) for i in range(len(CASES)) for c in cases_of(i, 2)} == {str(c) for c in CASES}
    return 0


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tirc", default=str(ROOT / "build/release/bin/tirc"))
    p.add_argument("--llvm", default="/usr/lib/llvm-22/bin", help="folder of LLVM's programs")
    p.add_argument("--every", type=int, default=1)
    p.add_argument("--all", action="store_true")
    p.add_argument("--cases", type=int, default=2)
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--self-test", action="store_true")
    progress.add_option(p)
    p.add_argument("globs", nargs="*", default=["*"])
    o = p.parse_args()
    if o.self_test:
        return self_test()
    files, count = texts(o), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        done = pool.map(lambda i: check(o, files[i], cases_of(i, o.cases)), range(len(files)))
        for wrong, n, refused in progress.over(done, len(files), o.progress):
            print(*wrong, sep="\n", end="\n" if wrong else "", flush=True)
            count.update(wrong=len(wrong), compared=n, refused=refused)
    print(f"{len(files)} texts, {count['compared']} compared with -g and without, {count['refused']} refused by both: "
          f"{count['wrong']} differ")
    return 1 if count["wrong"] or not count["compared"] else 0


if __name__ == "__main__":
    sys.exit(main())
