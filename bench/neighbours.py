#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plain kernels made from seeds (#18), and those of the benchmark: is tirc ever slower than it is without a part of it?

    bench/neighbours.py [--build=build/release] [--seed=0] [--count=200] [--kind=GLOB]... [--set=NAME]... [--level=3,2] [--jobs=2]
                        [--worst=20] [--json=FILE] [--go-on] [--tables=FILE] [FILE...]

Each seed is a kernel: its kind (elementwise, reduction, stencil, product, scan, triangle, gather, choice, copy and more),
types of 8 to 32 bits, extents from 1 to 300, strides and offsets, extents known or given by a caller, buffers that may
overlap or not.  With --set or FILE, kernels of the benchmark or of files that are written as those are, and no seeds.
Each is compiled as it is by default, with --lanes=0, with --no-cse, by LLVM alone, and with each profile of CSE; run under
qemu-hexagon, and compared with the interpreter.  An unaligned access of a vector counts as a packet more, as it does in the processor
and in bench/run.  Printed are the worst against the best of the others, and the geometric mean of
each kind.  Fails if one is wrong, cannot be compiled, or (without --tables) is over 1 % and 8 packets slower than another one
although all trip counts are known from its code.  Run by hand: about two seconds a kernel and two levels; --go-on takes what
is in the file of --json for done, and the file is written every 20 kernels."""
import argparse
import concurrent.futures
import fnmatch
import json
import math
import pathlib
import random
import sys
import tempfile

import hexagon
import progress
import sets
import tables
from hexagon import ROOT, Broken, Failure
from means import geomean

WORSE = 1.01
TYPES = ("int8", "uint8", "int16", "uint16", "int32", "uint32")
FEW = 8  # packets and unaligned accesses
CONFIGS = {"ours": [], "lanes=0": ["--lanes=0"], "no-cse": ["--no-cse"], "llvm": ["--no-cse", "--no-loops"],
           **{p: [f"--cse-profile={p}"] for p in ("host", "size", "tvm", "tvm-legacy", "halide")}}


class Maker:
    """One kernel: its parameters, what fills them, and its body."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.params, self.fills, self.scalars = [], [], {}
        self.open = self.r.random() < 0.3
        self.noalias = self.r.random() < 0.75

    def extent(self, most=300):
        """Short, long, or one of the round numbers."""
        word = self.r.random()
        if word < 0.3:
            return self.r.choice([n for n in (8, 16, 32, 64, 96, 128, 192, 256) if n <= most])
        return min(most, max(1, int(math.exp(self.r.uniform(0, math.log(most))))) if word < 0.6
                   else self.r.randint(1, most))

    def told(self, n, name="n"):
        """The extent as it stands in a loop: a number, or a parameter."""
        if not self.open or name in self.scalars:
            return str(n)
        self.scalars[name] = n
        return name

    def type(self, *choice):
        return self.r.choice(choice or TYPES)

    def buffer(self, name, shape, ty, fill=True):
        # A product of two as int32 does not overflow, which has no one result (docs/engines.md).
        low, high = {"int8": (-128, 127), "uint8": (0, 255)}.get(ty, (0, 46340) if ty[0] == "u" else (-30000, 30000))
        if fill is True:
            fill = low, high
        if fill:
            self.fills.append(f"# fill {name} {fill[0]} {fill[1]}")
        self.params.append(f'{name}: T.Buffer(({", ".join(map(str, shape))},), "{ty}")')

    def text(self, name, body):
        params = self.params + [f"{n}: T.int32" for n in self.scalars]
        sets_ = [f"# set {n} {v}" for n, v in self.scalars.items()]
        attr = '    T.func_attr({"tirx.noalias": True})\n' if self.noalias else ""
        lines = "".join(f"    {line}\n" for line in body)
        return ("\n".join(self.fills + sets_) + "\n# from tvm.script import tirx as T\n\n@T.prim_func(s_tir=True)\n"
                f"def {name}({', '.join(params)}):\n{attr}{lines}")


def cast(ty, e):
    return f'T.Cast("{ty}", {e})'


