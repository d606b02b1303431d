#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of small cases that tell one CSE from another.

    bench/cases.py [--build=build/release] [--cases=DIR]... [--cse=OPTION]... [--record|--check] [GLOB...]

Each case is compiled for Hexagon v67 four times and run under qemu-hexagon:

    a  as it is written, -O3                      c  as TVM's CSE leaves it, -O3
    b  our CSE, then -O3                          d  as written by hand, -O3 (where there is one)

Counted are packets executed, exactly, and the bytes of .text.  Each runs on several rows of inputs;
the table shows the first, the others may only add a note.  b must leave the bytes in every buffer that a
leaves, and must not trap where a does not.  TRAP and WRONG in columns c and d say that those do not.

--cases takes folders of cases from elsewhere (test/cases/README.md says what is in one), --cse passes an
option to tirc for b, --record writes bench/results/cases.json, --check compares with it: it fails if a
b needs more packets than recorded, or is wrong."""
import argparse
import concurrent.futures
import fnmatch
import json
import pathlib
import re
import sys
import tempfile

import numpy as np

import hexagon
import progress
import tables
from hexagon import DTYPES, Broken, Failure, call, scalar_bits, signature
from means import geomean

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORD = ROOT / "bench/results/cases.json"
BROKEN = ("TRAP", "OUTSIDE", "WRONG")  # what may stand for packets

# The rows.  Sizes keep every index of a case inside its buffer; guards are true here and there; "zero"
# and "empty" are for computations that must not leave their guard: there divisors are zero, in "empty" no
# loop runs and all of A is negative.  "shift" moves what is in the buffers, "A" is added to A.  A row on
# which a itself traps or leaves its buffers says nothing about a case.  On "overlap" all buffers are one;
# only programs that allow it are run on it.
ROWS = {
    "main": {"n": 16, "x": 3, "y": 17, "z": 2, "shift": 11, "A": -6},
    "other": {"n": 9, "x": 7, "y": 5, "z": 3, "shift": 3, "A": -6},
    "zero": {"n": 5, "x": 5, "y": 0, "z": 0, "shift": 11, "A": -6},
    "empty": {"n": 0, "x": 5, "y": 0, "z": 0, "shift": 3, "A": -30},
    "negative": {"n": 0, "x": -45, "y": 7, "z": 2, "shift": 11, "A": -6},
    "overlap": {"n": 16, "x": 3, "y": 17, "z": 2, "shift": 11, "A": -6},
}
FRACTION = 0.375  # what a float argument has of its row's number


# ---- arguments ----------------------------------------------------------------------------------
def contents(param, row):
    """Small numbers with no visible order.  Only A has negative ones: others may hold indices."""
    values = (np.arange(param.size) * 7 + row["shift"]) % 23
    if param.name == "A" and not param.ctype.startswith(("u", "b")):
        values += row["A"]
    return values.astype(DTYPES[param.ctype]).tobytes()


def arguments(params, row):
    """The job with a row's numbers; floats have FRACTION of theirs."""
    scalars = [(p, row.get(p.name, 3)) for p in params if p.size is None]
    return hexagon.job_file([contents(p, row) for p in params if p.size is not None],
                            [scalar_bits(v * FRACTION if p.ctype in ("float", "double") else v, p.ctype)
                             for p, v in scalars])


# ---- compile, link, run -------------------------------------------------------------------------
def find_externs(folder):
    """The C file of what the case calls."""
    return next(f for f in (folder / "externs.c", folder.parent / "externs.c", ROOT / "test/cases/externs.c")
                if f.exists())


class Program:
    """One variant of a case, compiled and linked."""

    def __init__(self, tools, folder, variant, source, symbol, options):
        base = tools.temp / f"{folder.parent.name}-{folder.name}-{variant}"
        one = ["--target=hexagon", f"--function={symbol}", source]
        self.params, may_overlap = signature(call(tools.tirc, "--emit=header", "-o", "-", *one), symbol)
        self.rows = [r for r in ROWS if r != "overlap" or may_overlap]
        self.base, kernel = base, base.with_suffix(".o")
        call(tools.tirc, "-O3", *options, "-o", kernel, *one)
        externs = find_externs(folder).read_text()
        for overlap in {False, may_overlap}:
            entry = hexagon.entry_source(self.params, "case_kernel", overlap)
            tools.link(self.path(overlap), kernel, tools.c_object(entry), tools.c_object(externs),
                       options=[f"--defsym=case_kernel={symbol}"])
        self.size = tools.code_size(kernel)

    def path(self, overlap):
        return self.base.with_suffix(".overlap" if overlap else ".elf")

    def run(self, row):
        """Run on a row: packets, and the bytes of all buffers."""
        ran, _ = hexagon.run(self.path(row == "overlap"), arguments(self.params, ROWS[row]))
        return ran.packets, ran.data


