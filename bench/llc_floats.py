#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""llc_floats.py --llc=22=COMMAND [--llc=23=COMMAND...] [--page]: what llc makes of operations on vectors of floats, on Hexagon.

A row is one operation on a register of halves or of floats, as LLVM IR; a column a processor with its format of floats.  Told is how
many instructions of vectors come of it and, if that is not the same, how many of them are instructions of floats; or how it is done
element by element.  Where the versions of LLVM differ, each is told.  A command may have words: `ld.so --library-path DIR llc` runs a
version that was unpacked beside its own C library.

--page: write docs/llvm-floats.md."""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TYPES = {"half": "<64 x half>", "float": "<32 x float>"}
PROCESSORS = {"v73, IEEE": ("hexagonv73", "+hvxv73,+hvx-length128b,+hvx-ieee-fp"), "v73, qfloat": ("hexagonv73", "+hvxv73,+hvx-length128b,+hvx-qfloat"),
              "v79, IEEE": ("hexagonv79", "+hvxv79,+hvx-length128b,+hvx-ieee-fp"), "v79, qfloat": ("hexagonv79", "+hvxv79,+hvx-length128b,+hvx-qfloat")}
LIMIT = 60  # seconds
FLOAT = re.compile(r"\.(?:hf|sf|qf16|qf32|bf)\b")
VECTOR = re.compile(r"\bv\d+")


def bodies():
    """By operation: the body of a function of two vectors a and b, of type T with elements E, that returns one of type T."""
    two = {"add": "fadd", "subtract": "fsub", "multiply": "fmul", "divide": "fdiv"}
    rows = {name: f"%r = {op} T %a, %b" for name, op in two.items()}
    rows["multiply, add"] = "%m = fmul T %a, %b\n  %r = fadd T %m, %a"
    rows["negate"] = "%r = fneg T %a"
    calls = {"fused multiply-add": ("fma", "T %a, T %b, T %a"), "absolute value": ("fabs", "T %a"), "square root": ("sqrt", "T %a"), "floor": ("floor", "T %a"),
             "round to even": ("roundeven", "T %a"), "truncate": ("trunc", "T %a"), "minnum": ("minnum", "T %a, T %b"), "maxnum": ("maxnum", "T %a, T %b"),
             "minimum": ("minimum", "T %a, T %b"), "maximum": ("maximum", "T %a, T %b"), "exp": ("exp", "T %a")}
    rows |= {name: f"%r = call T @llvm.{f}(T)({args})" for name, (f, args) in calls.items()}
    rows |= {f"choose, {word}": f"%c = fcmp {op} T %a, %b\n  %r = select M %c, T %a, T %b"
             for word, op in (("equal", "oeq"), ("less", "olt"), ("less or equal", "ole"), ("unordered", "uno"))}
    for bits in (8, 16, 32):
        rows[f"to int{bits} and back"] = f"%i = fptosi T %a to <N x i{bits}>\n  %r = sitofp <N x i{bits}> %i to T"
    rows["to the other float"] = "%r = fpOUT T %a to OTHER"
    return rows


def module(body, element):
    lanes = {"half": 64, "float": 32}[element]
    other, convert = ("float", "fpext") if element == "half" else ("half", "fptrunc")
    returned = f"<{lanes} x {other}>" if "OTHER" in body else TYPES[element]
    suffix = {"half": f"v{lanes}f16", "float": f"v{lanes}f32"}[element]
    body = re.sub(r"@llvm\.(\w+)\(T\)", rf"@llvm.\1.{suffix}", body)
    body = body.replace("fpOUT", convert).replace("OTHER", returned).replace("<N x", f"<{lanes} x")
    body = re.sub(r"\bM\b", f"<{lanes} x i1>", re.sub(r"\bT\b", TYPES[element], body))
    calls = re.search(r"call .* (@\S+?)\((.*)\)$", body, re.MULTILINE)
    declared = f"declare {TYPES[element]} {calls[1]}({', '.join([TYPES[element]] * calls[2].count('%'))})\n" if calls else ""
    return f"{declared}define {returned} @f({TYPES[element]} %a, {TYPES[element]} %b) {{\n  {body}\n  ret {returned} %r\n}}\n"


def measure(command, cpu, attributes, text):
    """What llc makes of the text, in a few characters."""
    begin = time.monotonic()
    try:
        done = subprocess.run([*shlex.split(command), "-mtriple=hexagon", f"-mcpu={cpu}", f"-mattr={attributes}", "-O3", "-o", "-"],
                              input=text, capture_output=True, text=True, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return f"over {LIMIT} s"
    if done.returncode:
        return "error" if done.returncode == 1 else "crash"
    lines = [line for line in done.stdout.splitlines() if re.match(r"\s+[^.\s/]", line)]
    vectors = [line for line in lines if VECTOR.search(line) and "vmem" not in line]
    scalars = len(lines) - len(vectors)
    calls = sum("call" in line for line in lines)
    slow = f", {time.monotonic() - begin:.0f} s" if time.monotonic() - begin > 5 else ""
    if calls or scalars > 60:
        return f"by element: {len(lines)} lines" + (f", {calls} calls" if calls else "") + slow
    floats = sum(bool(FLOAT.search(line)) for line in vectors)
    return (str(len(vectors)) if floats == len(vectors) else f"{len(vectors)} ({floats})") + slow


def cell(found):
    """What the versions make of a row: once, if all make the same of it."""
    if len(set(found.values())) == 1:
        return next(iter(found.values()))
    return "; ".join(f"LLVM {version}: {what}" for version, what in found.items())


def table(llcs):
    """By element type and operation: a cell for each processor."""
    jobs = [(element, name, processor, version) for element in TYPES for name in bodies() for processor in PROCESSORS for version in llcs]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(jobs, pool.map(lambda j: measure(llcs[j[3]], *PROCESSORS[j[2]], module(bodies()[j[1]], j[0])), jobs)))
    return {element: {name: [cell({v: found[element, name, processor, v] for v in llcs}) for processor in PROCESSORS] for name in bodies()}
            for element in TYPES}


def page(llcs):
    notes = " ".join(__doc__.split("\n\n", 1)[1].split("--page")[0].split())
    text = f"# What LLVM makes of vectors of floats\n\n`bench/llc_floats.py --page` writes this page, here of LLVM {' and '.join(llcs)}. {notes}\n"
    for element, operations in table(llcs).items():
        text += f"\n## {TYPES[element]}\n| operation | " + " | ".join(PROCESSORS) + " |\n" + "|---" * (len(PROCESSORS) + 1) + "|\n"
        text += "".join(f"| {name} | " + " | ".join(cells) + " |\n" for name, cells in operations.items())
    return text


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--llc", action="append", required=True, help="VERSION=COMMAND")
    p.add_argument("--page", action="store_true")
    options = p.parse_args()
    text = page(dict(pair.split("=", 1) for pair in options.llc))
    if options.page:
        (ROOT / "docs/llvm-floats.md").write_text(text)
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
