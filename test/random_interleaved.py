#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of stores to every second element, and those between, covered by registers.

    test/random_interleaved.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

A loop stores 2 to 4 parts of a row, of one buffer or two, in any order, in one or two rows; parts may be missing or be stored
twice, elements may be read that are stored. Loads go on as the row does, otherwise, or not at all; buffers have one dimension or two.
The interpreter must compute the same bits with and without; --qemu compiles and runs it, too. A run whose proof fails
(a warning) is a failure.
"""
import random
import sys

import numpy as np

import random_nests

WIDE = {"int8": "int16", "uint8": "uint16", "int16": "int32", "uint16": "int32", "int32": "uint32"}


class Program:
    def __init__(self, seed):
        r = self.rng = random.Random(f"interleaved {seed}")
        self.parts = r.choice([2, 2, 2, 3, 4])
        self.rows, self.n = r.choice([(4, 64), (3, 128), (8, 33), (2, 200), (5, 7), (1, 1), (6, 16)])
        self.dtype = r.choice(["int8", "uint8", "uint8", "int16", "uint16", "int32"])
        self.flat = r.random() < .4
        self.both = r.random() < .4  # rows 2 * y and 2 * y + 1
        self.width = max(8, self.parts * self.n + r.choice([4, 8, 8 + self.parts]))
        height = (self.rows + 1) * (1 + self.both)
        self.shape = (height, self.width)
        shape = (height * self.width,) if self.flat else self.shape
        self.sizes = {n: (shape, self.dtype) for n in "AOZ"}

    def values(self, data, _, shape, dtype):
        most = min(np.iinfo(dtype).max, 1 << 20)
        return data.integers(max(np.iinfo(dtype).min, -most), most + 1, shape)

    def element(self, buffer, y, x):
        return f"{buffer}[({y}) * {self.width} + {x}]" if self.flat else f"{buffer}[{y}, {x}]"

    def row(self, k):
        return f"y * 2 + {k}" if self.both else f"y + {k}"

    def load(self):
        r = self.rng
        x = r.choice([f"x * {self.parts} + {r.randrange(4)}"] * 5 + [f"x + {r.randrange(4)}", str(r.randrange(8)),
                                                                     f"(x // 2) * 2 + {r.randrange(2)}"])
        return self.element("O" if r.random() < .03 else "A", self.row(r.randrange(2)), x)

    def value(self):
        r = self.rng
        wide = WIDE[self.dtype]
        a, b = (f'T.Cast("{wide}", {self.load()})' for _ in range(2))
        value = r.choice([f"{a} + {b}", f"T.shift_right({a} + {b} + T.{wide}(1), T.{wide}(1))", f"T.max({a}, {b})",
                          f"{a} - {b}", f"T.if_then_else(x < {r.randrange(9)}, {a}, {b})", a])
        return r.choice([self.load(), f'T.Cast("{self.dtype}", {value})'])

    def text(self):
        r = self.rng
        stores = []
        for buffer in r.choice(["O", "O", "OZ"]):
            for k in range(1 + self.both):
                at = r.randrange(3)
                for part in range(self.parts):
                    stores.append(self.element(buffer, self.row(k), f"x * {self.parts} + {at + part}"))
        r.shuffle(stores)
        if r.random() < .1:
            stores.append(stores[0]) if r.random() < .5 else stores.pop()
        lines = [f"    for y in range({self.rows}):", f"        for x in range({self.n}):"]
        lines += [f"            {s} = {self.value()}" for s in stores]
        params = ", ".join(f'{n}: T.Buffer({shape}, "{dtype}")' for n, (shape, dtype) in self.sizes.items())
        head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)", f"def main({params}):",
                f'    T.func_attr({{"tirx.noalias": {r.random() < .9}}})']
        return "\n".join(head + lines) + "\n"


def work(job):
    options, seed = job
    program = Program(seed)
    ways = [[f"--run={engine}", "--lanes=all", "--cover=all"] for engine in (["interp", "hexagon"] if options.qemu else ["interp"])]
    return random_nests.work_on_text(options, seed, program.text(), program, ways, "covered by registers")


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "interleaved", "loops of them with stores in turn", work, 1, "--qemu"))
