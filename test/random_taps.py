#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of sums over windows, as one expression.

    test/random_taps.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

Windows of 1 to 6 rows and columns of bytes times bytes that are the same for a row, in 16 bits; the sum is stored, or an
allocation holds it and what is made of it is stored. The interpreter must compute the same bits with and without; --qemu
compiles and runs it, too. A run whose proof fails (a warning) is a failure.
"""
import random
import sys

import numpy as np

import random_nests


class Program:
    def __init__(self, seed):
        r = self.rng = random.Random(f"taps {seed}")
        self.rows, self.columns = r.choice([1, 1, 2, 3, 5]), r.choice([1, 2, 3, 3, 4, 5, 6])
        self.n = r.choice([128, 128, 129, 200, 256, 300, 100])
        self.lines = r.choice([1, 2, 5])
        self.at = r.choice([0, 0, 3])
        self.step = 1 + (r.random() < .1)
        self.bytes, self.weights = r.choice(["uint8", "uint8", "uint8", "int8"]), r.choice(["int8", "int8", "uint8"])
        self.sum = r.choice(["int16", "int16", "uint16"])
        self.form = r.choice(["stored", "stored", "first", "around", "own", "narrowed", "twice"])
        width = self.n * self.step + self.columns + self.at
        out = "uint8" if self.form == "narrowed" else self.sum
        self.sizes = {"A": ((self.lines + self.rows, width), self.bytes),
                      "W": ((self.rows * self.columns,), self.weights), "O": ((self.lines, self.n), out)}

    def values(self, data, _, shape, dtype):
        info = np.iinfo(dtype)
        return data.integers(max(info.min, -200), min(info.max, 255) + 1, shape)

    def term(self):
        r, t = self.rng, self.sum
        x = "x" if self.step == 1 else "x * 2"
        tap = f'T.Cast("{t}", A[y + i, {x} + j' + (f" + {self.at}" if self.at else "") + "])"
        weight = r.choice([f'T.Cast("{t}", W[i * {self.columns} + j])'] * 4 + [f"T.{t}(3)", None])
        if weight is None:
            return tap
        return f"{tap} * {weight}" if r.random() < .8 else f"{weight} * {tap}"

    def text(self):
        r, t, term = self.rng, self.sum, self.term()
        init = f"T.{t}({r.choice([0, 0, 7])})"
        to = "S[0]" if self.form in ("own", "narrowed", "twice") else "O[y, x]"
        add = f"{to} = " + r.choice([f"{to} + {term}", f"{term} + {to}"])
        window = [("i", self.rows), ("j", self.columns)]
        r.shuffle(window)
        names, extents = (", ".join(str(w[k]) for w in window) for k in (0, 1))
        if self.form == "around":
            lines = [f"    for y, {names}, x in T.grid({self.lines}, {extents}, {self.n}):",
                     "        if i == 0 and j == 0:", f"            {to} = {init}", f"        {add}"]
        else:
            lines = [f"    for y, x in T.grid({self.lines}, {self.n}):"]
            lines += [f'        S = T.decl_buffer((1,), "{t}")'] if to == "S[0]" else []
            lines += [f"        {to} = {init}"] if self.form != "first" else []
            lines += [f"        for {names} in T.grid({extents}):"]
            lines += ["            if j == 0 and i == 0:", f"                {to} = {init}"] if self.form == "first" else []
            lines += [f"            {add}"]
        if self.form == "narrowed":
            shifted = f"S[0] >> T.{t}({r.choice([0, 4])})"
            clamped = f"T.min({shifted}, T.{t}(255))" if t == "uint16" else f"T.max(T.min({shifted}, T.{t}(255)), T.{t}(0))"
            lines += [f'        O[y, x] = T.Cast("uint8", {clamped})']
        elif self.form in ("own", "twice"):
            lines += ["        O[y, x] = S[0]" + (" + S[0]" if self.form == "twice" else "")]
        params = ", ".join(f'{n}: T.Buffer({shape}, "{dtype}")' for n, (shape, dtype) in self.sizes.items())
        head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)", f"def main({params}):",
                f'    T.func_attr({{"tirx.noalias": {r.random() < .9}}})']
        return "\n".join(head + lines) + "\n"


def work(job):
    return random_nests.work_on_one(job, Program(job[1]), "into one expression")


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "taps", "of them in one expression", work, 1, "--qemu"))
