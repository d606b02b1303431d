#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of sums of products of bytes.

    test/random_dot.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

A program is one nest that adds up products: of matrices, of windows, in batches, with rows and extents of many
lengths, signed and unsigned bytes, zero points, sums in a buffer or in one element that other statements use, or
products added to what is in a buffer, where the places of sums may overlap; sums in a buffer may be scaled in 64
bits afterwards.  Both operands may have rows for each sum, and a sum may be the last element of a row that moves
on by one.  Few sums may lie side by side, with many pixels for each.
Whatever may be done four products at once is (--lanes=all); the interpreter must compute the same bits as
without.  --qemu compiles and runs it, too.  A run whose proof fails (a warning) is a failure.
"""
import random
import sys

import numpy as np

import random_nests

LANES = (4, 8, 12, 16, 24, 31, 32, 33, 40, 48, 64, 65, 72, 96)
ROWS = (4, 8, 12, 16, 16, 20, 24, 32, 32, 48, 64, 64, 96, 128, 128, 160, 256, 3, 6, 10, 27, 30, 75, 130)


class Program:
    def __init__(self, seed):
        self.seed = seed
        r = self.rng = random.Random(f"dot {seed}")
        self.batch, self.pixels = r.choice([1, 1, 1, 2, 3]), r.choice([1, 2, 3, 4, 5, 6, 8])
        self.columns = r.choice([0, 0, 0, 3, 4])  # windows: how many
        self.window = r.choice([1, 2, 3]) if self.columns else 1
        self.lanes, self.row = r.choice(LANES), r.choice(ROWS)
        self.types = [r.choice(["int8", "int8", "int8", "uint8"]) for _ in range(2)]
        self.zero = [r.choice([0, 0, 1, -3, 4, 12, -128, 127, 128, 255]) for _ in range(2)]
        self.shape = r.choice(["condition", "apart", "element", "element", "added", "added"])
        self.init = r.choice(["0", "0", "5", "-7"] + ["bias[m]"] * 3 * (self.shape == "element"))
        self.gap = r.choice([0, 0, 0, 4, 8, 1])  # between rows of the vector operand
        self.step = r.choice([0, 0, 0, 8, 4, 1])  # between those of the scalar one
        self.swapped = r.random() < .5
        self.both = self.shape != "added" and r.random() < .25
        self.turned = not self.both and r.random() < .25  # rows of the vector operand are columns
        if r.random() < .25:  # few neighbours, and many pixels that lie side by side: the operands are exchanged
            self.lanes, self.row, self.step = r.choice([2, 4, 8, 16]), r.choice([4, 8, 16, 32, 64]), 0
            self.pixels, self.columns = r.choice([1, 2, 4, 5, 8, 24]), r.choice([0, 8, 8, 16, 24, 32, 40])
            self.pixels *= 1 if self.columns else r.choice([8, 16, 20])
            self.window, self.turned = r.choice([1, 2, 3]) if self.columns else 1, False
        self.past = r.choice([4, 8, 8, 16, 16, 32, 5]) if self.shape == "element" and r.random() < .4 else 0

    def scaled(self, x):
        r = self.rng
        by = r.choice([31, 32, 33, 37, 40, 47, 62])
        m = r.choice([1 << 30, 1431655765, -1984274890, -(1 << 31), 12345, r.randrange(1 << 30, 1 << 31)])
        product = f'T.Cast("int64", {r.choice([x, x, "(" + x + " + bias[j])"])}) * '
        if r.random() < .3:
            return (f'T.Cast("int32", {product}T.Cast("int64", bias[j]) + T.shift_left(T.int64(1), T.Cast("int64", '
                    f'(bias[0] & 7) + 30)) >> T.Cast("int64", (bias[0] & 7) + 31))')
        half = (1 << (by - 1)) + r.choice([0, 0, 0, 0, 1])
        return r.choice([f'T.Cast("int32", {product}T.int64({m}) + T.int64({half}) >> T.int64({by}))', f"{x} * 3"])

    def added(self, line, open_loops, loops, reduces, product):
        """Loops in any order around a sum that is added to what is there."""
        r = self.rng
        steps = {n: r.choice([self.lanes, self.lanes, 2 * self.lanes, self.lanes // 2, 3, 0]) for n, _ in loops + reduces}
        steps.update(m=1, k=0)
        size = 1 + sum(steps[n] * (e - 1) for n, e in loops + [("m", self.lanes)] + reduces)
        local = r.random() < .7
        target, size = "S" if local else "O", size + r.choice([0, 0, 5, 40])
        self.sizes["O"] = (size, "int32")
        if local:
            line(f'S = T.alloc_buffer(({size},), "int32")')
            line(f"for i in range({size}):")
            line(f"    S[i] = {r.choice(['0', 'i * 3', f'bias[i % {self.lanes}]'])}")
        order = loops + [("m", self.lanes)] + reduces
        r.shuffle(order)
        open_loops(order)
        at = " + ".join(f"{n} * {by}" if by != 1 else n for n, by in steps.items() if by)
        line(f"{target}[{at}] = {target}[{at}] + {product}")
        return local and size

    def text(self):
        r = self.rng
        if self.shape == "added":
            self.lanes = r.choice([4, 8, 8, 8, 12, 16, 24, 32, 40])
            self.columns, self.window = r.choice([0, 3, 4]), r.choice([1, 2, 3, 3])
        if self.both:
            self.columns, self.window, self.row = 0, 1, min(self.row, 64)
        kept = self.row * self.window
        self.w_row = kept + self.gap
        if self.both:
            self.row = self.row // 4 * 4 or 4
            self.gap = self.step = 0
            self.w_row = self.row
        width = (max(self.columns, 1) + self.window - 1) * self.row
        self.a_row = width + self.step
        places = self.pixels * (self.columns or 1)
        size = {"A": self.batch * self.pixels * self.a_row, "W": self.batch * self.lanes * self.w_row,
                "bias": self.lanes, "S": self.batch * places * self.lanes}
        loops = [("b", self.batch)] * (self.batch > 1) + [("y", self.pixels)] + [("x", self.columns)] * (self.columns > 0)
        order = loops + [("m", self.lanes)] if r.random() < .8 else [("m", self.lanes)] + loops
        if self.both:
            self.a_row = self.lanes * self.row
            size["A"] = self.batch * self.pixels * self.a_row
        reduces = [("t", self.window)] * (self.window > 1) + [("k", self.row)]
        has = {n for n, _ in order}
        a = f"y * {self.a_row} + k" + f" + x * {self.row}" * ("x" in has) + f" + t * {self.row}" * (self.window > 1) + \
            f" + b * {self.pixels * self.a_row}" * ("b" in has) + f" + m * {self.row}" * self.both
        w = f"m * {self.w_row} + k" + f" + t * {self.row}" * (self.window > 1) + \
            f" + b * {self.lanes * self.w_row}" * ("b" in has)
        if self.turned:
            by = self.lanes + self.gap
            w = f"m + k * {by}" + f" + t * {self.row * by}" * (self.window > 1) + f" + b * {kept * by}" * ("b" in has)
            size["W"] = self.batch * kept * by
        s = f"y * {(self.columns or 1) * self.lanes} + m" + f" + x * {self.lanes}" * ("x" in has) + \
            f" + b * {places * self.lanes}" * ("b" in has)
        self.sizes = {"A": (size["A"], self.types[0]), "W": (size["W"], self.types[1]),
                      "bias": (self.lanes, "int32"), "O": (size["S"], "int32")}
        lines = []

        def operand(text, zero):
            text = f'T.Cast("int32", {text})'
            return f"({text} + {zero})" if zero > 0 else f"({text} - {-zero})" if zero else text

        x, y = operand(f"A[{a}]", self.zero[0]), operand(f"W[{w}]", self.zero[1])
        product = f"{y} * {x}" if self.swapped else f"{x} * {y}"
        depth = 1

        def line(text):
            lines.append("    " * depth + text)

        def open_loops(these):
            nonlocal depth
            for name, n in these:
                line(f"for {name} in range({n}):")
                depth += 1

        if self.shape == "added":
            length = self.added(line, open_loops, loops, reduces, product)
            if length:
                lines += [f"    for i in range({length}):", "        O[i] = S[i]"]
        elif self.shape == "element":
            line('acc = T.alloc_buffer((1,), "int32")')
            open_loops(order)
            if self.past:
                self.sizes["Z"] = (size["S"] * self.past, "int8")
                z = f"({s}) * {self.past}"
                line(f"for u in range({self.past - 1}):")
                line(f"    Z[{z} + u] = {r.choice([f'Z[{z} + u + 1]', f'Z[{z} + u + 1]', f'Z[{z} + u] + T.int8(1)'])}")
            line(f"acc[0] = {self.init}")
            inner = depth
            open_loops(reduces)
            line(f"acc[0] = acc[0] + {product}")
            depth = inner
            if self.past:
                line(f'Z[{z} + {self.past - 1}] = T.Cast("int8", T.max(T.min(acc[0] - 3, 127), -128))')
            else:
                line(f"O[{s}] = T.max(acc[0] - 3, -1000)")
        else:
            target = "O"
            if r.random() < .5:
                target = "S"
                line(f'S = T.alloc_buffer(({size["S"]},), "int32")')
            if self.shape == "condition":
                open_loops(order + reduces)
                line("if " + " and ".join(f"{n} == 0" for n, _ in reduces) + ":")
                lines.append("    " * (depth + 1) + f"{target}[{s}] = {self.init}")
                line(f"{target}[{s}] = {target}[{s}] + {product}")
            else:
                open_loops(order)
                line(f"{target}[{s}] = {self.init}")
                open_loops(reduces)
                line(f"{target}[{s}] = {target}[{s}] + {product}")
            depth = 1
            if target == "S":
                line(f"for i, j in T.grid({self.batch * places}, {self.lanes}):")
                at = f"i * {self.lanes} + j"
                lines.append(f"        O[{at}] = " + self.scaled(f"S[{at}]"))
        params = ", ".join(f'{n}: T.Buffer(({length},), "{dtype}")' for n, (length, dtype) in self.sizes.items())
        head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)", f"def main({params}):",
                '    T.func_attr({"tirx.noalias": True})']
        return "\n".join(head + lines) + "\n"

    def values(self, data, name, size, dtype):
        info = np.iinfo(dtype) if dtype != "int32" else np.iinfo("int16")
        if self.seed % 4 == 0 and name in "AW":
            return data.choice([info.min, info.max], size)
        return data.integers(info.min, info.max + 1, size)


def work(job):
    return random_nests.work_on_one(job, Program(job[1]), "dot products of bytes")


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "dot", "of them four products at once", work, 1, "--qemu"))
