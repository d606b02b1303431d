#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of nests that move elements from one layout to another.

    test/random_permute.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

A nest of loops in any order stores what it loads, of 8, 16 or 32 bits: both indices are sums of the loops' variables, whose factors
make two dense layouts of the same digits, in other orders. Most digits are powers of 2. Some nests read the same
element for several iterations, leave gaps, begin at an offset, or store where they load from. The interpreter must
compute the same bits with and without; --qemu compiles and runs it, too. A run whose proof fails (a warning) is a failure.
"""
import random
import sys

import numpy as np

import random_nests


class Program:
    def __init__(self, seed):
        r = self.rng = random.Random(f"permute {seed}")
        self.dtype = r.choice(["int8", "uint8", "int16", "uint16", "int32", "uint32"])
        lanes = 128 // np.dtype(self.dtype).itemsize
        self.loops, all_of = [], 1
        while all_of < lanes * r.choice([2, 2, 4, 8, 16]) or len(self.loops) < 3:
            self.loops.append(r.choice([2, 2, 4, 8, 16, 32, lanes, 3 if r.random() < .2 else 2]))
            all_of *= self.loops[-1]
        n = list(range(len(self.loops)))
        self.to, to_size = self.factors(r.sample(n, len(n)), .05)
        self.by, by_size = self.factors(r.sample(n, len(n)) if r.random() < .9 else n, .1)
        if r.random() < .1:
            self.by[r.choice(n)] = 0
        self.off = [r.choice([0, 0, 1, 5, 64]) for _ in "AO"]
        self.same = r.random() < .03
        size = max(to_size + self.off[1], by_size + self.off[0]) if self.same else None
        self.sizes = {"A": ((size or by_size + self.off[0],), self.dtype), "O": ((size or to_size + self.off[1],), self.dtype)}

    def factors(self, order, gap):
        """How far apart the iterations of each loop are, the last of `order` the closest, and what all of them span."""
        factor, at = [0] * len(order), 1
        for l in reversed(order):
            factor[l] = at
            at *= self.loops[l]
            at += self.rng.choice([1, 7, 32]) if self.rng.random() < gap else 0
        return factor, at

    def values(self, data, _, shape, dtype):
        return data.integers(0, 1 << 7, shape).astype(dtype)

    def element(self, buffer, factor, off):
        terms = [f"i{l} * {f}" if f != 1 else f"i{l}" for l, f in enumerate(factor) if f]
        self.rng.shuffle(terms)
        return f"{buffer}[{' + '.join(terms + ([str(off)] if off else []))}]"

    def text(self):
        r = self.rng
        order = list(range(len(self.loops)))
        r.shuffle(order)
        lines = [f"    for {', '.join(f'i{l}' for l in order)} in T.grid({', '.join(str(self.loops[l]) for l in order)}):"]
        to, by = self.element("O", self.to, self.off[1]), self.element("O" if self.same else "A", self.by, self.off[0])
        lines.append(f"        {to} = {by}")
        params = ", ".join(f'{n}: T.Buffer({shape}, "{dtype}")' for n, (shape, dtype) in self.sizes.items())
        head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)", f"def main({params}):",
                f'    T.func_attr({{"tirx.noalias": {r.random() < .9}}})']
        return "\n".join(head + lines) + "\n"


def work(job):
    return random_nests.work_on_one(job, Program(job[1]), "layout permutation in tiles")


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "permute", "of them in tiles", work, 1, "--qemu"))
