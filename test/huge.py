#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""huge.py: programs too large for LLVM's optimisation end all the same, with a word on what was left out.

    test/huge.py [--tirc=FILE] [--only=GLOB] [--short | --few] [--scale=X] [--jobs=N] [--levels=-O2,...] [-v]

Each shape below, in its size, goes through the command at -O0 to -O3 and -Os, for the host and for Hexagon, to an
object.  It must end well within SECONDS of processor time and MEMORY; a shape with True must be told of
("LLVM does not optimise ...") from -O1 on, the others may be.  --scale=X takes X times as many of everything, where only
an end by a sentence counts; --short runs each shape once, at one level for one target; --few so, and the slow ones in a part of their size, within that
part of SECONDS."""
import argparse
import concurrent.futures
import fnmatch
import itertools
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

LEVELS = ["-O0", "-O1", "-O2", "-O3", "-Os"]
TARGETS = ["host", "hexagon"]
SECONDS, MEMORY = 100, 4 << 30  # of processor time: the slowest takes 30 where nobody else is at work, and more where two share a core
# What of its size a shape has with --few: it is still large enough for LLVM's time to be limited.
PARTS = {"stores": 0.4, "copies": 0.4, "bytes": 0.4, "sum": 0.4, "sum-balanced": 0.4, "sums": 0.4, "ands": 0.25, "loops-jam": 0.25,
         "vectors-digits-many": 0.25, "vectors-wide": 0.25, "vectors-select": 0.25, "vectors-casts": 0.25, "vectors-sum": 0.25,
         "functions-large": 0.4}
SAYS = "note: LLVM does not optimise"
INTS = 'A: T.Buffer((4096,), "int32"), B: T.Buffer((4096,), "int32"), x: T.int32, y: T.int32'
FLOATS = 'A: T.Buffer((4096,), "float32"), B: T.Buffer((4096,), "float32"), x: T.int32, y: T.int32'
BYTES = 'A: T.Buffer((65536,), "uint8"), B: T.Buffer((65536,), "uint8"), x: T.int32, y: T.int32'


def nest(n, head, inner):
    """n heads, one in the other, around inner."""
    return [" " * k + head.format(k=k) for k in range(n)] + [" " * n + line for line in inner]


def each(n, *lines):
    return [line.format(k=k, m=k % 4096, d=(k * 7 + 3) % 4096, p=k - 1) for k in range(n) for line in lines]


def funcs(n, *lines):
    head = "    @T.prim_func\n    def f{k}(" + INTS + "):"
    return [f for k in range(n) for f in (head.format(k=k), *("        " + line.format(k=k) for line in lines))]


def butterflies(n):
    h, lines = 1, []
    while h < n:
        for s, j in ((s, j) for s in range(0, n, 2 * h) for j in range(s, s + h)):
            w = (j * 7919 + h) % 12289
            lines += [f"u{h}_{j}: T.let[T.int32] = A[{j}]",
                      f"v{h}_{j}: T.let[T.int32] = T.truncmod(A[{j + h}] * {w}, 12289)",
                      f"A[{j}] = T.truncmod(u{h}_{j} + v{h}_{j}, 12289)",
                      f"A[{j + h}] = T.truncmod(u{h}_{j} - v{h}_{j} + 12289, 12289)"]
        h *= 2
    return lines


def balanced(terms, op):
    while len(terms) > 1:
        terms = [f"({op.join(terms[i:i + 2])})" for i in range(0, len(terms), 2)]
    return terms[0]


SHAPES = {
    # name: (size, is surely told of, parameters or None for a module, lines of n)
    "stores": (50000, True, INTS, lambda n: each(n, "B[{m}] = A[{d}] * x + {k}")),
    "copies": (50000, True, INTS, lambda n: each(n, "B[{m}] = A[{d}]")),
    "stencil": (20000, True, f'A: T.Buffer(({1 << 18},), "int32"), B: T.Buffer(({1 << 18},), "int32"), x: T.int32',
                lambda n: each(n, "B[x * 3 + {k}] = A[x * 3 + {k}] + A[x * 3 + {k} + 1] * 3 + A[x * 3 + {k} + 2]")),
    "bytes": (50000, True, BYTES, lambda n: each(n, "B[{k}] = A[{k}] + A[{d}]")),
    "cells": (20000, True, INTS, lambda n: each(n, "B[{m}] = B[{d}] + A[{m}]")),
    "sum": (100000, True, INTS, lambda n: ["B[0] = " + " + ".join(each(n, "A[{m}] * {k}"))]),
    "sum-right": (20000, True, INTS, lambda n: ["B[0] = " + "A[1] + (" * n + "x" + ")" * n]),
    "sum-balanced": (100000, True, INTS, lambda n: ["B[0] = " + balanced(each(n, "A[{m}] * {k}"), " + ")]),
    "sum-floats": (50000, True, FLOATS, lambda n: ["B[0] = " + " + ".join(each(n, "A[{m}]"))]),
    "sums": (1000, True, INTS, lambda n: each(n, "B[{m}] = " + " + ".join(f"A[({{k}} + x) % {j + 2}]"
                                                                          for j in range(30)))),
    "sum-loop": (20000, True, INTS, lambda n: ["for i in range(4096):",
                                               "    B[i] = " + " + ".join(each(n, "A[(i + {k}) % 4096]"))]),
    "loop-body": (20000, True, INTS, lambda n: ["for i in range(64):"] + each(n, "    B[i * 64 + {k} % 64] = "
                                                                              "A[i * 64 + {k} % 61] + {k}")),
    "steps": (100000, True, INTS, lambda n: ["B[0] = " + "(" * n + "x" + "".join(each(n, " * y + {k})"))]),
    "steps-same": (100000, True, INTS, lambda n: ["B[0] = " + "(" * n + "A[0]" + " * x + y)" * n]),
    "steps-bound": (50000, True, INTS, lambda n: ["v0: T.let[T.int32] = x"] + [
        f"v{k + 1}: T.let[T.int32] = v{k} * y + A[{k % 4096}]" for k in range(n)] + [f"B[0] = v{n}"]),
    "steps-float": (50000, True, FLOATS, lambda n: ["B[0] = " + "(" * n + "A[0]" + " * A[1] + A[2])" * n]),
    "selects": (20000, True, INTS, lambda n: ["B[0] = " + "".join(each(n, "T.Select(x < {k}, y + {k}, ")) + "0" +
                                              ")" * n]),
    "branches": (10000, False, INTS, lambda n: each(n, "if A[{m}] < x + {k}:", "    B[{m}] = {k}")),
    "else-if": (190, False, INTS, lambda n: [line for k in range(n) for line in (
        " " * k + f"if A[{k}] < x:", " " * k + f" B[{k}] = y", " " * k + "else:")] + [" " * n + "B[0] = 1"]),
    "ands": (40000, False, INTS, lambda n: ["if " + " and ".join(each(n, "A[{m}] < x + {k}")) + ":", "    B[0] = 1"]),
    "ors": (40000, False, INTS, lambda n: ["B[0] = T.if_then_else(" + " or ".join(each(n, "x * {k} == y")) + ", 1, 2)"]),
    "minima": (50000, True, INTS, lambda n: ["B[0] = " + "T.min(" * n + "x" + "".join(each(n, ", A[{m}])"))]),
    "lazy": (150, False, INTS, lambda n: ["B[0] = " + "".join(each(n, "T.if_then_else(x == {k}, A[{m}], ")) + "0" +
                                           ")" * n]),
    "divisions": (5000, False, INTS, lambda n: each(n, "B[{m}] = A[{d}] // (x + {k}) + A[{m}] % (y + {k})")),
    "divisions-constant": (10000, False, INTS, lambda n: each(n, "B[{m}] = A[{d}] // ({k} + 3) + A[{m}] % ({k} + 7)")),
    "loops-nested": (60, True, INTS, lambda n: nest(n, "for i{k} in range(x):", ["B[i0] = A[i1] + i2"])),
    "loops-nested-32": (31, False, INTS, lambda n: nest(n, "for i{k} in range(x):", ["B[i0] = A[i1] + i2"])),
    "loops-constant": (60, True, INTS, lambda n: nest(n, "for i{k} in range(2):", ["B[i0] = A[i1] + i2"])),
    "loops-grid": (3000, False, INTS, lambda n: each(n, "for i, j in T.grid(64, 64):",
                                                     "    B[i * 64 + j] = A[j * 64 + i] + {k}")),
    "loops-jam": (100, False, INTS, lambda n: each(n, "for i in range(32):", "    for j in range(32):",
                                                   "        for k in range(32):",
                                                   "            B[i * 32 + j] = B[i * 32 + j] + "
                                                   "A[i * 32 + k] * A[k * 32 + j]")),
    "whiles": (2000, False, INTS, lambda n: each(n, "while A[{m}] < x:", "    A[{m}] = A[{m}] + {k}")),
    "unrolled": (8192, True, INTS, lambda n: [f"for i in T.unroll({n}):", "    B[i % 4096] = A[(i * 7) % 4096] * x + i"]),
    "unrolled-nested": (90, True, INTS, lambda n: [f"for i in T.unroll({n}):", f"    for j in T.unroll({n}):",
                                                   f"        B[(i * {n} + j) % 4096] = A[(j * {n} + i) % 4096] * x"]),
    "vectors": (2000, False, INTS, lambda n: each(n, "B[T.Ramp({m} // 64 * 64, 1, 32)] = A[T.Ramp({d} // 64 * 64, 1, 32)]"
                                                  " * T.Broadcast(x, 32)")),
    "vectors-digits": (40, False, BYTES, lambda n: each(
        n, "B[T.Ramp({k} * 384, 1, 384)] = A[(T.Ramp(x + {k}, 3, 384) // 7) % 700 * 3 + T.Ramp(y, 5, 384) % 96]")),
    "vectors-digits-many": (100, False, BYTES, lambda n: each(
        n, "B[T.Ramp({k} * 128, 1, 128)] = A[T.Ramp(x + {k}, 1, 128) // 3 + T.Ramp(y, 1, 128) % 11]")),
    "vectors-loop-digits": (40, False, INTS, lambda n: each(
        n, "for i in T.vectorized(384):", "    B[i + {k}] = A[(i * 3 + 2) % 700] // 3 - T.truncmod(A[(i * 5) % 701], 7)")),
    "vectors-wide": (40, False, INTS, lambda n: each(
        n, "B[T.Ramp(0, 1, 4096)] = A[T.Ramp(0, 1, 4096)] // (B[T.Ramp(0, 1, 4096)] + T.Broadcast({k}, 4096))")),
    "vectors-select": (100, False, INTS, lambda n: each(
        n, "B[T.Ramp(0, 1, 1024)] = T.Select(A[T.Ramp(0, 1, 1024)] < T.Broadcast(x + {k}, 1024), "
        "B[T.Ramp(0, 1, 1024)], A[T.Ramp(0, 1, 1024)] + T.Broadcast({k}, 1024))")),
    "vectors-casts": (100, False, INTS, lambda n: each(
        n, 'B[T.Ramp(0, 1, 512)] = T.Cast("int32x512", T.Cast("int8x512", A[T.Ramp(0, 1, 512)]) * '
        'T.Cast("int8x512", B[T.Ramp(0, 1, 512)]))')),
    "vectors-sum": (1000, False, INTS, lambda n: ["B[T.Ramp(0, 1, 128)] = " + " + ".join(
        each(n, "A[T.Ramp({k}, 1, 128)] * T.Broadcast({k}, 128)"))]),
    "butterflies": (1024, True, INTS, butterflies),
    "allocations": (5000, False, INTS, lambda n: each(n, 'b{k} = T.alloc_buffer((64,), "int32")', "b{k}[{k} % 64] = A[{m}]",
                                                      "B[{m}] = b{k}[{k} % 64]")),
    "exponentials": (10000, False, FLOATS, lambda n: each(n, "B[{m}] = T.exp(A[{d}]) + T.sqrt(A[{m}])")),
    "halves": (5000, False, 'A: T.Buffer((4096,), "float16"), B: T.Buffer((4096,), "float16")',
               lambda n: each(n, "B[{m}] = A[{d}] * A[{m}] + A[0]")),
    "wide-integers": (10000, True, 'A: T.Buffer((4096,), "int64"), B: T.Buffer((4096,), "int64")',
                      lambda n: each(n, "B[{m}] = A[{d}] * A[{m}] + A[0]")),
    "calls": (20000, False, INTS, lambda n: each(n, 'T.evaluate(T.call_extern("int32", "g", x, y + {k}))')),
    "asserts": (5000, False, INTS, lambda n: each(n, 'assert A[{m}] > {k}, "number {k}"')),
    "parameters": (5000, False, None, lambda n: [
        "    @T.prim_func", "    def f(" + ", ".join(f"p{k}: T.int32" for k in range(n)) +
        ', B: T.Buffer((4096,), "int32")):'] + each(n, "        B[{m}] = p{k} + {k}")),
    "buffers": (1000, False, None, lambda n: [
        "    @T.prim_func", "    def f(" + ", ".join(f'p{k}: T.Buffer((64,), "int32")' for k in range(n)) + "):"] +
        each(n, "        p{k}[0] = p0[{k} % 64] + p{k}[1]")),
    "functions": (500, False, None, lambda n: funcs(n, "for i in range(64):", "    B[i] = A[i] * (x * {k} + 1) + A[i] // y")),
    "functions-large": (20, True, None, lambda n: funcs(n, *(f"B[{k}] = A[{k + 1}] * x + {{k}}" for k in range(4000)))),
}


def text(name, scale):
    n, _, params, lines = SHAPES[name]
    n = max(1, int(n * scale))
    head = ["from tvm.script import ir as I", "from tvm.script import tirx as T"]
    if params is None:
        return "\n".join([*head, "@I.ir_module", "class M:", *lines(n)]) + "\n"
    return "\n".join([*head, "@T.prim_func", f"def main({params}):", '    T.func_attr({"tirx.noalias": True})',
                      *("    " + line for line in lines(n))]) + "\n"


def part_of(o, name):
    return PARTS.get(name, 1) if o.few else 1


def bounds(part):
    seconds = int(SECONDS * part)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(o, folder, name, level, target):
    """(what is wrong or None, seconds)"""
    file = folder / f"{name}.py"
    child = subprocess.Popen([o.tirc, level, f"--target={target}", "-c", "-o", folder / f"{name}{level}.{target}.o", file],
                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                             preexec_fn=lambda: bounds(part_of(o, name)))
    said = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = code = os.waitstatus_to_exitcode(status)
    seconds = usage.ru_utime + usage.ru_stime
    (folder / f"{name}{level}.{target}.o").unlink(missing_ok=True)
    told = SAYS in said
    if o.verbose:
        print(f"{name} {level} {target}: {seconds:.1f} s, {usage.ru_maxrss >> 10} MiB{', told' if told else ''}, {code}",
              flush=True)
    if code < 0:
        return f"signal {-code} after {seconds:.1f} s: {said[:200]}"
    if code and (o.scale == 1 or code != 1 or "error: " not in said or "internal error" in said):
        return f"exit code {code}: {said[:200]}"
    if o.scale == 1 and SHAPES[name][1] and level != "-O0" and not told:
        return f"nothing is said of what was left out ({seconds:.1f} s)"
    return None


def main():
    here = pathlib.Path(__file__).resolve().parent.parent / "build" / "release"
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--tirc", default=here / "bin" / "tirc")
    ap.add_argument("--only", default="*")
    ap.add_argument("--short", action="store_true")
    ap.add_argument("--few", action="store_true")
    ap.add_argument("--scale", type=float, default=1)
    ap.add_argument("--jobs", type=int, default=2)
    ap.add_argument("--levels", default=",".join(LEVELS))
    ap.add_argument("-v", "--verbose", action="store_true")
    o = ap.parse_args()
    names = [n for n in SHAPES if fnmatch.fnmatch(n, o.only)]
    ways = list(itertools.product(o.levels.split(","), TARGETS))
    work = [(n, *way) for i, n in enumerate(names) for way in ([ways[i * 3 % len(ways)]] if o.short or o.few else ways)]
    with tempfile.TemporaryDirectory(prefix="tirc-huge-") as folder:
        folder = pathlib.Path(folder)
        for name in {w[0] for w in work}:
            (folder / f"{name}.py").write_text(text(name, o.scale * part_of(o, name)))
        with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
            ends = list(pool.map(lambda w: run(o, folder, *w), work))
    bad = [f"{' '.join(w)}: {why}" for w, why in zip(work, ends) if why]
    print("\n".join([*bad, f"{len(work)} runs of {len(names)} shapes, {len(bad)} wrong"]))
    return bool(bad) or not work


if __name__ == "__main__":
    sys.exit(main())