def wide(e, ty="int32"):
    return cast(ty, e)


def point(m, a, b, ty):
    """An element of type ty of two of that type."""
    x, y = wide(a), wide(b)
    bits = int(ty.strip("uint"))
    low, high = (0, 2**bits - 1) if ty[0] == "u" else (-2**(bits - 1), 2**(bits - 1) - 1)
    if bits == 32:
        return m.r.choice([f"{a} + {b}", f"{a} - {b}", f"{a} * {b}", f"T.max({a}, {b})", f"T.min({a}, {b}) + {a}",
                           f"{a} * T.{ty}(3) + {b}", f"{a} & {b}", f"T.Select({a} > {b}, {a}, {b} + {a})"])
    return cast(ty, m.r.choice([
        f"{x} + {y}", f"{x} - {y}", f"{x} * {y}", f"T.max({x}, {y})", f"({x} + {y} + 1) >> 1", f"({x} * 5 + {y} * 3) >> 3",
        f"T.max(T.min({x} + {y}, {high}), {low})", f"T.max(T.min({x} - {y}, {high}), {low})", f"T.abs({x} - {y})",
        f"T.Select({x} > {y}, {x}, {y} - {x})", f"({x} * {y}) >> {bits - 1}", f"{x} ^ {y}",
        f"T.max(T.min(({x} * 77 + 64) >> 7, {high}), {low})"]))


def elementwise(m):
    ty, n = m.type(), m.extent()
    off, sa, so = m.r.choice([0, 0, 0, 1, 3, 5]), m.r.choice([1, 1, 1, 2, 3]), m.r.choice([1, 1, 1, 1, 2])
    m.buffer("O", [n * so], ty, False)
    m.buffer("A", [n * sa + off], ty)
    m.buffer("B", [n + off], ty)
    a, b = f"A[i * {sa} + {off}]" if sa > 1 or off else "A[i]", f"B[i + {off}]" if off else "B[i]"
    return [f"for i in range({m.told(n)}):", f"    O[{'i' if so == 1 else f'i * {so}'}] = {point(m, a, b, ty)}"]


def rows(m):
    """Two dimensions, an operand by rows or by columns, rows apart."""
    ty, k = m.type(), m.extent(40)
    n, pad = m.extent(), m.r.choice([0, 0, 0, 1, 8, 28])
    m.buffer("O", [k, n + pad], ty, False)
    m.buffer("A", [k, n + pad], ty)
    kind = m.r.choice(["row", "column", "both", "turned"])
    m.buffer("B", {"row": [n], "column": [k], "both": [k, n], "turned": [n, k]}[kind], ty)
    b = {"row": "B[j]", "column": "B[i]", "both": "B[i, j]", "turned": "B[j, i]"}[kind]
    return [f"for i in range({m.told(k, 'm')}):", f"    for j in range({m.told(n)}):",
            f"        O[i, j] = {point(m, 'A[i, j]', b, ty)}"]


def reduction(m):
    ty, k, n = m.type(), m.extent(40), m.extent()
    kind = m.r.choice(["all", "rows", "columns", "dot", "largest", "squares"])
    m.buffer("O", [max(k, n)], "int32", False)
    m.buffer("A", [k, n], ty)
    m.buffer("B", [k, n], ty)
    x, y = wide("A[i, j]"), wide("B[i, j]")
    at = {"all": "0", "rows": "i", "columns": "j", "dot": "i", "largest": "i", "squares": "0"}[kind]
    value = {"dot": f"O[{at}] + {x} * {y}", "largest": f"T.max(O[{at}], {x})",
             "squares": f"O[{at}] + ({x} - {y}) * ({x} - {y})"}.get(kind, f"O[{at}] + {x}")
    return [f"for i in range({m.told(k, 'm')}):", f"    for j in range({m.told(n)}):", f"        O[{at}] = {value}"]


