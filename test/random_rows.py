#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random loops over rows of a symbolic pitch: on Hexagon as in the interpreter.

    test/random_rows.py --tirc=build/release/bin/tirc [--count=20] [--seed=0] [--keep=DIR]

Each program has loops whose iterations load rows that others load, too: from either end, written
in different ways, through names, with sums kept in memory and elements that a later iteration
loads again.  The numbers of iterations and the pitch are arguments.  What differs is printed and kept."""
import random

import numpy

import random_hexagon

SIZE = 2048
TYPES = ["int8", "uint8", "int16", "int32", "int32", "float32", "int64"]
HEAD = """# from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer(({size},), "{t}"), B: T.Buffer(({size},), "{t}"), C: T.Buffer(({size},), "{t}"),
         n: T.{i}, x: T.{i}, y: T.{i}):
    T.func_attr({{"tirx.noalias": {noalias}}})
"""


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.type = self.r.choice(TYPES)
        self.index = self.r.choice(["int32", "int32", "int64"])
        self.lines = []

    def row(self, k):
        """The index of row k, in one of its spellings."""
        return self.r.choice([f"(i + {k}) * y + x", f"x + y * (i + {k})", f"i * y + (x + y * {k})",
                              f"(i + {k}) * y + x", f"y * i + y * {k} + x"]) if k else "i * y + x"

    def indices(self):
        r = self.r
        rows = list(range(r.choice([0, 0, 1]), r.randint(3, 9)))
        if r.random() < .3:
            r.shuffle(rows)
        found = []
        named = r.random() < .3
        for k in rows:
            found.append(self.row(k))
            if named:
                name = f"t{len(self.lines)}"
                self.lines.append(f"{name} = T.bind({found[-1]})")
                found[-1] = name
        if r.random() < .3:
            found += [f"{e} + {r.randint(1, 3)}" for e in found[:r.randint(1, len(found))]]
        return found

    def value(self, loads):
        r = self.r
        if self.type != "float32" and r.random() < .2:
            text = loads[0]
            for e in loads[1:]:
                text = r.choice(["T.max({}, {})", "T.min({}, {})"]).format(text, e)
            return text
        weighs = r.random() < .3
        return " + ".join(f"{e} * T.{self.type}({r.randint(2, 7)})" if weighs and r.random() < .5 else e
                          for e in loads)

    def loop(self):
        r = self.r
        self.lines.append("for i in range(n):")
        first = len(self.lines)
        value = self.value([f"A[{e}]" for e in self.indices()])
        shift, least = r.randint(1, 5), f"T.min({value}, T.{self.type}(100))"  # sums of sums overflow
        self.lines.append(r.choice([
            f"B[i] = {value}", f"B[i] = {value}", f"B[i] = B[i] + {value}", f"C[7] = C[7] + {value}",
            f"B[i * 2] = {value}", f"C[i + {shift}] = C[i] + {value}", f"A[i] = {least}",
            f"B[i * y + x] = {value}", f"A[(i + {shift}) * y] = {least}"]))
        if r.random() < .3:
            self.lines.append(f"C[i + 64] = {r.choice(['B[i]', 'C[i + 65]', 'A[i * y + x]'])}")
        self.lines[first:] = ["    " + s for s in self.lines[first:]]

    def program(self):
        for _ in range(self.r.randint(1, 3)):
            self.loop()
        head = HEAD.format(size=SIZE, t=self.type, i=self.index, noalias=self.r.random() < .9)
        return head + "".join(f"    {s}\n" for s in self.lines)


def make(seed):
    maker, rng = Maker(seed), numpy.random.default_rng(seed)
    text = maker.program()
    arrays = {name: rng.integers(0, 100, SIZE).astype(maker.type) for name in "ABC"}
    return text, arrays, [[f"n={maker.r.randint(8, 40)}", "x=3", f"y={maker.r.randint(1, 33)}"],
                          [f"n={maker.r.randint(0, 9)}", "x=9", "y=17"]]


random_hexagon.main(__doc__, make, "ABC", count=20)
