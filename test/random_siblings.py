#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of nests beside each other that become one, or that do what another one did.

    test/random_siblings.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

Two to seven nests beside each other, perhaps in a loop. Most have the same loops, of constant extents or of a parameter's, which may be 0;
they load elements that others have stored, in the same iteration or shifted by one, add up rows, and some stand twice, with other names; stores of single
elements stand between; some buffers are views of one memory, and buffers may overlap. The interpreter must compute the same bits with and without, and the JIT as well;
--qemu adds Hexagon. A run whose proof fails (a warning) is a failure.
"""
import random
import sys

import numpy as np

import random_nests

WIDTH, HEIGHT = 12, 10


class Program:
    def __init__(self, seed):
        r = self.rng = random.Random(f"siblings {seed}")
        self.type = r.choice(["int32", "int32", "int16", "uint8", "float32"])
        self.sizes = {n: ((HEIGHT, WIDTH), self.type) for n in "ABCD"} | {n: ((HEIGHT,), self.type) for n in "PQ"}
        self.n = r.choice([0, 1, 3, 8])
        self.arguments = [f"n={self.n}"]
        self.extents = r.choice([("8", "8")] * 5 + [("n", "8"), ("7", "n"), ("n", "n")])
        self.low = r.choice([0, 0, 0, 1])
        self.made = []

    def values(self, data, _, shape, dtype):
        if dtype.startswith("float"):
            return data.random(shape) * 100
        return data.integers(0, min(np.iinfo(dtype).max, 1 << 20) + 1, shape)

    def index(self, i, j):
        r = self.rng
        x, y = (f"{v} + 1" if r.random() < .12 else f"{v} - 1" if r.random() < .12 and self.from_1 else v for v in (i, j))
        return f"{x}, {y}"

    def term(self, i, j, own):
        r = self.rng
        name = r.choice(["A", "B", "C", "D", "S", "V", own, own])
        value = f"{name}[{self.index(i, j)}]"
        n = f'T.{self.type}({r.randrange(1, 9)})'
        return r.choice([value, value, f"{value} * {n}", f"{value} + {n}", f"T.max({value}, {n})",
                         f"T.if_then_else({j} < 4, {value}, {n})"])

    def elements(self, d):
        """A nest that stores elements of a buffer, made of others."""
        r = self.rng
        i, j = f"i{d}", f"j{d}"
        low = self.low if r.random() < .9 else 1 - self.low
        self.from_1 = low == 1
        to = r.choice(["B", "B", "C", "D", "S", "V", "W"])
        at = f"{i}, {j}" if r.random() < .9 else self.index(i, j)
        lines = [f"for {i} in range({low}, {low} + {self.extents[0]}):", f"    for {j} in range({low}, {low} + {self.extents[1]}):"]
        body = [f"{to}[{at}] = {r.choice(['%s + %s', 'T.max(%s, %s)', '%s - %s']) % (self.term(i, j, to), self.term(i, j, to))}"]
        if r.random() < .1:
            body = [f"if {j} < 5:"] + ["    " + line for line in body]
        return lines + ["        " + line for line in body]

    def rows(self, d):
        """A nest that adds up rows, perhaps one that stands there already."""
        r = self.rng
        i, j = f"i{d}", f"j{d}"
        if self.made and r.random() < .6:
            load, op, begin, apart = r.choice(self.made)
        else:
            load, op = r.choice("ABCS"), r.choice(["%s + %s", "T.max(%s, %s)"])
            begin, apart = f"T.{self.type}({r.choice([0, 0, 3])})", r.random() < .4
            self.made.append((load, op, begin, apart))
        to = r.choice(["P", "Q", "R"])
        n, m = self.extents
        if apart:
            less = " - 1" if r.random() < .1 and n != "n" else ""
            return [f"for {i} in range({n}{less}):", f"    {to}[{i}] = {begin}", f"for {i}_1 in range({n}):", f"    for {j} in range({m}):",
                    f"        {to}[{i}_1] = " + op % (f"{to}[{i}_1]", f"{load}[{i}_1, {j}]")]
        return [f"for {i} in range({n}):", *([f"    {to}[{i}] = {begin}"] if r.random() < .9 else []), f"    for {j} in range({m}):",
                f"        {to}[{i}] = " + op % (f"{to}[{i}]", f"{load}[{i}, {j}]")]

    def text(self):
        r = self.rng
        body = []
        for d in range(r.choice([2, 3, 3, 4, 5, 7])):
            body += self.rows(d) if r.random() < .4 else self.elements(d)
            if r.random() < .1:
                body.append(f"{r.choice('ABCD')}[{r.randrange(3)}, {r.randrange(3)}] = T.{self.type}(7)")
            if r.random() < .05:
                body.append(f"P[{r.randrange(3)}] = T.{self.type}(5)")
        if r.random() < .25:
            body = ["for t in range(2):"] + ["    " + line for line in body]
        params = ", ".join(f'{n}: T.Buffer({shape}, "{dtype}")' for n, (shape, dtype) in self.sizes.items())
        shape = (HEIGHT, WIDTH)
        head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)", f"def main({params}, n: T.int32):",
                f'    T.func_attr({{"tirx.noalias": {r.random() < .8}}})', f'    S = T.alloc_buffer({shape}, "{self.type}")',
                f'    V = T.decl_buffer({shape}, "{self.type}", data=S.data)',
                f'    W = T.decl_buffer({shape}, "{self.type}", data=B.data)',
                f'    R = T.alloc_buffer(({HEIGHT},), "{self.type}")',
                f"    for x, y in T.grid({HEIGHT}, {WIDTH}):", f"        S[x, y] = A[x, y]", f"    for x in range({HEIGHT}):", "        R[x] = P[x]"]
        tail = [f"    for x in range({HEIGHT}):", f"        Q[x] = Q[x] + R[x]", f"    for x, y in T.grid({HEIGHT}, {WIDTH}):", "        D[x, y] = D[x, y] + S[x, y]"]
        return "\n".join(head + ["    " + line for line in body] + tail) + "\n"


def work(job):
    options, seed = job
    program = Program(seed)
    ways = [["--run=interp", "--lanes=0"], ["--run=interp", "-O2", "--no-cse", "--optimize=fuse,same-nests"], ["--run=jit", "-O2"]]
    ways += [["--run=hexagon"]] if options.qemu else []
    return random_nests.work_on_text(options, seed, program.text(), program, ways, "loop fusion")


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "siblings", "nests", work, 1, "--qemu"))
