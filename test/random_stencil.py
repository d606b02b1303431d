#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of sums over windows of blocked layouts, in which two neighbours lie in turn in a line.

    test/random_stencil.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

A program is one nest that sums up windows, with or without weights: of blocks of many sizes, in several or one dimension, with
windows of 1 to 4 rows and 1 to 5 taps, signed and unsigned, and many ways to make a result of the sum. In some of them lines
are not as they should be.
Whatever may be done by lines is (--lanes=all); the interpreter must compute the same bits as without.  --qemu compiles and runs
it, too.  A run whose proof fails (a warning) is a failure.
"""
import random
import sys

import numpy as np

import random_nests


class Program:
    def __init__(self, seed):
        self.seed = seed
        r = self.rng = random.Random(f"stencil {seed}")
        self.rows, self.taps = r.choice([1, 2, 3, 3, 4]), r.choice([1, 2, 3, 3, 4, 5])
        self.high, self.wide = r.choice([2, 4, 8]), r.choice([2, 2, 4, 4, 8])  # a block
        self.h, self.w = r.choice([1, 2, 3, 5, 8]), 2 * r.choice([1, 2, 3, 4, 5, 7])
        self.c = r.choice([32, 32, 32, 64, 16, 48])
        self.types = [r.choice(["int16", "int16", "uint16"]) for _ in range(3)]
        self.weighted, self.swapped = r.random() < .6, r.random() < .3
        self.init = r.choice([0, 0, 0, 7, -100])
        self.flat = r.random() < .4
        self.step = r.choice([1] * 8 + [2])  # from window to window
        self.lanes = r.choice([32] * 6 + [16])  # of a line: two neighbours of so many channels
        if self.c % self.lanes:
            self.c = 32
        self.order = r.choice(["hwc", "hwc", "whc", "chw", "hcw"])

    def access(self, name, h, w, c, shape):
        index = [f"({h}) // {self.high}", f"({w}) // {self.wide}", f"{c} // {self.lanes}", f"({h}) % {self.high}",
                 f"({w}) % {self.wide} // 2", f"{c} % {self.lanes}", f"({w}) % 2"]
        if not self.flat:
            return f"{name}[{', '.join(index)}]"
        terms, size = [], 1
        for n, at in reversed(list(zip(shape, index))):
            terms.insert(0, f"{at} * {size}" if size > 1 else at)
            size *= n
        return f"{name}[{' + '.join(terms)}]"

    def shape(self, h, w):
        return (-(-h // self.high), -(-w // self.wide), self.c // self.lanes, self.high, self.wide // 2, self.lanes, 2)

    def text(self):
        r = self.rng
        a, o = self.shape(self.h * self.step + self.rows, self.w * self.step + self.taps), self.shape(self.h, self.w)
        self.sizes = {"A": (a, self.types[0]), "K": ((self.rows, self.taps, self.c), self.types[1]), "O": (o, self.types[2])}
        if self.flat:
            self.sizes = {n: ((int(np.prod(s)),) if n != "K" else s, t) for n, (s, t) in self.sizes.items()}
        params = ", ".join(f'{n}: T.Buffer({s}, "{t}")' for n, (s, t) in self.sizes.items())
        step = f"{self.step} * " * (self.step > 1)
        x = f'T.Cast("int32", {self.access("A", f"{step}h + rh", f"{step}w + rw", "c", a)})'
        y = 'T.Cast("int32", K[rh, rw, c])'
        term = x if not self.weighted else f"{y} * {x}" if self.swapped else f"{x} * {y}"
        by = r.choice([0, 1, 5, 11, 15, 16, 20])
        made = r.choice([f"T.shift_right(sum[0] + 100, {by})", f"T.shift_right(sum[0], {by}) - 3", "sum[0]",
                         f"T.min(T.max(T.shift_right(sum[0], {by}), -200), 300)", f"T.shift_right(sum[0], {by}) * 3"])
        extents = {"h": self.h, "w": self.w, "c": self.c}
        return f'''from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main({params}):
    T.func_attr({{"tirx.noalias": True}})
    sum = T.alloc_buffer((1,), "int32")
    for {", ".join(self.order)} in T.grid({", ".join(str(extents[n]) for n in self.order)}):
        sum[0] = {self.init}
        for rh, rw in T.grid({self.rows}, {self.taps}):
            sum[0] = sum[0] + {term}
        {self.access("O", "h", "w", "c", o)} = T.Cast("{self.types[2]}", {made})
'''

    def values(self, data, name, shape, dtype):
        info = np.iinfo(dtype)
        low, high = (max(info.min, -1000), 1000) if name == "K" else (info.min, info.max)
        if self.seed % 4 == 0:
            return data.choice([low, high], shape)
        return data.integers(low, high + 1, shape)


def work(job):
    return random_nests.work_on_one(job, Program(job[1]), "window reduction on a layout")


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "stencil", "of them done by lines", work, 1, "--qemu"))
