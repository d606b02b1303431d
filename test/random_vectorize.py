#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of iterations as lanes of vectors.

    test/random_vectorize.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

A program is some loop nests over integers of 8, 16 and 32 bits.  In each, one loop goes over neighbouring
elements, with an extent from 1 to 300; around it and in it are others, some triangular, conditions, bindings,
and memory that an iteration has for itself or seems to.  Nests read and write few buffers, so that many must not
become vectors.  Every loop that may is vectorised, with several numbers of lanes at once (--lanes=all, 2, 4, 16,
64); the interpreter must compute the same bits as without.  --qemu compiles and runs them, too.  A run whose
proof fails (a warning) is a failure.  A failing program is cut down to the nest that fails and printed.
"""
import random
import sys

import numpy as np

import random_nests

NESTS = 6
ROW = 400
SHAPES = {"A": (12, ROW), "B": (12, ROW), "C": (12 * ROW,), "D": (12, ROW), "E": (ROW,), "U": (64,), "S": (64,), "L": (300,)}
TYPES = {"A": "int8", "B": "uint8", "C": "int16", "D": "int32", "E": "int32", "U": "int8", "S": "int32", "L": "uint8"}
EXTENTS = (1, 2, 3, 5, 8, 15, 16, 17, 28, 31, 32, 33, 40, 48, 63, 64, 65, 72, 96, 100, 127, 128, 130, 160, 200, 256, 300)
TILES = ((4, 8), (3, 16), (5, 16), (2, 4, 16), (4, 4, 8), (8, 16), (2, 64), (6, 32), (4, 32), (2, 2, 32, 2), (4, 2, 32))
LANES = ("all", "2", "4", "16", "64", "128", "auto")


class Nest:
    """One loop nest as lines of text."""

    def __init__(self, rng, number):
        self.rng, self.lines, self.depth, self.fresh, self.number = rng, [], 1, 0, number
        self.vars = []  # (name, least, greatest): of loops but for the lanes'
        self.bound = []  # (name, type)
        self.own = None
        wide = [n for n in SHAPES if n not in "USL"]
        self.written = rng.sample(wide, rng.choice([1, 1, 1, 2]))
        self.read = rng.sample(wide, rng.choice([1, 2, 2, 3])) + self.written
        self.around(rng.choice([0, 1, 1, 2]))

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def small(self, size):
        """An index below size, the same in all lanes."""
        usable = [v for v in self.vars if v[2] < size]
        if usable and self.rng.random() < .7:
            name, _, greatest = self.rng.choice(usable)
            at = self.rng.choice([0, 0, 1, 2])
            return f"{name} + {at}" if at and greatest + at < size else name
        return str(self.rng.randrange(min(size, 4)))

    def column(self, base=""):
        """An index that most often goes on by one with the lanes; room is left for two loops' variables."""
        r, lane = self.rng, self.lane
        if not self.stores and not self.tile and self.extent <= 100 and r.random() < .15:
            return f"{base}{lane} * {r.choice([2, 2, 3])} + {r.choice([0, 0, 1, 2, 7])}"
        text = base + r.choices([self.tile_index() if self.tile else lane, "0"], [12, 2])[0]
        for name, _, greatest in r.sample(self.vars, min(len(self.vars), r.choice([0, 0, 1, 2]))):
            if greatest < 10:
                text += f" + {name}"
        at = r.choice([0, 0, 0, 1, 3, 16, 50])
        return f"{text} + {at}" if at else text

    def index(self, name):
        if len(SHAPES[name]) == 2:
            return f"{self.small(12)}, {self.column()}"
        if name == "C":
            return self.column(base=f"({self.small(10)}) * {ROW} + ") if self.rng.random() < .8 else self.column()
        return self.column()

    def load(self):
        """(text, type)"""
        r = self.rng
        if self.own and r.random() < .3:
            return f"{self.own}[0]", "int32"
        if self.bound and r.random() < .3:
            return r.choice(self.bound)
        if r.random() < .2:
            name = r.choice("US")
            return f"{name}[{self.small(64)}]", TYPES[name]
        if r.random() < .1:  # looked up in a table, by a byte
            name = r.choice("AB")
            first = r.choice([0, 3, 44]) + (128 if name == "A" else 0)
            return f'L[T.Cast("int32", {name}[{self.index(name)}]) + {first}]', "uint8"
        name = r.choice(self.read)
        if name in self.last and r.random() < .5:
            return f"{name}[{self.last[name]}]", TYPES[name]
        return f"{name}[{self.index(name)}]", TYPES[name]

    def value(self, ty):
        """A value of the type that does not overflow in 32 bits."""
        r = self.rng
        a, b, c = (v if t == ty else f'T.Cast("{ty}", {v})' for v, t in (self.load() for _ in range(3)))
        few = (lambda v: f"({v} & 255)") if ty == "int32" else (lambda v: v)
        lane = f'T.Cast("{ty}", {self.lane})' if ty != "int32" else self.lane
        if self.tile and r.random() < .9:  # a variable of its loops is no lane's number
            lane = f"T.{ty}(5)" if ty != "int32" else "5"
        uniform = r.choice([f"{v[0]} < 2" for v in self.vars] or ["S[0] > 3"])
        const = f"T.{ty}(3)" if ty != "int32" else "3"
        if ty == "int32" and r.random() < .15:
            return r.choice([f"{few(a)} // ({b} | 1)", f"T.truncmod({a} | 1, {few(b)} + 1)",
                             f'T.Cast("int32", T.Cast("int64", {a}) * T.Cast("int64", {b}) >> T.int64({r.choice([31, 32, 40])}))'])
        return r.choice([f"{few(a)} + {few(b)}", f"{few(a)} * {few(b)} + {few(c)}", f"T.max({a}, {b})", f"{few(a)} - {const}",
                         f"T.min({a}, T.max({b}, {c}))", f"{few(a)} + {lane}", f"{a} ^ {b}", f"{few(a)} * {const} >> {const}",
                         f"T.if_then_else({uniform}, {a}, {b})", f"T.Select({few(a)} < {few(b)}, {const}, {lane})",
                         f"T.abs({few(a)})", f"T.if_then_else({few(a)} < {few(b)}, {a}, {c})",
                         f"T.if_then_else({self.lane} < 7, {lane}, {const})" if not self.tile else a,
                         f"T.if_then_else({self.lane} < {r.choice([1, 7, 64])}, {a}, {c})" if not self.tile else a])

    def store(self):
        r = self.rng
        if self.own and r.random() < .5:
            old = f"({self.own}[0] & 65535)"
            self.line(f"{self.own}[0] = {old} + ({self.value('int32')} & 255)")
            return
        name = r.choice(self.written)
        index = self.last.get(name) if r.random() < .6 else None
        if index is None:
            self.stores = True
            index = self.index(name)
            self.stores = False
        self.last[name] = index
        self.line(f"{name}[{index}] = {self.value(TYPES[name])}")

    def bind(self):
        self.fresh += 1
        ty = self.rng.choice(["int8", "int32", "int16"])
        self.line(f"v{self.fresh} = T.bind({self.value(ty)})")
        self.bound.append((f"v{self.fresh}", ty))

    def block(self, inner):
        r, mark, last = self.rng, len(self.bound), dict(self.last)
        for _ in range(r.choice([1, 1, 2])):
            kind = r.choices(["store", "bind", "if", "loop"], [5, 1, 1, 4 if inner else 0])[0]
            if kind == "loop":
                self.loop(inner - 1)
            elif kind == "if":
                test = r.choice([f"{v[0]} == 0" for v in self.vars] + [f"S[{self.small(64)}] > 2", "U[0] < 4"] +
                                [f"{self.lane} < 3"] * (r.random() < .2))
                self.line(f"if {test}:")
                self.depth += 1
                self.store()
                self.depth -= 1
            else:
                {"store": self.store, "bind": self.bind}[kind]()
        self.store()
        del self.bound[mark:]
        self.last = last

    def loop(self, inner, body=None):
        r = self.rng
        self.fresh += 1
        name = f"i{self.fresh}"
        start, n = r.choice([0, 0, 0, 1]), r.choice([0, 1, 2, 3, 4, 5])
        up = [v for v in self.vars if v[2] < 8]
        if up and r.random() < .2:
            v = r.choice(up)
            self.line(f"for {name} in range({v[0]} + 1):")
            self.vars.append((name, 0, v[2]))
        else:
            self.line(f"for {name} in range({start}, {start + n}):")
            self.vars.append((name, start, max(start + n - 1, start)))
        self.depth += 1
        body() if body else self.block(inner)
        self.depth -= 1
        self.vars.pop()

    def around(self, n):
        if n:
            self.loop(0, lambda: self.around(n - 1))
        else:
            self.lanes()

    def tile_index(self):
        """The tile's element in the order in which it is stored; for loads perhaps in another one."""
        r, order, at, words = self.rng, list(self.order), 1, []
        if not self.stores and r.random() < .5:
            r.shuffle(order)
        few = not self.stores and r.random() < .2
        for k in order:
            if few and r.random() < .5:
                continue
            words.append(f"{self.tile[k][0]} * {at}")
            at *= self.tile[k][1]
        if not self.stores and r.random() < .1 and len(words) > 1:
            words.pop()
        return " + ".join(words) or "0"

    def lanes(self):
        r = self.rng
        self.lane, self.extent, self.last = f"l{self.number}", r.choice(EXTENTS), {}
        self.tile, self.stores = [], False
        if r.random() < .5:
            self.tile = [(f"l{self.number}_{k}", n) for k, n in enumerate(r.choice(TILES))]
            self.lane, self.order = self.tile[-1][0], list(range(len(self.tile)))
            r.shuffle(self.order)
            for name, n in self.tile:
                self.line(f"for {name} in range({n}):")
                self.depth += 1
        else:
            start = r.choice([0, 0, 0, 1, 7])
            self.line(f"for {self.lane} in range({start}, {start + self.extent}):")
            self.depth += 1
        kind = r.choice(["none", "none", "outside", "inside"])
        if kind == "inside":
            self.own = f"own{self.number}"
            self.line(f'{self.own} = T.alloc_buffer((1,), "int32")')
        if kind == "outside":
            self.own = "acc"
        if self.own and (kind == "inside" or r.random() < .8):
            own, self.own = self.own, None
            self.line(f"{own}[0] = {self.value('int32')}")
            self.own = own
        self.block(r.choice([0, 1, 1, 2]))
        self.depth -= len(self.tile) or 1


