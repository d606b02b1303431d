#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of nests that move columns to rows.

    test/random_transpose.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

A nest of 2 to 4 loops in any order stores what it loads, of 8, 16 or 32 bits. The last index of either goes along another loop, of as many
iterations as a register has lanes, some more, or fewer, and now and then many times that; in some, 2 or 4 elements move together; buffers have one dimension or several, and room around. Some nests
store an element twice, or what they load from. The interpreter must compute the same bits with and without; --qemu
compiles and runs it, too. A run whose proof fails (a warning) is a failure.
"""
import random
import sys

import numpy as np

import random_nests

class Program:
    def __init__(self, seed):
        r = self.rng = random.Random(f"transpose {seed}")
        self.dtype = r.choice(["int8", "uint8", "int16", "uint16", "int32", "uint32"])
        lanes = 128 // np.dtype(self.dtype).itemsize
        self.loops = [r.choice([lanes, lanes, lanes + r.randrange(20), 2 * lanes, r.randrange(5, lanes)]) for _ in "xy"]
        self.loops += [r.choice([1, 2, 3]) for _ in range(r.choice([0, 0, 1, 2]))]
        if random.Random(f"large {seed}").random() < .1:  # more than the proof can run
            self.loops[:2] = [self.loops[0] * 5, self.loops[1] * 4]
        self.flat = r.random() < .4
        n = range(len(self.loops))
        others = list(n)[2:]
        r.shuffle(others)
        cut = r.randrange(len(others) + 1)
        self.dims = [others[:cut] + [0] + others[cut:] + [1], [*others[cut:], 1, *others[:cut], 0]]  # of A, of O
        if r.random() < .05:
            self.dims[1] = self.dims[0]
        self.more = [[(r.randrange(3), r.randrange(3)) if r.random() < .2 else (0, 0) for _ in d] for d in self.dims]
        unit = random.Random(f"unit {seed}").choice([1, 1, 2, 4])
        if 1 < unit * np.dtype(self.dtype).itemsize <= 4:  # elements that lie side by side in both
            for d, m in zip(self.dims, self.more):
                d.append(len(self.loops))
                m.append((0, 0))
            self.loops.append(unit)
        self.shapes = [tuple(self.loops[l] + a + b for l, (a, b) in zip(d, m)) for d, m in zip(self.dims, self.more)]
        self.same = r.random() < .03 and self.shapes[0] == self.shapes[1]
        self.sizes = {n: ((int(np.prod(s)),) if self.flat else s, self.dtype) for n, s in zip("AO", self.shapes)}

    def values(self, data, _, shape, dtype):
        return data.integers(0, 1 << 7, shape).astype(dtype)

    def element(self, buffer, which):
        index = [f"i{l} + {a}" if a else f"i{l}" for l, (a, _) in zip(self.dims[which], self.more[which])]
        if which == 1 and self.rng.random() < .03:
            index[0] = "0"
        if not self.flat:
            return f"{buffer}[{', '.join(index)}]"
        text = index[0]
        for i, size in zip(index[1:], self.shapes[which][1:]):
            text = f"({text}) * {size} + {i}"
        return f"{buffer}[{text}]"

    def text(self):
        r = self.rng
        order = list(range(len(self.loops)))
        r.shuffle(order)
        lines = [f"    for {', '.join(f'i{l}' for l in order)} in T.grid({', '.join(str(self.loops[l]) for l in order)}):"]
        lines.append(f"        {self.element('O', 1)} = {self.element('O' if self.same else 'A', 0)}")
        params = ", ".join(f'{n}: T.Buffer({shape}, "{dtype}")' for n, (shape, dtype) in self.sizes.items())
        head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)", f"def main({params}):",
                f'    T.func_attr({{"tirx.noalias": {r.random() < .9}}})']
        return "\n".join(head + lines) + "\n"


def work(job):
    options, seed = job
    program = Program(seed)
    engines = ["interp", "hexagon"] if options.qemu else ["interp"]
    ways = [[f"--run={e}", "--lanes=all", "--cover=all"] for e in engines]
    return random_nests.work_on_text(options, seed, program.text(), program, ways, "covered by registers")


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "transpose", "of them in registers", work, 1, "--qemu"))