def stencil(m):
    ty, k, n = m.type(), m.extent(40) + 2, m.extent() + 2
    m.buffer("O", [k, n], ty, False)
    m.buffer("A", [k, n], ty)
    taps = m.r.choice([[(0, -1), (0, 0), (0, 1)], [(-1, 0), (0, 0), (1, 0)], [(-1, 0), (1, 0), (0, -1), (0, 1), (0, 0)],
                       [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1)], [(0, 0), (0, 1)], [(0, 1), (1, 0)]])
    weights = m.r.choice([None, [m.r.randint(-3, 5) for _ in taps]])
    terms = [wide(f"A[i + {1 + r}, j + {1 + c}]") + (f" * {weights[t]}" if weights else "") for t, (r, c) in enumerate(taps)]
    e = " + ".join(terms)
    if m.r.random() < 0.5:
        e = f"({e}) >> {m.r.randint(1, 4)}"
    return [f"for i in range({m.told(k - 2, 'm')}):", f"    for j in range({m.told(n - 2)}):",
            f"        O[i, j] = {cast(ty, e)}"]


def window(m):
    ty, k, n, c = m.type(), m.extent(12), m.extent(24), m.r.choice([1, 3, 4, 8, 16, 20, 32, 64])
    w, s = m.r.choice([2, 3]), m.r.choice([1, 2])
    m.buffer("O", [k, n, c], ty, False)
    m.buffer("A", [k * s + w, n * s + w, c], ty)
    at = f"A[i * {s} + r, j * {s} + q, c]" if s > 1 else "A[i + r, j + q, c]"
    e = m.r.choice([f"T.max(O[i, j, c], {at})", cast(ty, f"{wide('O[i, j, c]')} + {wide(at)}")])
    return [f"for i, j, c in T.grid({k}, {m.told(n)}, {c}):", f"    O[i, j, c] = T.{ty}(0)",
            f"    for r, q in T.grid({w}, {w}):", f"        O[i, j, c] = {e}"]


def product(m):
    ty = m.type("int8", "uint8", "int16", "int32")
    i, j, k = m.extent(24), m.extent(64), m.extent(48)
    left, right = m.r.choice([("A[i, k]", (i, k)), ("A[k, i]", (k, i))]), m.r.choice([("B[k, j]", (k, j)), ("B[j, k]", (j, k))])
    m.buffer("O", [i, j], "int32", False)
    m.buffer("A", left[1], ty, (-100, 100) if ty[0] == "i" else True)
    m.buffer("B", right[1], ty, (-100, 100) if ty[0] == "i" else True)
    first = m.r.random() < 0.5
    order = m.r.choice(["ijk", "ikj", "kij", "jik"]) if not first else "ij"
    extents = {"i": i, "j": m.told(j), "k": m.told(k, "m")}
    grid = f"for {', '.join(order)} in T.grid({', '.join(str(extents[v]) for v in order)}):"
    body = f"O[i, j] = O[i, j] + {wide(left[0])} * {wide(right[0])}"
    return [grid, "    O[i, j] = 0", f"    for k in range({extents['k']}):", f"        {body}"] if first else [grid, f"    {body}"]


def scan(m):
    ty, k, n = m.type("int16", "int32", "uint8", "int8"), m.extent(40), m.extent(200) + 1
    m.buffer("O", [k, n], ty, False)
    m.buffer("A", [k, n], ty)
    if m.r.random() < 0.5:
        return [f"for i in range({m.told(k, 'm')}):", f"    for j in range({m.told(n - 1)}):",
                f"        O[i, j + 1] = {cast(ty, wide('O[i, j]') + ' + ' + wide('A[i, j]'))}"]
    return [f"for i in range({k - 1}):", f"    for j in range({m.told(n)}):",
            f"        O[i + 1, j] = {cast(ty, wide('O[i, j]') + ' + ' + wide('A[i, j]'))}"]


