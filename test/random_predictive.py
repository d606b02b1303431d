#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of predictive commoning.

    test/random_predictive.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

A program is some loops whose iterations load what earlier ones did: windows of a row or a column, of integers, floats and
vectors, in sums, extremes, products and quotients, in one statement and in several, with names, conditions and stores that may
hit what is loaded.  Loops may run never, once or twice, and some windows fill their buffer to the last element.
Everything that may be carried is (--predictive-commoning=all); the interpreter, which tells an access out of bounds,
must compute the same bits as without, and trap only where it traps without, and the JIT as well.  --qemu adds Hexagon.  A run whose proof fails (a warning) is a
failure.  A failing program is cut down to the loop that fails and printed.
"""
import pathlib
import random
import re
import sys
import tempfile

import numpy as np

import random_nests

LOOPS = 8
SIZE, EXACT = 4096, 64
TYPES = {"A": "int32", "B": "uint8", "C": "int16", "F": "float32", "X": "int32", "P": "int32", "Q": "uint8",
         "R": "int16", "G": "float32", "U": "uint32", "D": "int32", "W": "int16"}
SHAPES = {n: (EXACT,) if n == "X" else (48, 64) if n in "DW" else (SIZE,) for n in TYPES}
OUTS = {"int32": "P", "uint8": "Q", "int16": "R", "float32": "G", "uint32": "U"}
LANES = {"uint8": (128, 256, 32), "int16": (64, 128, 16), "int32": (32, 64, 8), "uint32": (32,), "float32": (32, 4)}


class Loop:
    """One loop, with loops around it, as lines of text."""

    def __init__(self, rng, number):
        self.rng, self.number, self.lines = rng, number, []
        self.kind = rng.choice(["row", "row", "row", "column", "exact", "vector", "vector", "grid", "grid", "down"])
        self.source = "X" if self.kind == "exact" else rng.choice("DDW" if self.kind in ("grid", "down") else "AABCFU")
        self.ty = TYPES[self.source]
        self.out = OUTS[self.ty]
        self.in_place = rng.random() < .25
        self.lanes = rng.choice(LANES[self.ty]) if self.kind == "vector" else 1
        self.reach = rng.choice([2, 3, 3, 4, 5])
        self.pitch = rng.choice(["64", "w", "96"])
        self.stride = rng.choice([1, 1, 1, 2, 3]) if self.kind == "row" else 1
        self.names = []
        self.make()

    def line(self, depth, text):
        self.lines += ["    " * depth + s for s in text.split("\n")]

    def index(self, name, off, row=0):
        """The element `off` iterations on (of vectors: lanes), in a later row."""
        r = self.rng
        if self.kind == "exact" and name == "X":
            return f"j + {off}"
        if name in "DW":
            return f"i + {row}, j + {off}" if self.kind == "grid" else f"j + {off}, i + {row}"
        if self.kind == "vector":
            row = f"{row * 1024} + " if row else ""
            return f"T.Ramp({row}j * {self.lanes} + {off}, 1, {self.lanes})"
        if self.kind == "column":
            return r.choice([f"(j + {off}) * {self.pitch} + i + {row}", f"j * {self.pitch} + {off} * {self.pitch} + i + {row}"])
        step = f"j * {self.stride}" if self.stride > 1 else "j"
        on = off * self.stride if r.random() < .9 else off
        return r.choice([f"(i + {row}) * {self.pitch} + {step} + {on}", f"i * {self.pitch} + {step} + {on} + {row} * {self.pitch}"])

    def load(self, off=None, row=None, name=None):
        r = self.rng
        off = r.randrange(self.reach) if off is None else off
        row = r.choice([0, 0, 0, 1, 2]) if row is None else row
        if self.kind == "vector":
            edges = [0, 0, 1, self.lanes - 1, self.lanes, self.lanes + 1, 2 * self.lanes, 3, self.lanes // 2]
            off = r.choice(edges) if off < 9 else off
        return f"{name or self.source}[{self.index(name or self.source, off, row)}]"

    def broad(self, text):
        return f"T.Broadcast({text}, {self.lanes})" if self.lanes > 1 else text

    def constant(self):
        return self.broad("T.float32(0.5)" if self.ty == "float32" else f"T.{self.ty}({self.rng.choice([2, 3, 4])})")

    def window(self, cut):
        """Terms at several shifts in several rows, up to their order."""
        r = self.rng
        rows, offs = r.sample(range(3), r.choice([1, 2, 2, 3])), sorted(r.sample(range(self.reach), 2 + (r.random() < .5 < self.reach - 1.6)))
        if self.kind == "exact":
            rows = [0]
        if self.kind == "vector":
            offs = r.sample([0, 1, self.lanes - 1, self.lanes, self.lanes + 1, 2 * self.lanes], 3)
        by, weights = {o: r.choice([1, 1, 2]) for o in offs}, {row: r.choice([1, 1, 2]) for row in rows}
        terms = []
        for row in rows:
            for o in offs:
                index = self.index(self.source, o, row)
                text, factor = cut(f"{self.source}[{index}]"), by[o] * weights[row]
                scaled = factor > 1 and self.ty != "float32"
                terms.append(f"{text} * {self.broad(f'T.{self.ty}({factor})')}" if scaled else text)
        if r.random() < .3:
            r.shuffle(terms)
        return terms[:-1] if r.random() < .1 else terms

    def value(self):
        r = self.rng
        wide = self.ty == "int32"
        cut = (lambda s: f"({s} & {self.broad('255')})") if wide and r.random() < .4 else (lambda s: s)
        kind = r.choice(["sum", "sum", "sum", "extreme", "pair", "pair", "mixed", "lazy"])
        if kind == "sum":
            text = " + ".join(self.window(cut))
            return f"({text}) - {self.load()}" if r.random() < .3 else text
        if kind == "extreme" and self.ty != "float32":
            name = r.choice(["max", "min"])
            terms = self.window(cut)
            text = terms[0]
            for t in terms[1:]:
                text = f"T.{name}({text}, {t})"
            return text
        if kind == "lazy" and self.lanes == 1:
            return f"T.if_then_else(j < 3, {self.load(0)}, {self.load(1)}) + {self.load(1, 0)} + {self.load(0, 0)}"
        forms = ["({0} + {1})", "({0} * {2})", "T.max({0}, {1})", "({0} - {2} - {1})"]
        if wide and self.lanes == 1 and r.random() < .5:
            forms = ["({0} // y)", "({0} % y)", "T.truncdiv({0}, {1} % 7 + 1)", "({0} // {2} + {1} % y)", "(n // y + {0})"]
        gap, form = r.choice([1, 1, 2]), r.choice(forms)
        c, out = self.constant(), []
        for shift in (0, gap)[:2]:
            a, b = ((shift * self.lanes, shift * self.lanes + self.lanes) if self.kind == "vector" else (shift, shift + 1))
            x, y = (f"{self.source}[{self.index(self.source, o)}]" for o in (a, b))
            out.append(form.format(cut(x), cut(y), c))
        if "y" in form and r.random() < .3:
            out = [f"T.if_then_else(j < {r.choice([0, 1, 3])}, {text}, 1)" if r.random() < .5 else text for text in out]
        return f" {r.choice(['+', '-'])} ".join(out)

    def store(self, depth):
        r = self.rng
        at = 0 if self.kind != "vector" else r.choice([0, self.lanes])
        name = self.source if self.in_place and self.kind != "exact" and r.random() < .6 else self.out
        row = r.choice([0, 0, 1, 3]) if name == self.source else 0
        if name == self.source and r.random() < .5:
            at = (r.randrange(self.reach) if self.kind != "vector" else r.choice([self.lanes, 2 * self.lanes]))
        target = self.index(name, at, row)
        value = self.value()
        if self.names and r.random() < .5:
            value = f"{r.choice(self.names)} + {value}"
        if r.random() < .2:
            value = f"{name}[{target}] + {value}"
        text = f"{name}[{target}] = {value}"
        if r.random() < .12:
            text = f"if {r.choice(['j < 2', 'n > 3', 'i == 0'])}:\n    {text}"
        self.line(depth, text)

    def make(self):
        r = self.rng
        top = {"exact": EXACT - self.reach - 1, "vector": 3, "column": 4, "grid": EXACT - self.reach, "down": 48 - self.reach}.get(self.kind, 20)
        extent = r.choice(["n", "n", "m", "2", "3", str(top), "i + n", "n - 1"])
        if extent in "nm" and self.kind == "exact" and r.random() < .5:
            extent = str(EXACT - self.reach)
        low = r.choice(["0", "0", "1", "i"])
        if self.kind == "exact" and extent not in "nm":
            low = "0"
        if self.kind == "vector":
            extent = r.choice(["n", "2", "3", "m"])
            low = r.choice(["0", "0", "1"])
        if self.kind == "vector" and self.lanes * TYPE_BYTES[self.ty] > 256:
            self.lanes //= 2
        self.line(1, f"for i in range({r.choice([1, 2, 3])}):")
        self.line(2, f"for j in T.serial({low}, {low} + {extent}):" if low != "0" else f"for j in range({extent}):")
        for _ in range(r.choice([0, 0, 1])):
            name = f"v{self.number}"
            self.line(3, f"{name} = T.bind({self.load() if r.random() < .5 else self.value()})")
            self.names.append(name)
        for _ in range(r.choice([1, 1, 2, 3])):
            self.store(3)


TYPE_BYTES = {"int32": 4, "uint32": 4, "float32": 4, "int16": 2, "uint8": 1}


def text_of(loops):
    params = ", ".join(f'{n}: T.Buffer({SHAPES[n]}, "{TYPES[n]}", align=128)' for n in TYPES)
    return (f"from tvm.script import tirx as T\n\n@T.prim_func(s_tir=True)\ndef main({params}, n: T.int32, m: T.int32, w: T.int32, y: T.int32):\n"
            '    T.func_attr({"tirx.noalias": True})\n') + "\n".join(line for loop in loops for line in loop.lines) + "\n"


def work(job):
    options, seed = job
    rng = random.Random(f"predictive {seed}")
    numbers = {"n": rng.choice([0, 1, 2, 3, 5]), "m": rng.choice([0, 2, 3]), "w": rng.choice([64, 40, 100]), "y": rng.choice([0, 1, 7, -3])}
    scalars = [f"{n}={v}" for n, v in numbers.items()]
    loops = [Loop(rng, i) for i in range(LOOPS)]
    engines = ["interp", "jit"] + ["hexagon"] * options.qemu
    ways = [[f"--run={e}", "--predictive-commoning=all", "--lanes=0"] for e in engines]
    plain = ["--run=interp", "--no-cse", "--no-loops"]
    buffers = {n: np.random.default_rng(seed).integers(0, 100, SHAPES[n]).astype(TYPES[n]) for n in TYPES}

    def leaves(folder, loop):  # its buffers: then it is no program
        try:
            random_nests.execute(options, folder, text_of([loop]), TYPES, plain, "", scalars)
        except random_nests.Failure as failure:
            if not re.search(r"bounds|outside|overflow|zero", str(failure)):
                raise
            return True
        return False

    def wrong(folder, text):
        why, found = random_nests.compare(options, folder, text, TYPES, plain, ways, "kept for later iterations", scalars)
        return why and f"{' '.join(scalars)}: {why}", found
    with tempfile.TemporaryDirectory(prefix="random-predictive-") as temp:
        folder = pathlib.Path(temp)
        for n, values in buffers.items():
            np.save(folder / f"{n}.npy", values)
        loops = [x for x in loops if not leaves(folder, x)]
    if not loops:
        return seed, None, None, 0
    return random_nests.work_on_many(options, seed, loops, text_of, buffers, wrong)


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "predictive", "loops that carry something", work, LOOPS, "--qemu"))
