#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of loops of unknown extent as lanes of vectors.

    test/random_symbolic.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

The nests are those of test/random_vectorize.py, but that the loop over neighbouring elements runs as often as
arguments say: n, n + 3, n - m, the lesser of two, ..., which may be less than nothing.  Loops around it and in it may
do so, too.  Each program is run with three sets of arguments, from 0 to 300, some of them whole vectors.  The
interpreter must compute the same bits as without lanes; --qemu compiles and runs them, too.  A run whose proof fails
(a warning) is a failure."""
import random
import sys

import numpy as np

import random_nests
from random_vectorize import LANES, NESTS, SHAPES, TYPES, Nest

EXTENTS = ("n", "n", "n", "n", "m", "n + 3", "n - m", "T.min(n, 200)", "T.max(n - 40, m)", "n // 2", "64 + m", "S[3]")
MANY = (0, 1, 7, 15, 16, 31, 32, 33, 63, 64, 65, 96, 100, 127, 128, 129, 160, 192, 200, 255, 256, 257, 300)


class Symbolic(Nest):
    def lanes(self):
        r = self.rng
        self.lane, self.extent, self.last = f"l{self.number}", max(MANY), {}
        self.tile, self.stores = [], False
        start = r.choice(["", "", "", "1, 1 + ", "7, 7 + ", "k, k + "])
        self.line(f"for {self.lane} in range({start}{r.choice(EXTENTS)}):")
        self.depth += 1
        kind = r.choice(["none", "none", "outside", "inside"])
        self.own = {"inside": f"own{self.number}", "outside": "acc", "none": None}[kind]
        if kind == "inside":
            self.line(f'{self.own} = T.alloc_buffer((1,), "int32")')
        if self.own and (kind == "inside" or r.random() < .8):
            own, self.own = self.own, None
            self.line(f"{own}[0] = {self.value('int32')}")
            self.own = own
        self.block(r.choice([0, 0, 1, 2]))
        self.depth -= 1

    def loop(self, inner, body=None):
        if self.rng.random() < .7:
            super().loop(inner, body)
            return
        self.fresh += 1
        name = f"i{self.fresh}"
        self.line(f"for {name} in range(k):")
        self.vars.append((name, 0, 4))
        self.depth += 1
        body() if body else self.block(inner)
        self.depth -= 1
        self.vars.pop()


def text_of(nests):
    params = ", ".join(f'{n}: T.Buffer({SHAPES[n]}, "{TYPES[n]}")' for n in SHAPES)
    return (f"from tvm.script import tirx as T\n\n@T.prim_func(s_tir=True)\ndef main({params}, n: T.int32, m: T.int32, "
            'k: T.int32):\n    T.func_attr({"tirx.noalias": True})\n    acc = T.alloc_buffer((1,), "int32")\n    acc[0] = 1\n') + \
        "\n".join(line for nest in nests for line in nest.lines) + "\n"


def work(job):
    options, seed = job
    rng = random.Random(f"symbolic {seed}")
    nests = [Symbolic(rng, i) for i in range(NESTS)]
    engines = ["interp", "hexagon"] if options.qemu else ["interp"]
    cases = [(rng.choice(MANY), rng.choice(MANY[:12]), rng.randrange(5)) for _ in range(3)]
    buffers = {n: np.random.default_rng(seed).integers(0, 100, shape).astype(TYPES[n]) for n, shape in SHAPES.items()}

    def wrong(folder, text):
        found = 0
        for n, m, k in cases:
            ways = [[f"--run={e}", f"--lanes={lanes}"] for lanes in rng.sample(LANES[:-1], 2) for e in engines]
            why, some = random_nests.compare(options, folder, text, SHAPES, ["--run=interp", "--no-cse", "--no-loops"], ways,
                                             "iterations at once:", [f"n={n}", f"m={m}", f"k={k}"])
            found += some
            if why:
                return f"n={n} m={m} k={k}: {why}", found
        return None, found
    return random_nests.work_on_many(options, seed, nests, text_of, buffers, wrong)


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "symbolic", "loops vectorised", work, NESTS, "--qemu"))
