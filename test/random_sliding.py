#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of reductions over windows that slide, by partial results of shorter windows.

    test/random_sliding.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

Sums, minima and maxima over windows of 8 to 20 elements, of integers of 8 to 32 bits, in rows and columns, with other loops around and between; what they
begin with is a number, or an element beside the window.  Some nests store to what a window loads, some windows go in other steps than their nests,
and buffers may overlap.  The interpreter must compute the same bits with and without, and the JIT as well; --qemu adds Hexagon.  A run
whose proof fails (a warning) is a failure.
"""
import random
import sys

import numpy as np

import random_nests

ROWS, WIDTH = 96, 96


class Program:
    def __init__(self, seed):
        r = self.rng = random.Random(f"sliding {seed}")
        self.type = r.choice(["int32", "int32", "int16", "uint8", "int8", "uint32"])
        self.sizes = {n: ((ROWS, WIDTH), self.type) for n in "ABO"} | {"S": ((WIDTH,), self.type)}
        self.y = r.choice([1, 3, 7, 100])
        self.arguments = [f"y={self.y}"]

    def values(self, data, _, shape, dtype):
        most = min(np.iinfo(dtype).max, 1 << 20)
        return data.integers(max(np.iinfo(dtype).min, -most), most + 1, shape)

    def nest(self, depth):
        """A nest: loops i, j, the window k along one of them, and perhaps a loop between that reduces, too."""
        r, t = self.rng, self.type
        i, j, k, m = (f"{x}{depth}" for x in "ijkm")
        length, first = r.choice([8, 9, 12, 15, 16, 20]), r.choice([0, 0, 1, 2])
        rows, width = r.choice([2, 3]), r.choice([40, 48, 33])
        along_rows = r.random() < .25
        if along_rows:
            rows, width = 40, r.choice([4, 32])
        step = r.choice([f"{k}"] * 8 + [f"{k} * 2", f"{length} - {k}"])
        at = [f"{i} + {step} + {first}", j] if along_rows else [i, f"{j} + {step} + {first}"]
        front = [x.replace(step, r.choice(["(-1)", f"{length}"])) for x in at]
        load = r.choice(["A[{}, {}]"] * 4 + ["B[{}, {}]", "S[{1}]", "A[{}, {}] // " + ("y" if t == "int32" else f'T.Cast("{t}", y)'), f"A[{{}}, {{}}] * B[{{}}, {{}}]"])
        if load.startswith("S") and along_rows:
            load = "A[{}, {}]"
        value, beside = load.format(*at, *at), load.format(*front, *front)
        to = r.choice(["O"] * 12 + ["A", "B"])
        element = f"{to}[{i}, {j}]"
        op = r.choice(["T.max({}, {})", "T.min({}, {})", "{} + {}"])
        operands = [element, value] if r.random() < .8 else [value, element]
        begin = r.choice([f"T.{t}(0)", f"T.{t}(3)", beside if first else f"T.{t}(1)", None])
        lines = [f"for {i}, {j} in T.grid({rows}, {width}):"]
        if begin and r.random() < .9:
            lines.append(f"    {element} = {begin}")
        between = r.random() < .15 and not along_rows
        if between:
            value = value.replace(f"[{i},", f"[{i} + {m},")
            operands = [element, value]
            lines.append(f"    for {m} in range(3):")
        at = "        " if between else "    "
        lines += [f"{at}for {k} in range({length}):", f"{at}    {element} = {op.format(*operands)}"]
        if r.random() < .3:
            lines.append(f"    {element} = {element} + T.{t}(1)" if r.random() < .7 else f"    B[{i}, {j}] = {element}")
        return lines

    def text(self):
        r = self.rng
        body = [line for d in range(r.choice([1, 1, 2])) for line in self.nest(d)]
        params = ", ".join(f'{n}: T.Buffer({shape}, "{dtype}")' for n, (shape, dtype) in self.sizes.items())
        head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)", f"def main({params}, y: T.int32):",
                f'    T.func_attr({{"tirx.noalias": {r.random() < .8}}})']
        return "\n".join(head + ["    " + line for line in body]) + "\n"


def work(job):
    options, seed = job
    program = Program(seed)
    ways = [["--run=interp", "--lanes=0"], ["--run=interp"], ["--run=jit", "-O2", "--scratch=65536"]]
    ways += [["--run=hexagon"]] if options.qemu else []
    return random_nests.work_on_text(options, seed, program.text(), program, ways, "by doubling")


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "sliding", "windows that slide", work, 1, "--qemu"))