def triangle(m):
    ty, n = m.type("int16", "int32", "int8"), m.extent(64)
    m.buffer("O", [n, n], "int32", False)
    m.buffer("A", [n, n], ty, (-100, 100))
    m.buffer("B", [n, n], ty, (-100, 100))
    least, extent = m.r.choice([("0", "i + 1"), ("0", "i"), ("i", f"{n}"), ("i + 1", f"{n}")])
    x = m.r.choice([f"{wide('A[i, j]')} * {wide('B[j, i]')}", f"{wide('A[i, j]')} + {wide('B[i, j]')}",
                    f"{wide('A[i, j]')} * {wide('B[0, i]')}"])
    at = m.r.choice(["i, j", "i, j", "0, i", "0, j"])
    return [f"for i in range({m.told(n)}):", f"    for j in range({least}, {extent}):", f"        O[{at}] = O[{at}] + {x}"]


def gather(m):
    ty, n, size = m.type(), m.extent(), m.r.choice([16, 100, 256, 300])
    index = m.type("int32", "uint8", "int16")
    m.buffer("O", [max(n, 256)], ty, False)
    m.buffer("A", [max(size, 256)], ty)
    m.buffer("X", [n], index, (0, min(size, 256) - 1))
    x = "X[i]" if index == "int32" else wide("X[i]")
    body = m.r.choice([f"O[i] = A[{x}]", f"O[i] = A[{x}]", f"O[{x}] = {cast(ty, wide(f'O[{x}]') + ' + ' + wide('A[i]'))}" if n <= 256 else f"O[i] = A[{x}]"])
    return [f"for i in range({m.told(n)}):", f"    {body}"]


def choice(m):
    ty, k, n = m.type(), m.extent(20), m.extent()
    m.buffer("O", [k, n], ty)
    m.buffer("A", [k, n], ty)
    m.buffer("B", [n], ty)
    word = m.r.choice(["store", "both", "select", "border"])
    c = m.r.choice([f"A[i, j] > T.{ty}(7)", "A[i, j] < B[j]", f"B[j] != T.{ty}(3)"])
    head = [f"for i in range({m.told(k, 'm')}):", f"    for j in range({m.told(n)}):"]
    x = point(m, "A[i, j]", "B[j]", ty)
    if word == "store":
        return [*head, f"        if {c}:", f"            O[i, j] = {x}"]
    if word == "both":
        return [*head, f"        if {c}:", f"            O[i, j] = {x}", "        else:", "            O[i, j] = B[j]"]
    if word == "border":
        return [*head, f"        O[i, j] = T.if_then_else(1 <= j and j < {max(n - 1, 1)}, {x}, T.{ty}(0))"]
    return [*head, f"        O[i, j] = T.Select({c}, {x}, A[i, j])"]


def copy(m):
    ty, to = m.type(), m.type()
    k, n = m.extent(40), m.extent()
    kind = m.r.choice(["plain", "turned", "back", "pairs", "halves", "cast", "shift", "fill"])
    shape = [n, k] if kind == "turned" else [k, 2 * n] if kind == "pairs" else [k, n]
    m.buffer("O", shape, to if kind == "cast" else ty, False)
    m.buffer("A", [k, 2 * n + 8], ty)
    head = [f"for i in range({m.told(k, 'm')}):", f"    for j in range({m.told(n)}):"]
    return head + {"plain": ["        O[i, j] = A[i, j]"], "turned": ["        O[j, i] = A[i, j]"],
                   "back": [f"        O[i, j] = A[i, {n - 1} - j]"],
                   "pairs": ["        O[i, 2 * j] = A[i, j]", f"        O[i, 2 * j + 1] = A[i, {n} + j]"],
                   "halves": ["        O[i, j] = A[i, 2 * j + 1]"], "cast": [f"        O[i, j] = {cast(to, 'A[i, j]')}"],
                   "shift": ["        O[i, j] = A[i, j + 5]"], "fill": [f"        O[i, j] = T.{ty}(3)"]}[kind]


def several(m):
    """Several loops or statements, one behind the other."""
    ty, n = m.type(), m.extent()
    for name in "OPQ":
        m.buffer(name, [n], ty, name == "Q")
    m.buffer("A", [n], ty)
    m.buffer("B", [n], ty)
    extent = m.told(n)
    x, y = point(m, "A[i]", "B[i]", ty), point(m, "O[i]", "A[i]", ty)
    if m.r.random() < 0.5:
        return [f"for i in range({extent}):", f"    O[i] = {x}", f"for i in range({extent}):", f"    P[i] = {y}"]
    return [f"for r in range({m.r.randint(1, 9)}):", f"    for i in range({extent}):", f"        O[i] = {x}",
            f"        Q[i] = {point(m, 'Q[i]', 'O[i]', ty)}"]


