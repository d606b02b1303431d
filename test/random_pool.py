#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of average pools: window sums of bytes in 16 bits, divided by counts that take few values.

    test/random_pool.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

Windows of 1 to 4 rows and 1 to 3 columns, with and without padding and steps, of signed and unsigned bytes; what is outside counts or
does not; quotients are rounded in several ways. The interpreter must compute the same bits with and without; --qemu
compiles and runs it, too. A run whose proof fails (a warning) is a failure.
"""
import random
import sys

import numpy as np

import random_nests

ROUNDINGS = [("T.truncdiv({s} + T.Select(0 < {s}, {n} // 2, 0 - {n} // 2), {n})", 5),
             ("T.truncdiv(T.Select({s} < 0, {s} - {n} // 2, {s} + {n} // 2), {n})", 2),
             ("({s} + {n} // 2) // {n}", 3), ("{s} // {n}", 2), ("T.truncdiv({s}, {n})", 1),
             ("T.truncdiv({s} + {n} // 2, {n})", 1), ("{s} // ({n} + 1)", 1), ("{s} % {n}", 1)]


class Program:
    def __init__(self, seed):
        r = self.rng = random.Random(f"means {seed}")
        self.rows, self.columns = r.choice([1, 2, 2, 3, 3, 4]), r.choice([1, 2, 3, 3])
        self.step = r.choice([1, 1, 1, 2])
        self.pad_y, self.pad_x = (r.choice([0, 1, 1, p - 1]) if p > 1 else 0 for p in (self.rows, self.columns))
        self.channels = r.choice([8, 16, 16, 24, 32, 32, 64, 128, 130, 1])
        self.height, self.width = r.randint(self.rows, 9), r.randint(self.columns, 14)
        self.out_y, self.out_x = ((n + 2 * p - w) // self.step + 1 for n, p, w in (
            (self.height, self.pad_y, self.rows), (self.width, self.pad_x, self.columns)))
        self.type, self.out = r.choice(["int8", "int8", "uint8"]), r.choice(["same", "same", "int16"])
        self.out = self.type if self.out == "same" else self.out
        self.counts = r.random() < .2  # what is outside, too
        self.sizes = {"A": ((self.height * self.width * self.channels,), self.type),
                      "O": ((self.out_y * self.out_x * self.channels,), self.out)}

    def values(self, data, _, shape, dtype):
        info = np.iinfo(dtype)
        return data.integers(info.min, info.max + 1, shape)

    def inside(self, var, window, pad, size):
        x = f"{var} * {self.step} + {window}" if self.step > 1 else f"{var} + {window}"
        return f"{pad} <= {x} and {x} < {size + pad}" if pad else ""

    def count(self, var, window, pad, size):
        x = f"{var} * {self.step}" if self.step > 1 else var
        if self.counts or not pad:
            return str(window)
        return f"(T.min({x} + {window - pad}, {size}) - T.max({x} - {pad}, 0))"

    def text(self):
        r, step, c = self.rng, self.step, self.channels
        at = (f"y * {step * self.width * c} + ry * {self.width * c} + x * {step * c} + rx * {c} + c"
              f" - {self.pad_y * self.width * c + self.pad_x * c}")
        term = f'T.Cast("int32", A[{at}])'
        conditions = " and ".join(x for x in (self.inside("y", "ry", self.pad_y, self.height),
                                              self.inside("x", "rx", self.pad_x, self.width)) if x)
        term = f"T.if_then_else({conditions}, {term}, 0)" if conditions else term
        n = f"{self.count('y', self.rows, self.pad_y, self.height)} * {self.count('x', self.columns, self.pad_x, self.width)}"
        named = r.random() < .7
        rounding = r.choices([x for x, _ in ROUNDINGS], [w for _, w in ROUNDINGS])[0]
        value = rounding.format(s="S[0]", n="count" if named else f"({n})")
        low, high = np.iinfo(self.out).min, np.iinfo(self.out).max
        low, high = r.choice([(low, high), (max(low, -100), 100), (max(low, 0), 60)])
        value = f"T.max(T.min({value}, {high}), {low})" if r.random() < .8 else value
        window = [("ry", self.rows), ("rx", self.columns)]
        r.shuffle(window)
        names, extents = (", ".join(str(w[k]) for w in window) for k in (0, 1))
        lines = ['    S = T.alloc_buffer((1,), "int32")', f"    for y, x, c in T.grid({self.out_y}, {self.out_x}, {c}):",
                 f"        S[0] = {r.choice([0, 0, 0, 5])}", f"        for {names} in T.grid({extents}):",
                 f"            S[0] = S[0] + {term}"]
        lines += [f"        count: T.let[T.int32] = {n}"] if named else []
        lines += [f'        O[y * {self.out_x * c} + x * {c} + c] = T.Cast("{self.out}", {value})']
        params = ", ".join(f'{n}: T.Buffer({shape}, "{dtype}")' for n, (shape, dtype) in self.sizes.items())
        head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)", f"def main({params}):",
                f'    T.func_attr({{"tirx.noalias": {r.random() < .9}}})']
        return "\n".join(head + lines) + "\n"


def work(job):
    return random_nests.work_on_one(job, Program(job[1]), "products with their reciprocals")


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "pools", "with reciprocals", work, 1, "--qemu"))
