#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random loops that LLVM's vectoriser makes HVX of: on Hexagon as in the interpreter.

    test/random_lanes.py --tirc=build/release/bin/tirc [--count=40] [--seed=0] [--jobs=2] [--keep=DIR]

Each program is some loops over neighbouring elements of 8, 16 and 32 bits: sums, products that are
shifted right (which LLVM's idiom for fixed-point multiplication must not get wrong), values scaled in
64 bits, clamps, sums over a row; with extents that are known, come from a parameter, or grow with a
loop around; upwards and downwards.  What differs is printed and kept."""
import random

import numpy

import random_hexagon

SIZE = 1024
# Name: type, and what the numbers lie between.  X is for 64 bits alone: nothing else may overflow.
READ = {"A": ("int8", -128, 127), "U": ("uint8", 0, 255), "H": ("int16", -32768, 32767),
        "V": ("uint16", 0, 65535), "W": ("uint32", 0, 2**32 - 1), "X": ("int32", -2**31, 2**31 - 1)}
WRITTEN = {"P": "int8", "Q": "int16", "R": "int32", "S": "uint32", "Z": "uint8"}
HEAD = """# from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main({buffers}, n: T.int32):
    T.func_attr({{"tirx.noalias": {noalias}}})
"""


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines = []

    def at(self, i, top):
        """An index below SIZE, i being below top."""
        r = self.r
        kind = r.random()
        if kind < .15:
            return f"{top - 1 + r.choice([0, 0, 3])} - {i}"
        if kind < .25 and top * 2 < SIZE:
            return f"{i} * 2 + {r.randrange(2)}"
        return f"{i} + {r.choice([1, 2, 31, 64])}" if kind < .5 and top + 64 < SIZE else i

    def load(self, i, top, names):
        name = self.r.choice(names)
        return f"{name}[{self.at(i, top)}]"

    def factor(self, i, top):
        """An int32 of 17 bits at most, that is: of 8 or 16 bits in memory, or a constant."""
        if self.r.random() < .4:
            return str(self.r.choice([3, 7, 100, 255, 3000, 32767, 20000]))
        return f"T.Cast(\"int32\", {self.load(i, top, 'AAUH')})"

    def shifted(self, e, most, ty=None):
        """e, rounded and shifted right."""
        n = self.r.choice([0, 1, 4, 7, 8, 15, 16, 20])
        if n == 0 or n > most:
            return e
        word = "{}" if ty is None else f"T.{ty}({{}})"
        if self.r.random() < .6:
            e = f"{e} + {word.format(self.r.choice([1 << (n - 1), 1, 5]))}"
        return f"({e} >> {word.format(n)})"

    def scaled(self, i, top):
        """An int32 made in 64 bits."""
        r = self.r
        x = r.choice([self.load(i, top, "X"), f"T.Cast(\"int32\", {self.load(i, top, 'AUHV')}) + 17",
                      f"T.shift_left(T.Cast(\"int32\", {self.load(i, top, 'AU')}) - 3, 20)"])
        by = r.choice([r.randrange(2**16, 2**31), r.randrange(2**30, 2**31), 1073741823, 65537, 65536, 40000, 3])
        if r.random() < .5:
            return f"T.q_multiply_shift({x}, {by}, 31, {r.choice([0, 0, 1, -1, -2, -8, -18])})"
        n = r.choice([1, 15, 16, 17, 31, 31, 32, 33, 37, 45])
        add = f" + T.int64({r.choice([1 << (n - 1), 1 << (n - 1), 1, 12345])})" if r.random() < .8 else ""
        return (f"T.Cast(\"int32\", (T.Cast(\"int64\", {x}) * T.int64({by}){add}) >> T.int64({n}))")

    def value(self, i, top, ty):
        r = self.r
        kind = r.random()
        if ty == "uint32":
            a, b = self.load(i, top, "W"), self.load(i, top, "W")
            return self.shifted(f"{a} * {b}" if kind < .7 else f"{a} * T.uint32(2654435769)", 31, "uint32")
        if ty == "int16" and kind < .3:
            return self.shifted(f"{self.load(i, top, 'H')} * {self.load(i, top, 'H')}", 8, "int16")
        if kind < .55:
            e = self.shifted(f"{self.factor(i, top)} * {self.factor(i, top)}", 31)
        elif kind < .9:
            e = self.scaled(i, top)
        else:
            e = f"T.Cast(\"int32\", {self.load(i, top, 'AUHV')}) - T.Cast(\"int32\", {self.load(i, top, 'AUHV')})"
        if ty == "int32":
            return e
        low, high = {"int8": (-128, 127), "int16": (-32768, 32767), "uint8": (0, 255)}[ty]
        if r.random() < .5:
            e = f"T.max(T.min({e}, {high}), {low})"
        return f"T.Cast(\"{ty}\", {e})"

    def line(self, depth, text):
        self.lines.append("    " * depth + text)

    def body(self, depth, i, top):
        name = self.r.choice(list(WRITTEN))
        at = self.at(i, top) if self.r.random() < .2 else i
        value = self.value(i, top, WRITTEN[name])
        if self.r.random() < .15:
            value = f"{name}[{at}] ^ {value}"
        self.line(depth, f"{name}[{at}] = {value}")

    def follow(self, depth, i, row):
        """An iteration that may need what a few before it stored."""
        r = self.r
        name, bits = r.choice([("S", "uint32"), ("Z", "uint8")])
        places = [i, i, f"{i} + {r.choice([1, 2, 3, 16, 31, 40, 127])}", f"255 - {i}"]
        if r.random() < .3:
            places = [f"{n} - {i}" for n in (255, 255, 256, 257, 271, 300)]
        elif row:
            places += [f"{i} + {row} * {r.choice([1, 2, 33, 128])}", f"{i} + {row}"]
        value = f"{name}[{r.choice(places)}] * T.{bits}(3) + {self.load(i, 256, 'W' if bits == 'uint32' else 'U')}"
        if r.random() < .3:
            self.line(depth, f"{name}[{r.choice(places)}] = {self.load(i, 256, 'W' if bits == 'uint32' else 'U')}")
        self.line(depth, f"{name}[{r.choice(places)}] = {value}")

    def loop(self):
        r = self.r
        kind, depth, i = r.random(), 1, "i"
        top = r.choice([31, 32, 33, 64, 100, 128, 130, 200, 256])
        end = str(top)
        if kind < .25:
            end, top = "n", 200
        elif kind < .45:
            self.line(1, f"for k in range({top}):")
            depth, end = 2, r.choice(["k", "k + 1"])
        self.line(depth, f"for i in range({end}):")
        where = r.random()
        if where < .25:
            rows = top > 2 and depth == 1 and end != "n" and r.random() < .5
            if rows:  # as the rows of a matrix
                self.lines[-1:] = ["    for k in range(3):", f"        for i in range({min(top, 100)}):"]
            self.follow(depth + 1 + rows, i, "k" if rows else "")
        elif where < .4:
            self.line(depth + 1, f"S[2] = S[2] + {self.load(i, top, 'W')} * {self.load(i, top, 'W')}")
        else:
            for _ in range(r.choice([1, 1, 2])):
                self.body(depth + 1, i, top)

    def program(self):
        for _ in range(6):
            self.loop()
        types = {**{n: t[0] for n, t in READ.items()}, **WRITTEN}
        buffers = ", ".join(f"{n}: T.Buffer(({SIZE},), \"{t}\")" for n, t in types.items())
        head = HEAD.format(buffers=buffers, noalias=self.r.random() < .8)
        return head + "".join(f"{s}\n" for s in self.lines)


def make(seed):
    rng = numpy.random.default_rng(seed)
    n, arrays = rng.integers(0, 200), {}
    for name, (ty, low, high) in READ.items():
        arrays[name] = rng.integers(low, high, SIZE, dtype=ty, endpoint=True)
        arrays[name][rng.random(SIZE) < .1] = rng.choice([low, high])
    return Maker(seed).program(), arrays, [[f"n={n}"]]


random_hexagon.main(__doc__, make, WRITTEN)
