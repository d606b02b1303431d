#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of sums of neighbouring bytes, and of absolute differences of bytes, in blocks.

    test/random_neighbours.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

Blocks of 2 to 32 bytes in up to 20 rows, signed or not, 32 of them or more or fewer, next to each other or apart. The interpreter
must compute the same bits with and without; --qemu compiles and runs it, too. A run whose proof fails (a warning) is a
failure.
"""
import random
import sys

import numpy as np

import random_nests

class Program:
    def __init__(self, seed):
        r = self.rng = random.Random(f"neighbours {seed}")
        self.dtype = r.choice(["int8", "uint8"])
        self.block = r.choice([4, 4, 8, 8, 16, 32, 2, 6])
        self.apart = self.block + (r.random() < .1)
        self.n = r.choice([32, 32, 64, 33, 50, 20])
        self.rows = r.choice([1, 2, 3, 8, 20])
        self.lines = r.choice([1, 2, 5])
        self.at = r.choice([0, 0, 3])
        if random.Random(f"large {seed}").random() < .1:  # more than the proof can run
            self.n, self.lines = self.n * 7, self.lines * 30
        self.flat = r.random() < .4
        self.width = self.n * self.apart + self.at
        shape, sums = (self.lines + self.rows, self.width), (self.lines, self.n)
        self.sizes = {"A": (shape, self.dtype), "B": (shape, self.dtype), "O": (sums, "int32")}
        if self.flat:
            self.sizes = {n: ((int(np.prod(s)),), t) for n, (s, t) in self.sizes.items()}

    def values(self, data, _, shape, dtype):
        info = np.iinfo(dtype)
        return data.integers(max(info.min, -200), min(info.max, 255) + 1, shape)

    def element(self, buffer, y, x, width):
        return f"{buffer}[({y}) * {width} + {x}]" if self.flat else f"{buffer}[{y}, {x}]"

    def text(self):
        r = self.rng
        x = f"x * {self.apart} + j" + (f" + {self.at}" if self.at else "")
        load = {n: f'T.Cast("int32", {self.element(n, "y + i", x, self.width)})' for n in "AB"}
        difference = r.choice([f"{load['A']} - {load['B']}", f"{load['B']} - {load['A']}"])
        term = r.choice([f"T.abs({difference})", f"T.abs({difference})", load["A"], difference])
        to = self.element("O", "y", "x", self.n)
        lines = [f"    for y, x in T.grid({self.lines}, {self.n}):", f"        {to} = {r.choice([0, 0, 7, -3])}"]
        loops = ("i, j", f"{self.rows}, {self.block}") if r.random() < .8 else ("j, i", f"{self.block}, {self.rows}")
        lines += [f"        for {loops[0]} in T.grid({loops[1]}):",
                  f"            {to} = " + r.choice([f"{to} + {term}", f"{term} + {to}"])]
        params = ", ".join(f'{n}: T.Buffer({shape}, "{dtype}")' for n, (shape, dtype) in self.sizes.items())
        head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)", f"def main({params}):",
                f'    T.func_attr({{"tirx.noalias": {r.random() < .9}}})']
        return "\n".join(head + lines) + "\n"


def work(job):
    return random_nests.work_on_one(job, Program(job[1]), "horizontal reduction of neighbouring bytes")


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "neighbours", "of them in whole rows", work, 1, "--qemu"))
