#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of buffers that overlap.

    test/random_overlap.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

The nests are those of test/random_symbolic.py in a function that promises nothing of its buffers.  Its caller puts them
into one memory: one behind the other, or so that some lie in others, by few bytes or by many.  The interpreter must
compute the same bits as without lanes; so must compiled code, whose versions for buffers that do not overlap must not be
entered then (JIT; --qemu: Hexagon, too)."""
import random
import sys

import numpy as np

import random_nests
import random_symbolic
from random_vectorize import LANES, SHAPES, TYPES

NESTS = 2
WIDTH = {"int8": 1, "uint8": 1, "int16": 2, "int32": 4}
ROOM = 1 << 17


def size(name):
    return int(np.prod(SHAPES[name])) * WIDTH[TYPES[name]]


def places(rng, names):
    """Where each buffer begins: behind the one before, or somewhere in one, or close to its end."""
    at, end = {}, 0
    for name in names:
        other = rng.choice(list(at)) if at else None
        where = rng.choice(["behind", "behind", "behind", "in", "close", "same"]) if other else "behind"
        at[name] = {"behind": end, "in": at.get(other, 0) + 4 * rng.randrange(200), "same": at.get(other, 0),
                    "close": max(0, at.get(other, 0) + (size(other) if other else 0) - 4 * rng.randrange(1, 40))}[where]
        end = max(end, at[name] + (size(name) + 3) // 4 * 4)
    return at


def text_of(nests, at):
    used = sorted(at)
    params = ", ".join(f'{n}: T.Buffer({SHAPES[n]}, "{TYPES[n]}", align=4)' for n in used)
    lines = "\n".join("    " + line for nest in nests for line in nest.lines)
    given = ", ".join(f"T.address_of(M[{at[n]}])" for n in used)
    return (f"from tvm.script import ir as I\nfrom tvm.script import tirx as T\n\n@I.ir_module\nclass Module:\n"
            f"    @T.prim_func(s_tir=True)\n    def work({params}, n: T.int32, m: T.int32, k: T.int32):\n"
            f'        acc = T.alloc_buffer((1,), "int32")\n        acc[0] = 1\n{lines}\n\n'
            f'    @T.prim_func(s_tir=True)\n    def main(M: T.Buffer(({ROOM},), "uint8", align=128), n: T.int32, m: T.int32, '
            f"k: T.int32):\n        Module.work({given}, n, m, k)\n")


def work(job):
    options, seed = job
    rng = random.Random(f"overlap {seed}")
    while True:
        nests = [random_symbolic.Symbolic(rng, i) for i in range(NESTS)]
        lines = "\n".join(line for nest in nests for line in nest.lines)
        names = [n for n in SHAPES if f"{n}[" in lines]
        if 1 < len(names) <= 6 and "range(S[" not in lines and "+ S[3]" not in lines:
            break
    rng.shuffle(names)
    at = places(rng, names)
    engines = ["interp", "jit"] + ["hexagon"] * options.qemu
    n, m, k = rng.choice(random_symbolic.MANY), rng.choice(random_symbolic.MANY[:12]), rng.randrange(5)
    ways = [[f"--run={e}", f"--lanes={lanes}"] for lanes in rng.sample(LANES[:-1], 1) for e in engines]
    buffers = {"M": np.random.default_rng(seed).integers(0, 100, ROOM).astype("uint8")}

    def wrong(folder, text):
        return random_nests.compare(options, folder, text, ["M"], ["--run=interp", "--no-cse", "--no-loops"], ways, "that do not overlap",
                                    [f"n={n}", f"m={m}", f"k={k}"])
    return random_nests.work_on_many(options, seed, nests, lambda some: text_of(some, at), buffers, wrong)


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "overlap", "loops vectorised", work, NESTS, "--qemu"))
