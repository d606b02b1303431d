#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of loads from small tables at indices that depend on memory.

    test/random_tables.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

A program looks elements of 8 to 32 bits up in a table of 8 to 256 of them, or in a part of a larger one: at a byte, at what is shifted, masked,
limited, added up or subtracted from a row's own number, of integers of 8 to 32 bits. The interpreter must compute the same
with and without; --qemu compiles and runs it, too. A run whose proof fails (a warning) is a failure.
"""
import random
import sys

import numpy as np

import random_nests

TYPES = ["int8", "uint8", "int16", "uint16", "int32", "uint32"]


def limits(dtype):
    return np.iinfo(dtype).min, np.iinfo(dtype).max


class Program:
    def __init__(self, seed):
        r = self.rng = random.Random(f"tables {seed}")
        self.rows, self.row = r.choice([(1, 3000), (1, 512), (12, 64), (32, 100), (5, 33), (40, 128), (3, 200), (1, 130), (9, 256), (2, 7)])
        self.types = [r.choice(TYPES) for _ in range(2)]
        self.elem = r.choice(TYPES)
        self.entries = r.choice([r.randrange(8, 257), 256, 256, 200, 16, 32, 64, 128, 100, r.randrange(257, 700)])
        self.first = r.randrange(self.entries - 255) if self.entries > 256 and r.random() < .5 else 0
        size = self.rows * self.row
        self.step = r.choice([1, 1, 1, 2, 3, 4])
        self.sizes = {"A": (size, self.types[0]), "B": (size, self.types[1]), "M": (self.rows, "int32"), "L": (self.entries, self.elem)}
        self.form, self.index = self.index_of()
        self.out = r.choice([self.elem, self.elem, *TYPES])
        self.sizes["O"] = (self.rows if r.random() < .15 else size * self.step, self.out)

    def index_of(self):
        """How the values are made, and the index."""
        r, last = self.rng, min(self.entries - self.first, 256) - 1
        x, y = (f'T.Cast("int32", {n}[i * {self.row} + j])' for n in "AB")
        bits = last.bit_length() if last & (last + 1) == 0 else last.bit_length() - 1
        width = np.iinfo(self.types[0]).bits
        ways = [("any", f"T.max(T.min({x}, {last}), 0)"), ("any", f"T.min(T.max({x}, 0), {last})"), ("low", x), ("signed", f"{x} + {min(128, (last + 1) // 2)}"),
                ("any", f"{x} & {(1 << bits) - 1}"), ("any", f"({x} + {y}) & {(1 << bits) - 1}"), ("any", f"({x} * 3 - {y}) & {(1 << bits) - 1}"),
                ("row", f"M[i] - {x}"), ("row", f"M[i] + {x} * -1"), ("any", f"({x} ^ {y}) & {(1 << bits) - 1}"),
                ("any", f"T.max(T.min({x} + {y} * 2, {last}), 0)"), ("any", f"T.max(T.min({x} - {y}, {last - 3}), 0) + 3"), ("low", f"{x} + {y} - {y}"),
                ("any", f"T.if_then_else({x} > {y}, {x} & {(1 << bits) - 1}, {last})")]
        if self.types[0].startswith("u") and width > 8:
            ways += [("any", f'T.Cast("int32", T.shift_right(A[i * {self.row} + j], T.{self.types[0]}({width - bits})))')] * 2
        if width == 8 and last == 255:
            ways += [("any", f"{x} + 128" if self.types[0] == "int8" else x)] * 3
        form, e = r.choice(ways)
        return form, f"{e} + {self.first}" if self.first else e

    def text(self):
        r, at = self.rng, f"i * {self.row} + j"
        value = f"L[{self.index}]"
        value = r.choice([value, value, f'{value} + T.{self.elem}({r.randrange(100)})', f"T.max({value}, T.{self.elem}({r.randrange(100)}))",
                          f'{value} + T.Cast("{self.elem}", B[{at}])'])
        value = value if self.out == self.elem else f'T.Cast("{self.out}", {value})'
        lines = [f"    for i, j in T.grid({self.rows}, {self.row}):"]
        if self.sizes["O"][0] == self.rows:
            lines.append(f"        O[i] = O[i] + {value}")
        elif r.random() < .1:
            lines += ["        if j % 3 == 1:", f"            O[({at}) * {self.step}] = {value}"]
        else:
            place = f"({at}) * {self.step}"
            lines += [f"        O[{place} + {k}] = {value}" + f" ^ T.{self.out}({k})" * (k > 0) for k in range(self.step)]
        if r.random() < .1:  # a table that changes
            lines.append(f"        L[(i + j) % 8] = L[(i + j) % 8] + T.{self.elem}(1)")
        params = ", ".join(f'{n}: T.Buffer(({length},), "{dtype}")' for n, (length, dtype) in self.sizes.items())
        head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)", f"def main({params}):",
                '    T.func_attr({"tirx.noalias": True})']
        return "\n".join(head + lines) + "\n"

    def values(self, data, name, size, dtype):
        lo, hi = limits(dtype)
        last = min(self.entries - self.first, 256) - 1
        if name == "A" and self.form == "low":
            return data.integers(0, min(last, hi) + 1, size)
        if name == "A" and self.form == "signed":
            half = min(128, (last + 1) // 2)
            return data.integers(max(lo, -half), min(hi, last - half) + 1, size)
        if self.form == "row":  # M[i] is the greatest one
            if name == "A":
                return data.integers(max(lo, -(last // 2)), min(hi, last // 2) + 1, size)
            if name == "M":
                return np.full(size, last // 2)
        if name in "AB" and dtype.endswith("32"):  # sums do not overflow
            return data.integers(max(lo, -(1 << 28)), (1 << 28) + 1, size)
        return data.integers(lo, hi + 1, size)


def work(job):
    return random_nests.work_on_one(job, Program(job[1]), "iterations at once")


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "tables", "with vectors", work, 1, "--qemu"))
