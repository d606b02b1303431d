#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of unroll-and-jam.

    test/random_unroll_jam.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--keep=DIR]

A program is some loop nests around stores whose indices are sums of loop variables, rectangular and
triangular, with extents that are known, come from a parameter, or are negative; with bindings and
conditions.  Nests read and write few buffers, so that many must not be unrolled.  Every loop that may be
jammed is (--unroll-and-jam=all); the interpreter must compute the same bits as without CSE.  A loop whose proof
fails (a warning) is a failure, too.  A failing program is cut down to the nest that fails and printed;
--keep=DIR keeps it.
"""
import random
import sys

import numpy as np

import random_nests

NESTS = 10
SHAPES = {"A": (64,), "B": (48, 48), "F": (24, 64), "V": (4096,), "W": (32,)}
TYPES = {"A": "int32", "B": "int32", "F": "float32", "V": "int32", "W": "float32"}
SIZES = (0, 1, 2, 3, 4, 5, 6, 7, 9)
PARAMS = {"n": (-3, 9), "m": (0, 6)}  # and what their values lie between


class Nest:
    """One loop nest as lines of text."""

    def __init__(self, rng):
        self.rng, self.lines, self.depth, self.fresh = rng, [], 1, 0
        self.vars = []  # (name, least, greatest)
        self.buffers = rng.sample(list(SHAPES), rng.choice([1, 1, 2, 2, 3, 5]))
        self.written = rng.sample(self.buffers, rng.choice([1, 1, 2]) if len(self.buffers) > 1 else 1)
        self.same = rng.random() < .5  # an element is mostly read where it is written
        self.last = {}
        self.loop(rng.choice([1, 2, 2, 3]))

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def sum(self, size):
        """An index below size: (text, least, greatest)."""
        r = self.rng
        picked = r.sample(self.vars, min(len(self.vars), r.choice([0, 1, 1, 1, 2])))
        text, lo, hi = "", 0, 0
        for name, least, greatest in picked:
            by = r.choice([1, 1, 1, 1, 2, -1, 8] if size > 60 else [1, 1, 1, 1, 2, -1])
            ends = sorted((least * by, greatest * by))
            text += f" + {name}" if by == 1 else f" + {name} * {by}"
            lo, hi = lo + ends[0], hi + ends[1]
        if hi - lo >= size:
            return str(r.randrange(size))
        at = min(-lo + r.choice([0, 0, 0, 1, 1, 2, 5]), size - 1 - hi)
        return (text[3:] + (f" + {at}" if at > 0 else f" - {-at}" if at else "")) if text else str(at)

    def index(self, name):
        if self.same and name in self.last and self.rng.random() < .6:
            return self.last[name]
        return ", ".join(self.sum(n) for n in SHAPES[name])

    def load(self, ty):
        names = [n for n in self.buffers if TYPES[n] == ty]
        if not names:
            return "3" if ty == "int32" else "T.float32(1.5)"
        name = self.rng.choice(names)
        return f"{name}[{self.index(name)}]"

    def value(self, ty):
        a, b, c = (self.load(ty) for _ in range(3))
        if ty == "int32":
            return self.rng.choice([f"({a} * 3 + {b}) & 1023", f"({a} + {b} * {c}) & 255", f"{a} & 63",
                                    f"T.max({a}, {b}) ^ {c}"])
        return self.rng.choice([f"{a} + {b} * {c}", f"{a} * T.float32(0.5) + {b}"])

    def store(self):
        name = self.rng.choice(self.written)
        self.last[name] = ", ".join(self.sum(n) for n in SHAPES[name])
        self.line(f"{name}[{self.last[name]}] = {self.value(TYPES[name])}")

    def bind(self):
        self.fresh += 1
        if self.rng.random() < .5 and self.vars:
            name, lo, hi = self.rng.choice(self.vars)
            self.line(f"v{self.fresh} = T.bind({name} + 1)")
            self.vars.append((f"v{self.fresh}", lo + 1, hi + 1))
        else:
            self.line(f"u{self.fresh} = T.bind({self.load('int32')})")
            if "A" in self.written:
                self.line(f"A[{self.sum(64)}] = u{self.fresh} & 127")

    def condition(self):
        self.line(f"if {self.load('int32')} > {self.rng.choice([0, 20, 60])}:")
        self.depth += 1
        self.store()
        self.depth -= 1

    def block(self, inner):
        """Statements, and loops in which `inner` more nest."""
        r, mark = self.rng, len(self.vars)
        for _ in range(r.choice([1, 1, 2, 3]) if inner else r.choice([1, 1, 2])):
            kind = r.choices(["store", "bind", "if", "loop"], [4, 1, 1, 6 if inner else 0])[0]
            {"store": self.store, "bind": self.bind, "if": self.condition,
             "loop": lambda: self.loop(inner - 1)}[kind]()
        if inner and r.random() < .7:
            self.loop(inner - 1)
        elif inner == 0 or r.random() < .5:
            self.store()
        del self.vars[mark:]
        self.last = {}

    def loop(self, inner):
        r = self.rng
        self.fresh += 1
        name, start, least = f"i{self.fresh}", r.choice(["0", "0", "0", "1", "2"]), None
        kind = r.choices(["known", "param", "up", "down", "from"], [6, 2, 1, 1, 1])[0]
        outer = [v for v in self.vars if v[0][0] == "i"]
        if kind == "param":
            end = r.choice(list(PARAMS))
            greatest = PARAMS[end][1] - 1
        elif kind == "known" or not outer:
            n = r.choice(SIZES)
            end, greatest = str(int(start) + n), int(start) + n - 1
        else:
            v, lo, hi = r.choice(outer)
            end, greatest = {"up": (f"{v} + 1", hi), "down": (f"9 - {v}", 8 - lo),
                             "from": (str(hi + 4), hi + 3)}[kind]
            if kind == "from":
                start, least = v, lo
        least = int(start) if least is None else least
        self.line(f"for {name} in range({start}, {end}):" if start != "0" else f"for {name} in range({end}):")
        self.vars.append((name, least, max(greatest, least)))
        self.depth += 1
        self.block(inner)
        self.depth -= 1
        self.vars.pop()


def text_of(nests):
    params = ", ".join([f'{n}: T.Buffer({SHAPES[n]}, "{TYPES[n]}")' for n in SHAPES] +
                       [f"{n}: T.int32" for n in PARAMS])
    return (f"from tvm.script import tirx as T\n\n@T.prim_func(s_tir=True)\ndef main({params}):\n"
            '    T.func_attr({"tirx.noalias": True})\n') + \
        "\n".join(line for nest in nests for line in nest.lines) + "\n"



def work(job):
    options, seed = job
    rng = random.Random(f"jam {seed}")
    nests = [Nest(rng) for _ in range(NESTS)]
    scalars = [f"{n}={rng.randint(lo, hi)}" for n, (lo, hi) in PARAMS.items()]
    ways = [["--run=interp", "--cse-profile=hexagon", "--unroll-and-jam=all"]]
    buffers = {n: np.random.default_rng(seed).integers(-100, 100, shape).astype(TYPES[n]) for n, shape in SHAPES.items()}

    def wrong(folder, text):
        why, found = random_nests.compare(options, folder, text, SHAPES, ["--run=interp", "--no-cse", "--no-loops"], ways,
                                          "unrolled and jammed by a factor", scalars)
        return why and f"{' '.join(scalars)}: {why}", found
    return random_nests.work_on_many(options, seed, nests, text_of, buffers, wrong)


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "unroll-jam", "loops unrolled", work, NESTS))