def find_folders(places, globs):
    """The cases in these folders (None: the repository's) that match one of the globs (none: all)."""
    return sorted((f for d in places or [ROOT / "test/cases"] for f in d.iterdir()
                   if (f / "tir.py").exists() and any(fnmatch.fnmatch(f.name, g) for g in globs or ["*"])),
                  key=lambda f: f.name)


def find_variants(folder):
    """The variants of a case: letter, source, symbol, whether our CSE runs."""
    own = folder / "tir.py"
    theirs = next(f for f in (folder / "tvm_cse.py", folder / "tvm_cse.txt") if f.exists())
    symbol = re.search(r"^def (\w+)\(", theirs.read_text(), re.M)[1]
    found = [("a", own, "before", False), ("b", own, "before", True), ("c", theirs, symbol, False)]
    if re.search(r"^def ideal\(", own.read_text(), re.M):
        found.append(("d", own, "ideal", False))
    return found


def measure(tools, cse, folder):
    """Everything about one case: by variant its size, by row its packets, and what is wrong with it."""
    case = {"wrong": []}
    reference = {}
    for letter, source, symbol, ours in find_variants(folder):
        program = Program(tools, folder, letter, source, symbol, cse if ours else ["--no-cse", "--no-loops"])
        case[letter] = {"size": program.size, "packets": {}}
        for name in program.rows:
            try:
                packets, data = program.run(name)
            except Broken as e:
                packets, data = str(e), None
            if letter == "a":
                reference[name] = data
            elif reference.get(name) is not None and data != reference[name]:
                packets = packets if data is None else "WRONG"
                if letter == "b":
                    case["wrong"].append(f"b is {packets} on row '{name}'")
            case[letter]["packets"][name] = packets
    return case


# ---- the verdict --------------------------------------------------------------------------------
def is_sound(case, letter):
    """Does TVM's text, or the hand's, do on every row what the program does?"""
    a, other = case["a"]["packets"], case[letter]["packets"]
    return all(other[row] not in BROKEN or a[row] in BROKEN for row in a)


def best(case, get):
    """The lowest of a number over a, and over c where TVM's text is right."""
    values = [get(case[v]) for v in ("a", "c") if v == "a" or is_sound(case, v)]
    return min(v for v in values if isinstance(v, int))


def excess(case, row, against):
    """Packets of b above a's and c's best, or above d's, on a row; 0 where they cannot be told."""
    b = case["b"]["packets"][row]
    if b in BROKEN or case["a"]["packets"][row] in BROKEN:
        return 0
    if against == "d":
        sound = "d" in case and is_sound(case, "d")
        return b - case["d"]["packets"][row] if sound else 0
    return b - best(case, lambda v: v["packets"][row])


def judge(case):
    """The verdict, in words that main() counts, and notes."""
    words, notes = [], []
    if case["wrong"]:
        return ["WRONG"], case["wrong"]
    for against, word in (("ac", "worse"), ("d", "hand missed")):
        by = excess(case, "main", against)
        if by > 0:
            words.append(word)
            notes.append(f"{word} by {by} ({100 * by / (case['b']['packets']['main'] - by):.1f} %)")
        rows = [f"{r} +{excess(case, r, against)}" for r in case["b"]["packets"]
                if r != "main" and excess(case, r, against) > 0]
        if rows:
            notes.append(f"{word} on rows: {', '.join(rows)}")
    grown = case["b"]["size"] - best(case, lambda v: v["size"])
    if grown > 0:
        notes.append(f"size +{grown}")
    return words or ["ok"], (["ok"] if not words else []) + notes


def packets_of(case, letter):
    """Packets of the row "main", or what a variant does wrong on some row."""
    own = case[letter]["packets"]
    broken = next((p for r, p in own.items()
                   if p in BROKEN and case["a"]["packets"][r] not in BROKEN), None)
    return broken or own.get("main", "")