KINDS = (elementwise, elementwise, rows, rows, reduction, reduction, stencil, stencil, window, product, product, scan,
         triangle, triangle, gather, choice, choice, copy, several)


def kernel_of(seed):
    """(name, text)."""
    m = Maker(seed)
    kind = m.r.choice(KINDS)
    name = f"{kind.__name__}_{seed}"
    return name, m.text(name, kind(m))


def measure_level(kernel, level, ran):
    """{configuration: packets and unaligned accesses, "known": are all trip counts known?}; objects that are equal run once."""
    found = {}
    for config, words in CONFIGS.items():
        told_too = [] if words else ["-fdiagnostics-color=never", "--explain"]
        obj, told = kernel.compile(f"O{level}-{config}", ["--target=hexagon", f"-O{level}", *told_too, *words])
        code = obj.read_bytes()
        if code not in ran:
            ran[code] = sum(kernel.run(obj))
        obj.unlink(missing_ok=True)
        found[config] = ran[code]
        if not words:
            found["known"] = "is not known from its code" not in told
    return found


def measure(tools, group, source, levels):
    """{level: what measure_level says}, or a sentence if it fails."""
    try:
        kernel, ran = sets.load(tools, group, source), {}
        if group != "corpus":
            expected = kernel.interpret()
            kernel.interpret = lambda: expected
        return {level: measure_level(kernel, level, ran) for level in levels}
    except (Failure, Broken, OSError) as e:
        return str(e)


def best_of(r):
    """The configuration that is fastest, ours aside."""
    return min((c for c in CONFIGS if c != "ours"), key=lambda c: (r[c], c))


def is_worse(r, limit=WORSE):
    return r["ours"] > r[best_of(r)] * limit and r["ours"] > r[best_of(r)] + FEW


def ratio(r):
    return r["ours"] / r[best_of(r)]


def show(found, worst):
    """The table: the worst kernels, and the means of each kind."""
    ratios = sorted(((ratio(r), name, r) for name, r in found.items()), key=lambda x: (-x[0], x[1]))
    for times, name, r in ratios[:worst]:
        print(f"{name:24} {best_of(r):10} {r[best_of(r)]:8} -> {r['ours']:8}  {times:.3f}"
              f"{'' if r['known'] else '  counts unknown'}")
    for kind in sorted({kind_of(name) for name in found}):
        own = [r for _, name, r in ratios if kind_of(name) == kind]
        mean = geomean([r["ours"] / r["lanes=0"] for r in own])
        print(f"{kind:12} {len(own):5} kernels, {mean:.3f} of lanes=0, {sum(map(is_worse, own))} over {WORSE}")
    print(f"{len(ratios)} kernels, {geomean([r['ours'] / r['lanes=0'] for _, _, r in ratios]):.3f} of lanes=0, "
          f"{sum(is_worse(r) for _, _, r in ratios)} over {WORSE} of the best of the others, "
          f"{sum(is_worse(r) and r['known'] for _, _, r in ratios)} of them with counts that are known")


def kind_of(name):
    """The set, or what made a kernel from a seed."""
    return name.split("/")[0] if "/" in name else name.rsplit("_", 1)[0]


