#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of values that are computed in fewer bits, and of innermost loops as lanes.

    test/random_short.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

A program stores sums, products, quotients, limits and choices of elements of 8 and 16 bits and their neighbours, written
in 32 or 64 bits as C does it, in rows of many lengths; some fit fewer bits, some just do not.  Inputs are full of the
least and the greatest numbers.  The interpreter must compute the same bits with and without; --qemu compiles and runs
it, too.  A run whose proof fails (a warning) is a failure.
"""
import random
import sys

import random_nests

RANGES = {"int8": (-128, 127), "uint8": (0, 255), "int16": (-32768, 32767), "uint16": (0, 65535)}


class Program:
    def __init__(self, seed):
        r = self.rng = random.Random(f"short {seed}")
        self.rows = r.choice([1, 3, 8])
        self.row = r.choice([16, 31, 33, 48, 62, 64, 98, 100, 126, 128, 130, 200, 257])
        self.pitch = self.row + r.choice([2, 2, 3, 14])
        self.wide = r.choice(["int32"] * 4 + ["int64", "uint32"])
        size = (self.rows + 2) * self.pitch + 4
        narrow = ["int8", "uint8", "uint8", "int16", "uint16"]
        self.sizes = {n: (size, r.choice(narrow)) for n in "ABO"}

    def values(self, data, _, shape, dtype):
        lo, hi = RANGES[dtype]
        kind = data.integers(0, 4, shape)
        return (kind == 0) * lo + (kind == 1) * hi + (kind > 1) * data.integers(lo, hi + 1, shape)

    def load(self):
        r = self.rng
        n = r.choice("AB")
        at = f"(i + {r.randrange(3)}) * {self.pitch} + j + {r.randrange(3)}"
        return f'T.Cast("{self.wide}", {n}[{at}])', max(abs(x) for x in RANGES[self.sizes[n][1]])

    def number(self, n):
        return str(n) if self.wide == "int32" else f"T.{self.wide}({n})"

    def value(self, depth):
        """An expression, and how large it is at most: none overflows."""
        r, n = self.rng, self.number
        if depth == 0 or r.random() < .1:
            return self.load()
        least = 0 if self.wide == "uint32" else -4
        (x, most), (y, other) = self.value(depth - 1), self.value(depth - 1)
        some, factor = r.choice([1, 2, 4, 127, 255]), r.randrange(least, 6)
        return r.choice([e for e in [
            (f"({x} + {y})", most + other), (f"({x} + {y})", most + other), (f"({x} - {y})", most + other),
            (f"({x} + {n(some)})", most + some), (f"({x} * {n(factor)})", most * 5), (f"({x} * {y})", most * other),
            (f"T.shift_right({x}, {n(r.randrange(1, 9))})", most), (f"({x} // {n(r.choice([2, 3, 5, 9, 16]))})", most),
            (f"T.truncdiv({x}, {n(r.choice([2, 3, 7]))})", most),
            (f"T.min({x}, {y})", max(most, other)), (f"T.max({x}, {y})", max(most, other)),
            (f"T.max(T.min({x}, {n(127)}), {n(max(least, -128))})", 128),
            (f"T.bitwise_and({x}, {n(r.choice([1, 15, 255, 4095]))})", 4095), (f"T.bitwise_xor({x}, {y})", 2 * max(most, other)),
            (f"T.Select({x} < {y}, {x}, {y})", max(most, other)),
            (f"T.Select({x} >= {n(7)} and {y} != {n(0)}, {x} - {y}, {y})", most + other)] if e[1] < 1 << 31])

    def text(self):
        r = self.rng
        pad = "        "
        lines = [f"    for i, j in T.grid({self.rows}, {self.row}):"]
        if r.random() < .15:
            lines.append(f"{pad}if i != 1:")
            pad += "    "
        store = f"{pad}O[(i + 1) * {self.pitch} + j + 1] = "
        lines.append(f'{store}T.Cast("{self.sizes["O"][1]}", {self.value(r.choice([1, 2, 2, 3]))[0]})')
        params = ", ".join(f'{n}: T.Buffer(({length},), "{dtype}")' for n, (length, dtype) in self.sizes.items())
        head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)", f"def main({params}):",
                '    T.func_attr({"tirx.noalias": True})']
        return "\n".join(head + lines) + "\n"


def work(job):
    return random_nests.work_on_one(job, Program(job[1]), "narrowing to fewer bits")


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "short", "of them in fewer bits", work, 1, "--qemu"))
