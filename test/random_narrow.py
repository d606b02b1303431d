#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of functions of one byte, or of a sum of bytes.

    test/random_narrow.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

A program stores functions of one byte, or of a sum of two or three, which have a form in 16 bits or are looked up in a table: scaled by the builtin or
in 64 bits written out, divided, shifted, between limits or cut, signed or not, in rows of many lengths, in place,
with steps, under conditions. The interpreter must compute the same bits with and without; --qemu compiles and runs it, too. A run
whose proof fails (a warning) is a failure.
"""
import random
import sys

import random_nests

BYTES = {"int8": (-128, 127), "uint8": (0, 255)}


class Program:
    def __init__(self, seed):
        r = self.rng = random.Random(f"narrow {seed}")
        self.types = [r.choice(["int8", "int8", "uint8"]) for _ in range(2)]
        self.rows, self.row = r.choice([(1, 8192), (64, 128), (40, 100), (3, 5), (1, 1), (300, 7), (17, 128), (9, 333)])
        self.step = r.choice([1, 1, 1, 2])
        size = self.rows * self.row * self.step
        self.with_two = r.random() < .3
        self.sizes = {"A": (size, self.types[0]), "O": (size, self.types[1])}
        if self.with_two:
            self.sizes["B"] = (size, r.choice(["int8", "uint8"]))

    def value(self, x):
        r = self.rng
        word = f'T.Cast("int32", {x})'
        if self.with_two:
            other = f'T.Cast("int32", {x.replace("O[", "B[").replace("A[", "B[")})'
            word = r.choice([f"({word} + {other})", f"({word} + 5 - {other})", f"({other} + ({word} + {word}))"])
        word = r.choice([word, f"({word} + {r.randrange(-255, 256)})", f"({word} * {r.choice([2, 3, -5])})",
                         f"T.max({word}, {r.randrange(-100, 100)})", f"({word} - {r.randrange(256)})"])
        m = r.choice([1518500250, 1 << 30, (1 << 31) - 1, -1234567890, r.randrange(1 << 29, 1 << 31)])
        by = r.choice([31, 32, 33, 37])
        y = r.choice([f"T.q_multiply_shift({word}, {m}, 31, {r.choice([-3, -2, -1, 0, 1])})"] * 3 +
                     [f'T.Cast("int32", T.Cast("int64", {word}) * T.int64({m}) + T.int64({1 << (by - 1)}) >> T.int64({by}))',
                      f"{word} * {r.randrange(1, 9)} // {r.choice([3, 7, 16, -5])}", f"{word} % {r.choice([3, 10, 64])}"])
        lo, hi = BYTES[self.types[1]]
        y = r.choice([y, f"({y} + {r.randrange(-128, 128)})"])
        a, b = sorted((r.randrange(lo, hi + 1), r.randrange(lo, hi + 1)))
        y = r.choice([f"T.max(T.min({y}, {hi}), {lo})", f"T.min(T.max({y}, {lo}), {hi})", f"T.max(T.min({y}, {b}), {a})", y])
        return f'T.Cast("{self.types[1]}", {y})'

    def text(self):
        r = self.rng
        at = f"(i * {self.row} + j)" + f" * {self.step}" * (self.step > 1)
        same = self.types[0] == self.types[1] and r.random() < .3
        lines = [f"    for i, j in T.grid({self.rows}, {self.row}):"]
        if r.random() < .2:
            lines.append("        if j % 3 == 1:" if r.random() < .5 else "        if i < 5:")
        pad = "    " * (len(lines) + 1)
        lines.append(f"{pad}O[{at}] = " + self.value(f"{'O' if same else 'A'}[{at}]"))
        params = ", ".join(f'{n}: T.Buffer(({length},), "{dtype}")' for n, (length, dtype) in self.sizes.items())
        head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)", f"def main({params}):",
                '    T.func_attr({"tirx.noalias": True})']
        return "\n".join(head + lines) + "\n"

    def values(self, data, _name, size, dtype):
        lo, hi = BYTES[dtype]
        return data.integers(lo, hi + 1, size)


def work(job):
    return random_nests.work_on_one(job, Program(job[1]), "a function of one byte")


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "narrow", "of them in 16 bits or by a table", work, 1, "--qemu"))
