#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random vectors of bytes, widened, combined and narrowed: on Hexagon as in the interpreter.

    test/random_windows.py --tirc=build/release/bin/tirc [--count=40] [--seed=0] [--keep=DIR]

Each program stores vectors of 128 or 256 lanes made of loads that begin anywhere, in 8 and 16 bits, some
of lanes that are a known way apart, some of them through names, some after stores to the memory they read: between a load that
has a name and the name's use, too, whole or a part of it, through a view, in a loop.  Others store sums of 32 bits of
neighbouring elements, block by block.  What differs is printed and kept."""
import random

import numpy

import random_hexagon

HEAD = """# from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8192,), "uint8", align={align}), S: T.Buffer((8192,), "int8", align={align}),
         K: T.Buffer((16,), "int8"), B: T.Buffer((8192,), "uint8", align={align}),
         C: T.Buffer((8192,), "int16", align={align}), D: T.Buffer((8192,), "int8", align={align}),
         U: T.Buffer((8192,), "uint16", align={align}), E: T.Buffer((8192,), "int32", align={align})):
    T.func_attr({{"tirx.noalias": True}})
    V = T.decl_buffer((8192,), "int8", data=A.data)
    for i in range(2):
"""


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines, self.names, self.indices, self.loads = [], {}, 0, 0
        self.lanes = self.r.choice([128, 128, 128, 256])
        self.shifts = self.r.choice([[-1, 0, 1], [-2, -1, 0, 1, 2], [0, 1], [-64, 0, 3, 127]])
        self.wide = self.r.choice(["int16", "uint16", "int16", "uint16", "int32"])

    def load(self, shift):
        name = self.r.choice("AAS")
        at = 128 * self.r.randint(4, 12) + shift
        index = self.index(at)
        if self.r.random() < .1:
            self.indices += 1
            self.lines.append(f"x{self.indices} = T.bind({index})")
            index = f"x{self.indices}"
        e = f"{name}[{index}]"
        return self.named(e) if self.r.random() < .15 else e, "uint8" if name == "A" else "int8"

    def named(self, load):
        """A load under a name, and sometimes what it reads written to behind it."""
        self.loads += 1
        self.lines.append(f"l{self.loads} = T.bind({load})")
        if self.r.random() < .4:
            self.write()
        return f"l{self.loads}"

    def write(self):
        """A store to some of what is loaded."""
        r, lanes = self.r, self.r.choice([32, 64, 128, self.lanes])
        name, at = r.choice("AAVS"), 128 * r.randint(4, 13) + r.choice([0, 0, 64, r.randint(-128, 127)])
        dtype = "uint8" if name == "A" else "int8"
        value = r.choice([f"T.Broadcast(T.{dtype}({r.randint(0, 127)}), {lanes})",
                          f"{name}[T.Ramp(i * 1024 + {128 * r.randint(4, 12) + 5}, 1, {lanes})]"])
        if r.random() < .3:
            self.lines.append(f"for q in range(2):\n            {name}[T.Ramp(i * 1024 + {at} + q * 96, 1, {lanes})] = {value}")
        else:
            self.lines.append(f"{name}[T.Ramp(i * 1024 + {at}, 1, {lanes})] = {value}")

    def index(self, at):
        """Lanes side by side, mostly; else a known way apart."""
        r, n = self.r, self.lanes
        if r.random() < .8:
            return f"T.Ramp(i * 1024 + {at}, 1, {n})"
        if r.random() < .5:
            return f"T.Ramp(i * 1024 + {at + 1024}, {r.choice([-3, -2, -1, 2, 3, 4])}, {n})"
        lane, q = f"T.Ramp(0, 1, {n})", r.choice([2, 8, 32, 64])
        high, low = r.choice([0, 1, q, 2 * q, 5]), r.choice([1, 1, 2])
        return f"T.Broadcast(i * 1024 + {at}, {n}) + {lane} // T.Broadcast({q}, {n}) * T.Broadcast({high}, {n}) + " \
            f"{lane} % T.Broadcast({q}, {n}) * T.Broadcast({low}, {n})"

    def splat(self, value, dtype):
        return f"T.Broadcast(T.{dtype}({value}), {self.lanes})"

    def cast(self, e, dtype):
        return f'T.Cast("{dtype}x{self.lanes}", {e})'

    def name(self, e, dtype):
        """The value under a name, sometimes; names of one type are used again."""
        known = self.names.setdefault(dtype, [])
        if known and self.r.random() < .25:
            return self.r.choice(known)
        if self.r.random() < .2:
            known.append(f"v{sum(map(len, self.names.values()))}")
            self.lines.append(f"{known[-1]} = T.bind({e})")
            return known[-1]
        return e

    def byte(self, shift, depth, dtype="uint8"):
        """A vector of bytes whose loads begin at one shift, or at any if it is None."""
        r = self.r
        here = r.choice(self.shifts) if shift is None else shift
        if depth <= 0 or r.random() < .2:
            e, t = self.load(here)
            return e if t == dtype else self.cast(e, dtype)
        if r.random() < .12:
            return self.narrow(depth - 1, dtype, shift)
        if r.random() < .15:
            return self.name(self.byte(here, depth - 1, dtype), dtype)
        a, b = self.byte(shift, depth - 1, dtype), self.byte(shift, depth - 1, dtype)
        return r.choice(["T.max({}, {})", "T.min({}, {})", "({} + {})", "({} & {})",
                         "({} - {})"]).format(a, b)

    def window(self, make):
        """One computation at several shifts, put together."""
        state, parts = self.r.getstate(), []
        for shift in self.shifts:
            self.r.setstate(state)
            parts.append(make(shift))
        self.r.setstate(state)
        op = self.r.choice(["T.max({}, {})", "T.min({}, {})", "({} + {})", "({} ^ {})"])
        e = parts[0]
        for part in parts[1:]:
            e = op.format(e, part)
        return e

    def tap(self, shift):
        here = self.r.choice(self.shifts) if shift is None else shift
        e, _ = self.load(here)
        e = self.cast(e, self.wide)
        k = self.r.random()
        if k < .35:
            c = self.r.choice([1, 2, 3, 4, 6, 127, 128, 300]) * \
                (self.r.choice([1, -1]) if self.wide != "uint16" else 1)
            return f"{self.splat(c, self.wide)} * {e}"
        if k < .6:
            c = f'T.Broadcast(T.Cast("{self.wide}", K[{self.r.randint(0, 15)}]), {self.lanes})'
            return f"{e} * {c}"
        if k < .7:
            return f"({e} << {self.splat(self.r.randint(0, 8), self.wide)})"
        return e

    def row(self, shift):
        """Neighbours in a row, each times something."""
        line = 128 * self.r.randint(4, 12) + (shift or 0)
        terms, named = [], self.r.random() < .4
        for d in self.shifts:
            e = f"A[T.Ramp(i * 1024 + {line + d}, 1, {self.lanes})]"
            e = self.cast(self.named(e) if named else e, self.wide)
            c = self.r.choice([1, 1, 2, 5, 127])
            terms.append(e if c == 1 else f"{e} * {self.splat(c, self.wide)}")
        self.r.shuffle(terms)
        return "(" + " + ".join(terms) + ")"

    def words(self, shift, depth):
        r, here = self.r, shift
        if r.random() < .15:
            return self.row(shift)
        if shift is None and r.random() < .4:
            here = r.choice(self.shifts)
        k = r.random()
        if depth <= 0 or k < .1:
            return self.tap(here)
        if k < .5:
            terms = [self.tap(here) if r.random() < .7 else self.words(here, depth - 1)
                     for _ in range(r.randint(2, 6))]
            return self.name("(" + " + ".join(terms) + ")", self.wide) \
                if shift is None else "(" + " + ".join(terms) + ")"
        a = self.words(here, depth - 1)
        if k < .6:
            return f"{self.splat(r.choice([2, 3, 6, 200]), self.wide)} * ({a})"
        if k < .7:
            return f"({a} >> {self.splat(r.randint(0, 15), self.wide)})"
        b = self.words(here, depth - 1)
        if k < .8:
            return f"(T.max({a}, {b}) - T.min({a}, {b}))"
        return r.choice(["T.max({}, {})", "T.min({}, {})", "({} - {})", "({} * {})", "({} ^ {})",
                         "({} | {})"]).format(a, b)

    def narrow(self, depth, dtype, shift=None):
        r, e = self.r, self.words(shift, depth)
        if r.random() < .5:
            e = f"({e} >> {self.splat(r.choice([0, 1, 4, 7, 8, 9]), self.wide)})"
        low, high = r.choice([(0, 255), (0, 255), (-128, 127), (0, 127), (5, 200)])
        low = max(low, 0) if self.wide == "uint16" else low
        k = r.random()
        if k < .5:
            e = f"T.max(T.min({e}, {self.splat(high, self.wide)}), {self.splat(low, self.wide)})"
        elif k < .7:
            e = f"T.min({e}, {self.splat(high, self.wide)})"
        return self.cast(e, dtype)

    def mean(self, dtype):
        """A few bytes that are added, rounded and shifted; some of them under a name."""
        r, n = self.r, self.r.choice([2, 2, 2, 3, 4])
        code = "A" if self.wide == "uint16" or r.random() < .6 else "S"
        terms = [self.cast(f"{code}[{self.index(128 * r.randint(4, 12) + r.choice(self.shifts))}]", self.wide)
                 for _ in range(n)]
        by = r.choice([1, 1, 2, 3])
        if r.random() < .3:
            self.lines.append(f"w{len(self.lines)} = T.bind({' + '.join(terms[:2])})")
            terms[:2] = [self.lines[-1].split(" ")[0]]
        if r.random() < .7:
            terms.insert(r.randint(1, len(terms)), self.splat(r.choice([1, 2, 4, 1 << by - 1]), self.wide))
        return self.cast(f"({' + '.join(terms)} >> {self.splat(by, self.wide)})", dtype)

    def block(self):
        """A sum over blocks of neighbours, in any order, one of which may be missing or there twice; and other terms."""
        r, lanes = self.r, self.r.choice([32, 32, 64, 128])
        terms = []
        for _ in range(r.choice([1, 1, 2])):
            name, block, at = r.choice("ASCUUE"), r.choice([2, 4, 8, 16]), r.randint(0, 2048)
            row = [f"{name}[T.Ramp(i * 1024 + {at + k}, {block}, {lanes})]" for k in range(block)]
            if r.random() < .2:
                row[r.randrange(block)] = r.choice(row)
            terms += row if name == "E" else [f'T.Cast("int32x{lanes}", {e})' for e in row]
        if r.random() < .3:
            terms.append(f"E[T.Ramp(i * 1024 + {r.randint(0, 2048)}, 1, {lanes})]")
        r.shuffle(terms)
        self.lines.append(f"E[T.Ramp(i * 1024 + {r.randint(0, 128) * 32}, 1, {lanes})] = {' + '.join(terms)}")

    def program(self):
        r = self.r
        for k in range(r.randint(2, 5)):
            at = f"T.Ramp(i * 1024 + {self.lanes * k + r.choice([0, 0, 3])}, 1, {self.lanes})"
            kind = r.random()
            if r.random() < .1:
                self.block()
            elif r.random() < .2:
                name = r.choice("BD")
                self.lines.append(f"{name}[{at}] = {self.mean('uint8' if name == 'B' else 'int8')}")
            elif kind < .15:
                e = self.window(lambda shift: self.byte(shift, 3))
                self.lines.append(f"B[{at}] = {e}")
            elif kind < .3:
                e = self.window(lambda shift: self.words(shift, 2))
                self.lines.append(f"B[{at}] = {self.cast(e, 'uint8')}")
            elif kind < .45:
                self.lines.append(f"B[{at}] = {self.narrow(3, 'uint8')}")
            elif kind < .6:
                self.lines.append(f"D[{at}] = {self.narrow(3, 'int8')}")
            elif kind < .8:
                self.lines.append(f"B[{at}] = {self.byte(None, 4)}")
            elif kind < .9:
                e = self.words(None, 2)
                self.lines.append(f"C[{at}] = {e if self.wide == 'int16' else self.cast(e, 'int16')}")
            else:
                place = f"T.Ramp(i * 1024 + {128 * r.randint(4, 12) + 7}, 1, {self.lanes})"
                self.lines.append(f"A[{place}] = {self.narrow(2, 'uint8')}")
        head = HEAD.format(align=r.choice([128, 128, 128, 64]))
        return head + "".join(f"        {s}\n" for s in self.lines)


def make(seed):
    rng = numpy.random.default_rng(seed)
    arrays = {"A": rng.integers(0, 256, 8192, dtype=numpy.uint8),
              "S": rng.integers(-128, 128, 8192, dtype=numpy.int8),
              "K": rng.integers(-128, 128, 16, dtype=numpy.int8),
              "U": rng.integers(0, 65536, 8192, dtype=numpy.uint16),
              "E": rng.integers(-1000, 1000, 8192, dtype=numpy.int32)}
    return Maker(seed).program(), arrays, [[]]


random_hexagon.main(__doc__, make, "ABCDE")