def write_tables(found, file):
    """What docs/measured.md shows: how many are slower at each level, and which."""
    out = tables.Tables()
    out.add(["level", "kernels", "over 1 %", "with known counts", "over 3 %", "over 10 %", "mean of --lanes=0"],
            [[f"-O{level}", len(of), sum(map(is_worse, of.values())), sum(is_worse(r) and r["known"] for r in of.values()),
              sum(is_worse(r, 1.03) for r in of.values()), sum(is_worse(r, 1.1) for r in of.values()),
              f"{geomean([r['ours'] / r['lanes=0'] for r in of.values()]):.3f}"] for level, of in found.items()])
    for level, of in found.items():
        slower = {name: r for name, r in of.items() if is_worse(r)}
        out.say(f"Over 1 % and {FEW} packets at -O{level}: {len(slower)}.")
        if slower:
            out.add(["kernel", "packets", "best of the others", "packets", "ratio", "counts"],
                    [[name, r["ours"], best_of(r), r[best_of(r)], f"{ratio(r):.3f}", "known" if r["known"] else "not known"]
                     for name, r in sorted(slower.items(), key=lambda x: (-ratio(x[1]), x[0]))])
    out.write(file)


def kernels_of(o, folder):
    """(name, set, file) of all kernels that are asked for; those of seeds are written to the folder."""
    if o.set or o.files:
        chosen = [(f"{g}/{p.stem if p.is_file() else p.name}", g, p) for g, p in sets.find(o.set, [])]
        chosen += [(f"{p.parent.name}/{p.stem}", "", p) for p in map(pathlib.Path, o.files)]
        return [c for c in chosen if not o.kind or any(fnmatch.fnmatch(c[0].split("/")[1], g) for g in o.kind)]
    made = [(name, text) for name, text in map(kernel_of, range(o.seed, o.seed + o.count))
            if not o.kind or any(fnmatch.fnmatch(name, g) for g in o.kind)]
    for name, text in made:
        pathlib.Path(folder, f"{name}.py").write_text(text)
    return [(name, "", pathlib.Path(folder, f"{name}.py")) for name, _ in made]


def measure_all(o, chosen, temp, done):
    """Measure what is not done yet, and keep it; sentences on what fails."""
    failed, keep = [], lambda: o.json and pathlib.Path(o.json).write_text(json.dumps(done) + "\n")
    tools, left = hexagon.Toolchain(o.build, temp), [c for c in chosen if c[0] not in done]
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        told = pool.map(lambda c: measure(tools, c[1], c[2], o.level), left)
        for n, ((name, _, _), r) in enumerate(zip(left, progress.over(told, len(left), o.progress)), 1):
            if isinstance(r, str):
                failed.append(f"{name}: {r}")
            else:
                done[name] = r
            if n % 20 == 0:
                keep()
    keep()
    return failed


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--build", default=str(ROOT / "build/release"))
    p.add_argument("--seed", type=int, default=0, help="the first")
    p.add_argument("--count", type=int, default=200)
    p.add_argument("--kind", action="append", default=[], metavar="GLOB", help="of NAME_SEED, or of the names in sets")
    p.add_argument("--set", action="append", default=[], choices=list(sets.SETS), help="kernels of the benchmark instead")
    p.add_argument("--level", type=lambda w: w.split(","), default=["3"], metavar="N[,N]", help="of -O, such as 3,2")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--worst", type=int, default=20, help="how many to print")
    p.add_argument("--json", help="write all figures there")
    p.add_argument("--go-on", action="store_true", help="measure only what is not in the file of --json")
    p.add_argument("--keep", help="write the texts to this folder, and do nothing else")
    p.add_argument("files", nargs="*", metavar="FILE")
    tables.add_option(p)
    progress.add_option(p)
    o = p.parse_args()
    done = json.loads(pathlib.Path(o.json).read_text()) if o.go_on and pathlib.Path(o.json).exists() else {}
    with tempfile.TemporaryDirectory(prefix="tirc-neighbours-") as temp:
        chosen = kernels_of(o, o.keep or temp)
        if o.keep:
            return 0
        failed = measure_all(o, chosen, temp, done)
    found = {level: {name: r[level] for name, r in done.items()} for level in o.level}
    for level, of in found.items():
        print(f"-O{level}")
        show(of, o.worst)
    print(*failed, sep="\n", end="\n" if failed else "")
    if o.tables:
        write_tables(found, o.tables)
        return bool(failed)
    return bool(failed) or any(is_worse(r) and r["known"] for of in found.values() for r in of.values())


if __name__ == "__main__":
    sys.exit(main())
