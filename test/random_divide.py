#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of divisions by what loops do not change: reciprocals and quotients in front of them.

    test/random_divide.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

One to three nests of two or three loops; one bound may be a parameter, which may be 0. Quotients and remainders of all kinds, of elements, sums and
loops' variables, by elements of a row, parameters and sums of these, which may be below 0, and 0 where the program does not divide; some under
conditions, some in loops that store to what they divide by; buffers may overlap. The interpreter must compute the same bits with and without, and the JIT as well;
--qemu adds Hexagon. A run whose proof fails (a warning) is a failure.
"""
import random
import sys

import numpy as np

import random_nests

WIDTH, HEIGHT = 48, 20


class Program:
    def __init__(self, seed):
        r = self.rng = random.Random(f"divide {seed}")
        self.type = r.choice(["int32", "int32", "int16", "uint16", "uint8", "uint32", "int8"])
        self.sizes = {n: ((HEIGHT, WIDTH), self.type) for n in "ABO"} | {n: ((WIDTH,), self.type) for n in "DE"}
        self.y, self.n = r.choice([1, 3, 7, 100]), r.choice([0, 1, 3, 24])
        self.w = r.choice([0, -3, 5, 9])
        self.arguments = [f"y={self.y}", f"w={self.w}", f"n={self.n}"]

    def values(self, data, name, shape, dtype):
        ii = np.iinfo(dtype)
        if name in "DE":  # no least number by -1
            return np.where(data.random(shape) < .2, data.integers(max(ii.min, -9), -2, shape) * 2 + 1 if ii.min else 3, data.integers(1, ii.max, shape, endpoint=True))
        return np.where(data.random(shape) < .5, data.integers(ii.min, ii.max, shape, endpoint=True), data.integers(max(ii.min, -99), 99, shape))

    def divisor(self, i):
        r, ty = self.rng, self.type
        cast = (lambda x: x) if ty == "int32" else (lambda x: f'T.Cast("{ty}", {x})')
        return r.choice([f"D[{i}]"] * 4 + [f"E[{i}]", cast("y"), cast("y"), cast(f"y + {i}"), f"(D[{i}] | T.{ty}(1))"])

    def term(self, loops):
        r, ty = self.rng, self.type
        i, j = loops[0], loops[-1]
        n = r.choice([f"A[{i}, {j}]"] * 3 + [f"B[{i}, {j}]", f'T.Cast("{ty}", {j})', f'T.Cast("{ty}", {i} * 3)', f"A[{i}, {j}] // T.{ty}(3)"])
        d = self.divisor(r.choice([i, i, i, j]))
        e = r.choice([f"{n} // {d}", f"{n} // {d}", f"{n} % {d}", f"T.truncdiv({n}, {d})", f"T.truncmod({n}, {d})", f"{n} // {d} % {self.divisor(i)}"])
        if r.random() < .15:
            e = f"T.if_then_else({j} < {r.randrange(40)}, {e}, T.{ty}(1))"
        if ty == "int32" and r.random() < .3:
            e = f"T.if_then_else(w != 0 and B[{i}, {j}] > {r.randrange(-50, 50)}, {i} * {r.randrange(1, 9)} // w, {e})"
        return e

    def nest(self, depth):
        r = self.rng
        names = [f"{x}{depth}" for x in r.choice(["ij", "ij", "ikj"])]
        extents = ["16", "2", r.choice(["30", "40", "40", "4", "n"])] if len(names) == 3 else [r.choice(["18", "n"]), r.choice(["30", "40", "n"])]
        if extents[0] == "n":
            extents[0] = "T.min(n, 18)"
        lines = [" " * 4 * d + f"for {x} in range({e}):" for d, (x, e) in enumerate(zip(names, extents))]
        at = " " * 4 * len(names)
        if r.random() < .15:
            lines.append(f"{at}if B[{names[0]}, {names[-1]}] < T.{self.type}(40):")
            at += " " * 4
        lines.append(f"{at}O[{names[0]} + 1, {names[-1]} + 2] = " + " + ".join(self.term(names) for _ in range(r.choice([1, 2, 2, 3]))))
        if r.random() < .15:
            lines.append(f"{at}{r.choice(['D', 'E'])}[{names[0]}] = T.{self.type}({r.randrange(1, 100)})")
        return lines

    def text(self):
        body = [line for d in range(self.rng.choice([1, 1, 2, 3])) for line in self.nest(d)]
        params = ", ".join(f'{n}: T.Buffer({shape}, "{dtype}")' for n, (shape, dtype) in self.sizes.items())
        head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)", f"def main({params}, y: T.int32, w: T.int32, n: T.int32):",
                f'    T.func_attr({{"tirx.noalias": {self.rng.random() < .8}}})']
        return "\n".join(head + ["    " + line for line in body]) + "\n"


def work(job):
    options, seed = job
    program = Program(seed)
    ways = [["--run=interp", "--lanes=0"], ["--run=jit", "-O2"]]
    ways += [["--run=hexagon"]] if options.qemu else []
    return random_nests.work_on_text(options, seed, program.text(), program, ways, "divisions:")


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "divide", "loops with reciprocals", work, 1, "--qemu"))