def text_of(nests):
    params = ", ".join(f'{n}: T.Buffer({SHAPES[n]}, "{TYPES[n]}")' for n in SHAPES)
    return (f"from tvm.script import tirx as T\n\n@T.prim_func(s_tir=True)\ndef main({params}):\n"
            '    T.func_attr({"tirx.noalias": True})\n    acc = T.alloc_buffer((1,), "int32")\n    acc[0] = 1\n') + \
        "\n".join(line for nest in nests for line in nest.lines) + "\n"


def work(job):
    options, seed = job
    rng = random.Random(f"vectorize {seed}")
    nests = [Nest(rng, i) for i in range(NESTS)]
    lanes = rng.sample(LANES, 2)
    engines = ["interp", "hexagon"] if options.qemu else ["interp"]
    ways = [[f"--run={e}", f"--lanes={n}"] for n in lanes for e in engines if e != "interp" or n != "auto"]
    buffers = {n: np.random.default_rng(seed).integers(0, 100, shape).astype(TYPES[n]) for n, shape in SHAPES.items()}

    def wrong(folder, text):
        return random_nests.compare(options, folder, text, SHAPES, ["--run=interp", "--no-cse", "--no-loops"], ways, "iterations at once:")
    return random_nests.work_on_many(options, seed, nests, text_of, buffers, wrong)


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "vectorize", "loops vectorised", work, NESTS, "--qemu"))
