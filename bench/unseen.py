#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that nobody tuned for (#6): packets with our CSE against those without.

    bench/unseen.py [--build=build/release] [--kernel=GLOB]... [--jobs=2] [--worst=20]

What pays is decided by a model of what LLVM does (loops/order/unroll_jam_cost.c), made by looking at the kernels of
bench/kernels.  Here are their neighbours: the same kernels in other sizes and with elements of another type,
and loops over rows of many lengths, products in four orders, stencils, and windows of scalars and of vectors.  Each is compiled at -O2 and -O3
with our CSE and without, run under qemu-hexagon and compared with the interpreter.  Printed are the worst,
and the geometric mean.  A neighbour that is no program (an index leaves its buffer) is left out, and counted.
Fails if one is wrong or cannot be compiled.  Run by hand: about five minutes."""
import argparse
import concurrent.futures
import fnmatch
import pathlib
import re
import sys
import tempfile

import configurations
import hexagon
import progress
import sets
from configurations import PAIRS, QUICK
from hexagon import ROOT, Broken, Failure
from means import geomean

WORSE = 1.01
# What becomes of each number from 16 to 999: extents, offsets and constants alike.
SIZES = {"p3": lambda n: n + 3, "p4": lambda n: n + 4, "p5": lambda n: n + 5, "p16": lambda n: n + 16,
         "p24": lambda n: n + 24, "x2": lambda n: 2 * n, "half": lambda n: max(8, n // 2)}
ROWS = [(64, n) for n in (24, 28, 31, 34, 48, 52, 56, 60, 63, 64, 68, 88, 92, 96, 100, 116, 120, 124, 125, 127, 128,
                          140, 160, 180, 188, 200, 220, 250, 256, 300, 400, 500, 640, 768)] + \
    [(60, 68), (61, 63), (48, 92), (37, 125), (96, 32), (33, 160), (100, 47), (24, 24), (25, 40)]
PRODUCTS = [(32, 32, 32), (24, 36, 40), (20, 60, 20), (17, 33, 19), (16, 64, 48), (30, 44, 26), (12, 124, 10)]
STENCILS = [(20, 36), (33, 65), (16, 64), (30, 30), (35, 35), (40, 40), (48, 48), (64, 64), (34, 72), (50, 100)]
BODIES = {
    "dot": "y[i] = y[i] + A[i, j] * x[j]",
    "axpy": "y[j] = y[j] + A[i, j] * x[i]",
    "both": "y[j] = y[j] + A[i, j] * x[i]\n        z[i] = z[i] + A[i, j]",
    "column": "y[i] = y[i] + A[j % {m}, i % {n}] * x[j]",
    "outer": "C[i, j] = C[i, j] + x[i] * x[j] + y[j]",
}
POINTS = {"cross": "T.truncdiv(A[i, j] + A[i, j - 1] + A[i, j + 1] + A[i + 1, j] + A[i - 1, j], 5)",
          "square": "A[i, j] * 4 + (A[i, j - 1] + A[i, j + 1] + A[i + 1, j] + A[i - 1, j]) * 2 + A[i - 1, j - 1]"
                    " + A[i - 1, j + 1] + A[i + 1, j - 1] + A[i + 1, j + 1]"}


def text(name, buffers, body):
    """A kernel of int32 buffers, those of capital letters and x filled."""
    params = ", ".join(f'{b}: T.Buffer({shape}, "int32")' for b, shape in buffers.items())
    fills = "".join(f"# fill {b} -9 9\n" for b in buffers if b.isupper() or b == "x")
    return (f"{fills}# from tvm.script import tirx as T\n\n@T.prim_func(s_tir=True)\ndef {name}({params}):\n"
            f'    T.func_attr({{"tirx.noalias": True}})\n{body}\n')


def loops():
    """(name, text) of the loops made here."""
    for (m, n) in ROWS:
        for word, body in BODIES.items():
            name, longest = f"{word}_{m}_{n}", max(m, n)
            buffers = {b: (m, n) for b in "AC" if f"{b}[" in body} | {b: (longest,) for b in "xyz" if f"{b}[" in body}
            yield name, text(name, buffers, f"    for i, j in T.grid({m}, {n}):\n        {body.format(m=m, n=n)}")
    for (m, n, k) in PRODUCTS:
        extents = {"i": m, "j": n, "k": k}
        for order in ("ijk", "ikj", "jik", "kij"):
            name = f"product_{order}_{m}_{n}_{k}"
            grid = f"    for {', '.join(order)} in T.grid({', '.join(str(extents[v]) for v in order)}):"
            yield name, text(name, {"A": (m, k), "B": (k, n), "C": (m, n)},
                             f"{grid}\n        C[i, j] = C[i, j] + A[i, k] * B[k, j]")
    for (m, n) in STENCILS:
        for word, point in POINTS.items():
            name = f"{word}_{m}_{n}"
            yield name, text(name, {"A": (m, n), "B": (m, n)},
                             f"    for i in range(1, {m - 1}):\n        for j in range(1, {n - 1}):\n"
                             f"            B[i, j] = {point}")


WINDOWS = {
    "taps": "{0} + {1} + {2}", "two": "{0} + {1}", "weighted": "{0} + {1} * {w} + {2}",
    "box": "{0} + {1} + {2} + {3} + {4} + {5} + {6} + {7} + {8}",
    "gauss": "{0} + {1} * {w} + {2} + ({3} + {4} * {w} + {5}) * {w} + {6} + {7} * {w} + {8}",
    "sobel": "{2} - {0} + ({5} - {3}) * {w} + {8} - {6}", "rows": "{0} + {3} + {6} - {2} - {5} - {8}",
    "largest": "T.max(T.max(T.max({0}, {1}), T.max({2}, {3})), T.max({4}, {5}))",
    "products": "{0} * {1} + {1} * {2}", "far": "{0} + {3} + {2} + {5}", "diagonal": "{0} + {4} + {8}",
}
WINDOW_ROWS = [(24, 62), (40, 34), (64, 20), (12, 126), (90, 10), (200, 6)]


def windows():
    """(name, text) of windows that go along rows: of scalars, with extents that are known or not, and of vectors."""
    for ty in ("int32", "int16", "float32"):
        for word, body in WINDOWS.items():
            for m, n in WINDOW_ROWS:
                w, cut = f"T.{ty}(2)", f' + T.{ty}(1)' if ty == "float32" else ""
                terms = [f"A[i + {r}, j + {c}]" for r in range(3) for c in range(3)]
                for extent, more, given in ((str(n), "", ""), ("n", ", n: T.int32", f"# set n {n}\n")):
                    name = f"window_{word}_{ty}_{m}_{n}{'_n' * bool(more)}"
                    yield name, (f"# fill A -9 9\n{given}# from tvm.script import tirx as T\n\n@T.prim_func(s_tir=True)\n"
                                 f'def {name}(A: T.Buffer(({m + 2}, {n + 2}), "{ty}"), B: T.Buffer(({m}, {n}), "{ty}"){more}):\n'
                                 f'    T.func_attr({{"tirx.noalias": True}})\n    for i in range({m}):\n'
                                 f"        for j in range({extent}):\n"
                                 f"            B[i, j] = {body.format(*terms, w=w)}{cut}\n")
    for ty, lanes in (("int16", 64), ("int32", 32), ("uint16", 64), ("int16", 128), ("uint8", 128)):
        for word, body in WINDOWS.items():
            for n in (3, 8, 30):
                row, w = (n + 2) * lanes, f"T.Broadcast(T.{ty}(2), {lanes})"
                terms = [f"A[T.Ramp(r * {row} + {i * row} + j * {lanes} + {lanes + c - 1}, 1, {lanes})]"
                         for i in range(3) for c in range(3)]
                name = f"window_{word}_{ty}x{lanes}_{n}"
                yield name, (f"# fill A 0 9\n# from tvm.script import tirx as T\n\n@T.prim_func(s_tir=True)\n"
                             f'def {name}(A: T.Buffer(({row * 20},), "{ty}", align=128), B: T.Buffer(({n * lanes * 16},), "{ty}", align=128)):\n'
                             f'    T.func_attr({{"tirx.noalias": True}})\n    for r in range(16):\n        for j in range({n}):\n'
                             f"            B[T.Ramp(r * {n * lanes} + j * {lanes}, 1, {lanes})] = {body.format(*terms, w=w)}\n")


def resized(source, size):
    """Fixed-point arithmetic stays: 31, and what is shifted by."""
    def changed(m):
        n = int(m[1])
        return str(size(n)) if 16 <= n < 1000 and n != 31 else m[1]

    head, mark, body = source.partition("@T.prim_func")
    return head + mark + re.sub(r"(?<![\w.-])(?<!>> )(?<!T.int64\()(?<!\), )(\d+)(?![\w.])", changed, body)


def halves(source):
    """Buffers of int16; what is stored is cast."""
    head, mark, body = source.partition("@T.prim_func")
    body = body.replace('"int32"', '"int16"')
    return head + mark + re.sub(r"^( +\w+\[.*?\]) = (.*)$", r'\1 = T.Cast("int16", \2)', body, flags=re.M)


def neighbours():
    """(name, text) of the kernels of bench/kernels in other sizes and types."""
    for source in sorted(sets.KERNELS.glob("*/*.py")):
        if source.stem.endswith(("_hand", "_temp")) or not (old := source.read_text()).count(f"def {source.stem}("):
            continue
        changed = {word: resized(old, size) for word, size in SIZES.items()}
        if source.parent.name == "loops":
            changed["int16"] = halves(old)
        for word, new in changed.items():
            name = f"{source.stem}_{word}"
            new = re.sub(r'"global_symbol": "\w+", ', "", new)
            yield name, new.replace(f"def {source.stem}(", f"def {name}(")


def measure(tools, source):
    """{configuration: packets}, None if it is no program, or a sentence if it fails."""
    try:
        kernel = sets.OwnKernel(tools, source)
        expected = kernel.interpret()
    except (Failure, Broken):
        return None
    kernel.interpret = lambda: expected
    try:
        return {c: kernel.packets(c, configurations.options(c)) for c in QUICK}
    except (Failure, Broken, OSError) as e:
        return str(e)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--build", default=str(ROOT / "build/release"))
    p.add_argument("--kernel", action="append", default=[], metavar="GLOB")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--worst", type=int, default=20, help="how many to print")
    progress.add_option(p)
    o = p.parse_args()
    failed, left_out, ratios = [], 0, []
    with tempfile.TemporaryDirectory(prefix="tirc-unseen-") as temp:
        tools, sources = hexagon.Toolchain(o.build, temp), []
        for name, new in (*loops(), *windows(), *neighbours()):
            if not o.kernel or any(fnmatch.fnmatch(name, g) for g in o.kernel):
                sources.append(pathlib.Path(temp, f"{name}.py"))
                sources[-1].write_text(new)
        with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
            for source, told in zip(sources, progress.over(pool.map(lambda s: measure(tools, s), sources), len(sources), o.progress)):
                if told is None:
                    left_out += 1
                elif isinstance(told, str):
                    failed.append(f"{source.stem}: {told}")
                else:
                    ratios += [(told[d] / told[b], source.stem, d, told[b], told[d]) for d, b in PAIRS]
    for ratio, name, config, without, ours in sorted(ratios, reverse=True)[:o.worst]:
        print(f"{name:32} {config}  {without:9} -> {ours:9}  {ratio:.3f}")
    print(*failed, sep="\n", end="\n" if failed else "")
    mean = geomean(r[0] for r in ratios)
    print(f"{len(ratios)} pairs with and without our CSE, geometric mean {mean:.4f}, "
          f"{sum(r[0] > WORSE for r in ratios)} over {WORSE}; {len(failed)} failed, {left_out} are no programs")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
