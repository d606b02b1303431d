#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of rows as lanes.

    test/random_turn.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

A program goes over rows of bytes, signed or not, of many lengths: in each row it finds a sum, a maximum or both, perhaps with
upper bits of products of 64 bits, divides by it or what it makes of it, and stores a row, all of it or a part, perhaps
backwards or under a condition; or one number a row. The interpreter must compute the same bits with and without; --qemu compiles
and runs it, too. A run whose proof fails (a warning) is a failure.
"""
import random
import sys

import random_nests

LIMITS = {"int8": (-128, 127), "uint8": (0, 255)}


class Program:
    def __init__(self, seed):
        r = self.rng = random.Random(f"turn {seed}")
        self.types = [r.choice(["int8", "int8", "uint8"]) for _ in range(2)]
        self.rows = r.choice([32, 32, 32, 64, 96, 31, 33, 5, 40, 63])
        self.row = r.choice([4, 8, 16, 32, 64, 64, 64, 128, 128, 256, 12, 100, 60, 96, 5, 200, 129])
        size = self.rows * self.row
        self.sizes = {"A": (size + r.choice([0, 0, 7]), self.types[0]), "O": (size, self.types[1]), "Z": (self.rows, "int32")}

    def term(self, x):
        r = self.rng
        m = r.choice([1409791640, 336049816, (1 << 31) - 1, -1234567890, r.randrange(1 << 20, 1 << 31)])
        y = f"T.shift_left({x}, {r.choice([0, 7, 20])})"
        by = r.choice([31, 31, 32, 38])
        return r.choice([x, f"({x} * {r.choice([3, -7, 886])})", f"T.max({x}, {r.randrange(-50, 50)})",
                         f'T.Cast("int32", T.Cast("int64", {y}) * T.int64({m}) >> T.int64({by}))',
                         f'T.Cast("int32", T.Cast("int64", {y}) * T.Cast("int64", {y} + 3) >> T.int64({by}))'])

    def text(self):
        r, row = self.rng, self.row
        n = r.choice([row, row, row, max(row - 1, 1)])
        j = "j" if n < row or r.random() < .8 else f"({row - 1} - j)"
        x = f'T.Cast("int32", A[i * {row} + {j}])'
        lines = [f"    for i in range({self.rows}):"]
        kind = r.choice(["sum", "max", "both"])
        if kind != "sum":
            lines += ["        most[0] = -200", f"        for j in range({n}):", f"            most[0] = T.max(most[0], {x})"]
            x = f"(most[0] - {x})"
        if kind != "max":
            lines += ["        sum[0] = 0", f"        for j in range({n}):", f"            sum[0] = sum[0] + ({self.term(x)} & 65535)"]
        own = {"max": "most[0]", "sum": "sum[0]", "both": r.choice(["sum[0]", "(sum[0] - most[0])"])}[kind]
        by = r.choice([f"T.max({own}, 1)", f"(1 + ({own} & 1023) * ({own} & 1023) % 1000)", f"({own} | 1)"]) if r.random() < .8 else "7"
        divide = r.choice(["1073741824 // {}", "T.truncdiv(-99999, {})", "T.floormod(i * 12345, {})", "(1 << 20) % {}", "{}"])
        lines.append(f"        scale = T.bind({divide.format(by)})")
        if r.random() < .2:
            lines.append("        Z[i] = scale")
        else:
            stored = r.choice([row, row, row, row, max(row // 2, 1)])
            lo, hi = LIMITS[self.types[1]]
            y = f"({self.term(x)} ^ scale)" if n == row else "scale"
            y = r.choice([y, f"T.max(T.min({y}, {hi}), {lo})", f"T.min(({y} >> 5) - 128, {hi})"])
            lines.append(f"        for j in range({stored}):")
            pad = "            "
            if r.random() < .1:
                lines.append(pad + f"if j < {r.randrange(1, row + 1)}:")
                pad += "    "
            lines.append(pad + f'O[i * {row} + {r.choice(["j", "j", "j", f"({stored - 1} - j)"])}] = T.Cast("{self.types[1]}", {y})')
        params = ", ".join(f'{n}: T.Buffer(({length},), "{dtype}")' for n, (length, dtype) in self.sizes.items())
        head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)", f"def main({params}):",
                '    T.func_attr({"tirx.noalias": True})', '    most = T.alloc_buffer((1,), "int32")',
                '    sum = T.alloc_buffer((1,), "int32")']
        return "\n".join(head + lines) + "\n"

    def values(self, data, _name, size, dtype):
        lo, hi = LIMITS.get(dtype, (-1 << 20, 1 << 20))
        return data.integers(lo, hi + 1, size)


def work(job):
    return random_nests.work_on_one(job, Program(job[1]), "rows transposed into lanes")


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "turn", "of them with rows as lanes", work, 1, "--qemu"))