def show(name, case):
    """The line of a case."""
    def cells(get):
        return " ".join(f"{get(case[v]) if v in case else '-':>6}" for v in "abcd")

    packets = " ".join(f"{packets_of(case, v) if v in case else '-':>6}" for v in "abcd")
    print(f"{name:36} {packets}   {cells(lambda v: v['size'])}   {'; '.join(judge(case)[1])}",
          flush=True)


def summary(cases, failed):
    """Print the totals; whether everything is right."""
    words = [w for case in cases.values() for w in judge(case)[0]]
    traps = [n for n, c in cases.items() if not is_sound(c, "c")]
    grown = [n for n, c in cases.items() if c["b"]["size"] > best(c, lambda v: v["size"])]
    b = [c["b"]["packets"]["main"] for c in cases.values()]
    a = [c["a"]["packets"]["main"] for c in cases.values()]
    print(f"\n{len(cases)} cases: {words.count('ok')} ok, {words.count('worse')} worse, "
          f"{words.count('hand missed')} hand missed, {words.count('WRONG')} wrong, {len(failed)} failed; "
          f"larger than the smaller of a and c: {len(grown)}; TVM's traps or is wrong: {len(traps)}")
    if a and all(isinstance(v, int) for v in a + b):
        ratio = geomean(np.array(b) / np.array(a))
        print(f"packets, geometric mean of b / a: {ratio:.3f}")
    return not failed and not words.count("WRONG")


# ---- the record ---------------------------------------------------------------------------------
def record(cases):
    RECORD.parent.mkdir(exist_ok=True)
    lines = [f"{json.dumps(n)}: {json.dumps(c)}" for n, c in sorted(cases.items())]
    RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def compare(cases):
    """Print where b differs from the record; whether nothing grew."""
    recorded, good = json.loads(RECORD.read_text()), True
    for name, case in cases.items():
        if name not in recorded:
            print(f"{name}: not in the record")
            good = False
            continue
        for row, packets in case["b"]["packets"].items():
            before = recorded[name]["b"]["packets"].get(row)
            if packets == before:
                continue
            grew = packets in BROKEN or isinstance(before, int) and packets > before
            print(f"{name}, row '{row}': {packets} packets, recorded {before}{': grew' if grew else ''}")
            good = good and not grew
    print("the record holds" if good else "worse than the record")
    return good


def tabulate(cases):
    """What docs/measured.md shows: packets of the row "main", TRAP or WRONG of what is so on some row, and the verdict."""
    shown = tables.Tables()
    shown.add(["case", "-O3", "ours", "TVM's", "by hand", "verdict"],
              [[name, *(packets_of(case, v) if v in case else "" for v in "abcd"), " ".join(judge(case)[0])]
               for name, case in sorted(cases.items())])
    return shown


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--build", default=str(ROOT / "build/release"))
    p.add_argument("--cases", action="append", type=pathlib.Path, help="a folder of cases")
    p.add_argument("--cse", action="append", default=[], metavar="OPTION", help="for tirc, in b")
    p.add_argument("--record", action="store_true")
    p.add_argument("--check", action="store_true")
    p.add_argument("--jobs", type=int, default=2)
    tables.add_option(p)
    p.add_argument("globs", nargs="*", help="names of cases; default: all")
    progress.add_option(p)
    o = p.parse_args()
    folders = find_folders(o.cases, o.globs)
    cases, failed = {}, []
    print(f"{'':36} {'packets':^27}   {'bytes of .text':^27}")
    print(f"{'case':36} " + "   ".join([" ".join(f"{v:>6}" for v in "abcd")] * 2) + "   verdict")
    with tempfile.TemporaryDirectory(prefix="tirc-cases-") as temp:
        tools = hexagon.Toolchain(o.build, temp)
        with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
            running = [(f.name, pool.submit(measure, tools, o.cse, f)) for f in folders]
            for name, future in progress.over(running, len(running), o.progress):
                try:
                    cases[name] = future.result()
                    show(name, cases[name])
                except Failure as e:
                    failed.append(name)
                    print(f"{name:36} failed: {e}", flush=True)
    good = summary(cases, failed) and bool(cases)
    tabulate(cases).write(o.tables)
    if o.record:
        record(cases)
    if o.check:
        good = compare(cases) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
