#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of spellings: one kernel written in many ways takes the same time.

    test/random_spelling.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--keep=DIR]

A kernel is a matrix product, a sum over a window or a map of bytes, of random sizes.  It is written plainly, and in other ways: with names
of indices and of values, with local variables, with T.Let; its sum is initialised in the nest, in front of it or in the first iteration,
kept in a local variable; the loops around it are of 64 bits, in another order, fused, parallel, or below a condition that is
true, which may also stand in them.  Each must leave what the interpreter leaves of the plain text, and
take as many packets under qemu-hexagon at -O3: the slowest at most 5 % and 8 more than the fastest.  A run whose proof fails (a
warning) is a failure.
"""
import pathlib
import random
import sys
import tempfile

import numpy as np

import random_nests

sys.path.insert(0, str(random_nests.ROOT / "bench"))
import hexagon  # noqa: E402
import sets  # noqa: E402

SLOWEST, MORE, WRITTEN = 1.05, 8, 4
# How each part of a kernel is written; the first word is the plain way.
WAYS = {"at": ["", "let", "bind"],                      # the index of what is stored
        "factor": ["", "let", "bind", "local", "Let"],  # a factor, or what is loaded
        "load": ["", "let", "bind", "outside"],         # the index of a load; outside: of what no inner loop changes
        "init": ["nest", "before", "first"],            # where a sum begins
        "sum": ["", "local"],                           # where it is kept
        "bits": ["", "int64"],                          # of variables of loops
        "outer": ["", "", "turned", "fused", "parallel"],  # the loops around a sum
        "guard": ["", "", "whole", "inside"]}  # below a condition on a parameter, which is true


class Program:
    def __init__(self, seed):
        r = self.rng = random.Random(f"spellings {seed}")
        self.kind = r.choice(["product", "window", "map"])
        getattr(self, self.kind)(r)

    def product(self, r):
        m, n, k = r.choice([8, 12, 20]), r.choice([32, 48, 64, 96]), r.choice([32, 64])
        a, b = r.choice([("int8", "int8"), ("uint8", "int8"), ("uint8", "uint8")])
        self.sizes = {"A": (m * k, a), "B": (n * k, b), "O": (m * n, "int32")}
        self.outer, self.inner = [("i", m), ("j", n)], [("k", k)]
        self.loads, self.outside = [f"A[{{}}]", f"B[{{}}]"], [f"i * {k}", f"j * {k}"]
        self.index, self.rest = f"i * {n} + j", ["k", "k"]
        self.type = "int32"

    def window(self, r):
        y, x, rows, columns = r.choice([16, 24]), r.choice([128, 192]), r.choice([1, 3]), r.choice([3, 5])
        self.sizes = {"A": ((y + rows) * (x + 64), "uint8"), "B": (rows * columns, "int8"), "O": (y * x, "int16")}
        self.outer, self.inner = [("i", y), ("j", x)], [("p", rows), ("q", columns)]
        self.loads, self.outside = ["A[{}]", "B[{}]"], [f"i * {x + 64} + j", ""]
        self.index, self.rest = f"i * {x} + j", [f"p * {x + 64} + q", f"p * {columns} + q"]
        self.type = "int16"

    def map(self, r):
        y, x = r.choice([16, 33]), r.choice([128, 256])
        self.sizes = {"A": (y * x, r.choice(["int8", "uint8"])), "B": (y * x, "uint8"), "O": (y * x, "int16")}
        self.outer, self.inner = [("i", y), ("j", x)], []
        self.loads, self.outside = ["A[{}]", "B[{}]"], [f"i * {x} + j", f"i * {x} + j"]
        self.index, self.rest, self.type = f"i * {x} + j", ["", ""], "int16"

    def values(self, data, dtype):
        info = np.iinfo(dtype)
        low, high = (info.min, info.max) if info.bits == 8 else (-5, 5)
        return data.integers(low, high + 1, self.sizes_of(dtype))

    def way(self):
        """Each part in a random way."""
        r = self.rng
        way = {part: r.choice(ways) for part, ways in WAYS.items()}
        if way["sum"] == "local" or not self.inner:
            way["init"] = "nest"
        return way

    def text(self, way):
        out, depth = [], [1]

        def line(s):
            out.append("    " * depth[0] + s)

        index_type = way["bits"] or "int32"

        def extent_of(n):
            return f"T.int64({n})" if way["bits"] else str(n)

        def loops(which):
            for var, extent in which:
                line(f"for {var} in range({extent_of(extent)}):")
                depth[0] += 1

        def outer_loops():
            """The loops around a sum, as they are written."""
            (i, m), (j, n) = self.outer
            if way["outer"] == "fused":
                loops([("f", m * n)])
                line(f"{i}: T.let[T.{index_type}] = f // {n}")
                line(f"{j}: T.let[T.{index_type}] = f % {n}")
            elif way["outer"] == "parallel":
                line(f"for {i} in T.parallel({extent_of(m)}):")
                depth[0] += 1
                loops([(j, n)])
            else:
                loops(self.outer[::-1] if way["outer"] == "turned" else self.outer)

        def name(how, word, value, dtype):
            """Lines that name the value; what stands for it then."""
            if how == "let":
                line(f"{word}: T.let[T.{dtype}] = {value}")
            elif how == "bind":
                line(f"{word} = T.bind({value})")
            elif how == "local":
                line(f"{word}: T.{dtype} = {value}")
            return word if how in ("let", "bind", "local") else value

        zero = f'T.{self.type}(0)'
        sums, first = bool(self.inner), way["init"] == "first"
        if way["guard"] == "whole":
            line("if g > 0:")
            depth[0] += 1
        if way["factor"] == "Let":
            line(f"x = T.{self.type}()")
        if way["sum"] == "local" and sums:
            line(f'S = T.alloc_buffer((1,), "{self.type}")')
        top = depth[0]
        if way["init"] == "before" and sums:
            outer_loops()
            line(f"O[{self.index}] = {zero}")
            depth[0] = top
        outer_loops()
        if way["guard"] == "inside":
            line("if g > 0:")
            depth[0] += 1
        outside = [name("let" if way["load"] == "outside" and o else "", f"o{n}", o, index_type)
                   for n, o in enumerate(self.outside)]
        at = name(way["at"], "at", self.index, index_type)
        target = "S[0]" if way["sum"] == "local" and sums else f"O[{at}]"
        if way["init"] == "nest" and sums:
            line(f"{target} = {zero}")
        loops(self.inner)
        if first and sums:
            line(f"if {' and '.join(f'{v} == 0' for v, _ in self.inner)}:")
            line(f"    {target} = {zero}")
        index = [" + ".join(x for x in (o, rest) if x) for o, rest in zip(outside, self.rest)]
        how = way["load"] if way["load"] != "outside" else ""
        index = [name(how, f"n{n}", e, index_type) for n, e in enumerate(index)]
        a, b = (f'T.Cast("{self.type}", {load.format(e)})' for load, e in zip(self.loads, index))
        a = name(way["factor"], "a", a, self.type)
        term = f"T.Let(x * {b}, where={{x: {a}}})" if way["factor"] == "Let" and "[" not in b else f"{a} * {b}"
        line(f"{target} = {target} + {term}" if sums else f"{target} = {term}")
        if way["sum"] == "local" and sums:
            depth[0] -= len(self.inner)
            line(f"O[{at}] = S[0]")
        params = ", ".join(f'{n}: T.Buffer(({size},), "{dtype}")' for n, (size, dtype) in self.sizes.items())
        params += ", g: T.int32"
        head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)", f"def main({params}):",
                '    T.func_attr({"global_symbol": "main", "tirx.noalias": True})']
        return "\n".join(head + out) + "\n"


def packets(options, tools, folder, text, job):
    """The packets of a run at -O3, and the bytes of all buffers behind it."""
    source, obj, program = folder / "p.py", folder / "p.o", folder / "p.elf"
    source.write_text(text)
    told = hexagon.call(options.tirc, "--target=hexagon", "-O3", source, "-c", "-o", obj, errors=True, timeout=600)
    if "please report" in told:
        raise hexagon.Failure(next(s for s in told.splitlines() if "please report" in s))
    header = hexagon.call(options.tirc, "--target=hexagon", "--emit=header", "-o", "-", source)
    params, _ = hexagon.signature(header, "main")
    tools.link(program, obj, tools.c_object(hexagon.entry_source(params, "main")))
    ran, _ = hexagon.run(program, job, timeout=600)
    return ran.packets, ran.data


def interpret(options, folder, text, names):
    (folder / "i.py").write_text(text)
    hexagon.call(options.tirc, "--run=interp", "-O0", folder / "i.py", f"--save={folder}",
                 *(f"{n}=@{folder}/{n}.npy" for n in names), "g=1", timeout=600)
    data = b""
    for n in names:
        bits = np.load(folder / f"{n}.npy").tobytes()
        data += bits + bytes(-len(bits) % 8)
    return data


def work(job):
    options, seed = job
    program = Program(seed)
    plain = {part: ways[0] for part, ways in WAYS.items()}
    texts = [program.text(plain), *(program.text(program.way()) for _ in range(WRITTEN))]
    data = np.random.default_rng(seed)
    with tempfile.TemporaryDirectory(prefix="spelling-") as temp:
        folder = pathlib.Path(temp)
        tools = hexagon.Toolchain(str(pathlib.Path(options.tirc).resolve().parent.parent), temp)
        buffers = []
        for n, (size, dtype) in program.sizes.items():
            info = np.iinfo(dtype)
            low, high = (info.min, info.max) if n == "A" else (-9, 9) if info.min else (0, 9)
            buffers.append(data.integers(low, high + 1, size).astype(dtype) if n != "O" else np.zeros(size, dtype))
            np.save(folder / f"{n}.npy", buffers[-1])
        job_bytes = hexagon.job_file([b.tobytes() for b in buffers], [hexagon.scalar_bits(1, "int32_t")])
        counts = []
        try:
            expected = interpret(options, folder, texts[0], program.sizes)
            for text in dict.fromkeys(texts):
                count, got = packets(options, tools, folder, text, job_bytes)
                if got != expected:
                    return seed, "another result", text, 0
                counts.append((count, text))
        except hexagon.Failure as failure:
            return seed, str(failure), texts[len(counts)] if len(counts) < len(texts) else texts[-1], 0
    fastest, slowest = min(counts), max(counts)
    slow = slowest[0] > fastest[0] * SLOWEST + MORE
    why = f"{slowest[0]} packets, {fastest[0]} as: {fastest[1]}" if slow else None
    return seed, why, slowest[1] if slow else None, len(counts) - 1


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "spelling", "spellings", work, 1))
