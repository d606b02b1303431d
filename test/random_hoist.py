#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of values that loops compute again and again, kept in arrays in front of them.

    test/random_hoist.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

One to four nests beside each other, perhaps in a loop, of two or three loops; one bound may be a parameter, which may be 0. Sums of quotients,
remainders and square roots of elements that lie shifted, in one row or several; some terms stand under conditions; some nests store to
what others load, and buffers may overlap. The interpreter must compute the same bits with and without, and the JIT as well; --qemu adds Hexagon. A run
whose proof fails (a warning) is a failure.
"""
import random
import sys

import numpy as np

import random_nests

WIDTH, HEIGHT = 24, 20


class Program:
    def __init__(self, seed):
        r = self.rng = random.Random(f"hoist {seed}")
        self.type = r.choice(["int32", "int32", "int16", "uint8", "uint32"])
        self.float = r.choice(["float32", "float32", "float16"])
        self.sizes = {n: ((HEIGHT, WIDTH), self.type) for n in "ABO"} | {n: ((WIDTH,), self.type) for n in "SU"}
        self.sizes |= {"F": ((WIDTH,), self.float), "G": ((HEIGHT, WIDTH), self.float)}
        self.y, self.n = r.choice([1, 3, 7, 100]), r.choice([0, 1, 3, 8])
        self.arguments = [f"y={self.y}", f"n={self.n}"]

    def values(self, data, _, shape, dtype):
        if dtype.startswith("float"):
            return data.random(shape) * 100
        return data.integers(0, min(np.iinfo(dtype).max, 1 << 20) + 1, shape)

    def index(self, var):
        shift = self.rng.choice([0, 0, 0, 1, 1, 2, 3])
        return f"{var} + {shift}" if shift else var

    def term(self, loops, ty):
        r = self.rng
        i, j = r.choice([(loops[0], loops[-1])] * 6 + [(loops[-1], loops[0])] + [(loops[0], loops[0])])
        if ty.startswith("float"):
            value = r.choice([f"F[{self.index(j)}]", f"G[{self.index(i)}, {self.index(j)}]"])
            value = r.choice([f"T.sqrt({value})"] * 2 + [f"{value} / (F[{self.index(j)}] + T.{ty}(1))", f"T.sqrt(T.sqrt({value}))"])
        else:
            load = r.choice([f"S[{self.index(j)}]"] * 2 + [f"A[{self.index(i)}, {self.index(j)}]"] * 2
                            + [f"U[{self.index(j)}]", f"B[{self.index(i)}, {self.index(j)}]", f'T.Cast("{ty}", {self.index(j)})'])
            y = f'T.Cast("{ty}", y)' if ty != "int32" else "y"
            value = r.choice([f"{load} // {y}"] * 3 + [f"{load} % {y}", f"({load} + T.{ty}(1)) // {y}", f"{load} // {y} % T.{ty}(5)",
                                                        f"({load} // {y} + T.{ty}(2)) // {y}"])
        if r.random() < .1:
            value = f"T.if_then_else({j} < {r.randrange(8)}, {value}, T.{ty}(1))"
        return value

    def nest(self, depth):
        r = self.rng
        names = [f"{x}{depth}" for x in r.choice(["ij", "ij", "ikj", "j"])]
        extents = [str(r.choice([4, 8, 8])) for _ in names]
        if r.random() < .25:
            extents[0] = "n"
        low = r.choice([0, 0, 0, 1, 2])
        head = [f"for {x} in range({low}, {int(e) + low}):" if low and e != "n" else f"for {x} in range({e}):"
                for x, e in zip(names, extents)]
        lines = [" " * 4 * d + h for d, h in enumerate(head)]
        at = " " * 4 * len(head)
        if r.random() < .1:
            lines.append(f"{at}if {names[-1]} < 3:")
            at += " " * 4
        is_float = r.random() < .3
        ty = self.float if is_float else self.type
        to = r.choice(["G"] if is_float and r.random() < .1 else ["P"] if is_float else ["O"] * 12 + ["A", "S"])
        place = f"{names[0]} + 2, {names[-1]}" if to != "S" else names[-1]
        lines.append(f"{at}{to}[{place}] = " + " + ".join(self.term(names, ty) for _ in range(r.choice([1, 2, 2, 3]))))
        return lines

    def text(self):
        r = self.rng
        self.sizes["P"] = ((HEIGHT, WIDTH), self.float)
        body = [line for d in range(r.choice([1, 1, 2, 2, 3, 4])) for line in self.nest(d)]
        if r.random() < .25:
            body = ["for t in range(3):"] + ["    " + line for line in body]
        params = ", ".join(f'{n}: T.Buffer({shape}, "{dtype}")' for n, (shape, dtype) in self.sizes.items())
        head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)", f"def main({params}, y: T.int32, n: T.int32):",
                f'    T.func_attr({{"tirx.noalias": {r.random() < .8}}})']
        return "\n".join(head + ["    " + line for line in body]) + "\n"


def work(job):
    options, seed = job
    program = Program(seed)
    ways = [["--run=interp", "--lanes=0"], ["--run=interp"], ["--run=jit", "-O2", "--scratch=65536"]]
    ways += [["--run=hexagon"]] if options.qemu else []
    return random_nests.work_on_text(options, seed, program.text(), program, ways, "scalar expansion")


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "hoist", "values in arrays", work, 1, "--qemu"))
