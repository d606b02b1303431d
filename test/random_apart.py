#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of vectors of the text that are taken apart.

    test/random_apart.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

Statements on vectors of 2 to 128 lanes, side by side and in loops: sums, casts, choices and masks, elements that lie apart, go
backwards or are one for all lanes, variables that hold vectors, sums over loops in an element for each lane. Some read what other
lanes of theirs store, before or behind it. The interpreter must compute the same bits with and without; --qemu compiles and
runs it, too. A run whose proof fails (a warning) is a failure.
"""
import random
import sys

import numpy as np

import random_nests

SIZE = 4096


class Program:
    def __init__(self, seed):
        r = self.rng = random.Random(f"apart {seed}")
        self.lanes = r.choice([2, 3, 4, 8, 8, 16, 32, 32, 64, 128])
        self.dtype = r.choice(["int8", "uint8", "int16", "int32", "int32"])
        self.wide = "int32"
        self.sizes = {n: ((SIZE,), self.dtype) for n in "ABO"} | {"S": ((SIZE,), "int32")}
        self.names = []

    def values(self, data, _, shape, dtype):
        most = min(np.iinfo(dtype).max, 1 << 12)
        return data.integers(max(np.iinfo(dtype).min, -most), most + 1, shape)

    def ramp(self, base, stride=1):
        return f"T.Ramp({base}, {stride}, {self.lanes})"

    def base(self, loops):
        r = self.rng
        terms = [f"{v} * {r.choice([self.lanes] * 3 + [1, 2])}" for v in loops if r.random() < .8]
        return " + ".join([*terms, str(r.choice([0, 0, 1, 2, self.lanes, 256]))])

    def load(self, loops):
        r, n = self.rng, r_choice(self.rng)
        base = self.base(loops)
        if n == "one":
            return f"T.Broadcast({r.choice('AB')}[{base}], {self.lanes})"
        buffer = "O" if r.random() < .08 else r.choice("AB")
        index = {"row": self.ramp(base), "apart": self.ramp(base, r.choice([2, 3])),
                 "back": self.ramp(f"{base} + {2 * self.lanes}", -1)}[n]
        return f"{buffer}[{index}]"

    def value(self, loops):
        r, n, t = self.rng, self.lanes, self.dtype
        a, b = (f'T.Cast("{self.wide}x{n}", {self.load(loops)})' for _ in range(2))
        if self.names and r.random() < .3:
            a = r.choice(self.names)
        few = f"T.Broadcast({r.randrange(1, 9)}, {n})"
        value = r.choice([f"{a} + {b}", f"{a} - {b} * {few}", f"T.max({a}, {b})", f"T.shift_right({a} + {b}, {few})",
                          f"T.Select({a} < {b}, {a}, {few})", f"T.bitwise_and({a}, {b})", f"{a} // {few}"])
        return value if t == self.wide else f'T.Cast("{t}x{n}", {value})'

    def statement(self, indent, loops):
        r = self.rng
        if r.random() < .15:
            name = f"v{r.randrange(10 ** 6)}"
            line = f"{indent}{name}: T.{self.wide}x{self.lanes} = T.Cast(\"{self.wide}x{self.lanes}\", {self.load(loops)})"
            self.names.append(name)
            return [line]
        if r.random() < .3:
            at = self.ramp(self.base(loops[:1]))
            s = f"S[{at}] + T.Cast(\"int32x{self.lanes}\", {self.load(loops)})"
            if r.random() < .7 or len(loops) > 2:
                return [f"{indent}S[{at}] = {s}"]
            v = f"r{r.randrange(10 ** 6)}"
            more = self.load([*loops, v])
            return [f"{indent}S[{at}] = T.Broadcast(0, {self.lanes})", f"{indent}for {v} in range({r.choice([2, 3, 5])}):",
                    f"{indent}    S[{at}] = S[{at}] + T.Cast(\"int32x{self.lanes}\", {more})"]
        stride = r.choice([1] * 8 + [2, -1])
        base = self.base(loops) + (f" + {2 * self.lanes}" if stride < 0 else "")
        return [f"{indent}O[{self.ramp(base, stride)}] = {self.value(loops)}"]

    def text(self):
        r = self.rng
        lines, loops = [], []
        for v in "yx"[:r.randrange(3)]:
            lines.append("    " * (1 + len(loops)) + f"for {v} in range({r.choice([1, 2, 3, 7])}):")
            loops.append(v)
        for _ in range(r.randrange(1, 4)):
            lines += self.statement("    " * (1 + len(loops)), loops)
        if not any("] = " in s for s in lines):
            lines += self.statement("    " * (1 + len(loops)), loops)
        params = ", ".join(f'{n}: T.Buffer({shape}, "{dtype}")' for n, (shape, dtype) in self.sizes.items())
        head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)", f"def main({params}):",
                '    T.func_attr({"tirx.noalias": True})']
        return "\n".join(head + lines) + "\n"


def r_choice(r):
    return r.choice(["row"] * 6 + ["one", "apart", "back"])


def work(job):
    return random_nests.work_on_one(job, Program(job[1]), "a loop over the lanes of the text")


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "apart", "loops over lanes of vectors", work, 1, "--qemu"))
