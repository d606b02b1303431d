#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random rows of neighbouring loads and stores that overlap: on Hexagon as in the interpreter.

    test/random_moved.py --tirc=build/release/bin/tirc [--count=20] [--seed=0] [--keep=DIR]

Each program loads parts of a buffer under names, stores to parts of the same buffer, and uses the names behind
the stores: as loops over short rows, or as vectors of the text; at constant distances from each other, from an
argument or in a loop, on lines of HVX and beside them.  LLVM's pass hexagon-vc moves such loads and stores
(lowering/hexagon/late/load_order.c).  What differs is printed and kept."""
import random

import numpy

import random_hexagon

SIZE = 2048
TYPES = {"uint8": 1, "int8": 1, "int16": 2, "uint16": 2, "int32": 4}
HEAD = """# from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer(({size},), "{t}"), B: T.Buffer(({size},), "{t}"), P: T.Buffer(({size},), "{t}"),
         O: T.Buffer(({size},), "{t}"), n: T.int32):
    T.func_attr({{"tirx.noalias": {noalias}}})
"""


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.type = self.r.choice(list(TYPES))
        self.lines, self.names, self.stored = [], 0, 0

    def part(self):
        """A part of a buffer that others overlap."""
        r, near = self.r, self.lanes
        at = self.at + r.choice([0, near, -near, 2 * near, r.randint(-near, 2 * near), r.randint(-8, 8), 64, 128])
        buffer = r.choice("AAAB")
        index = f"{at} + {self.place}"
        return f"{buffer}[T.Ramp({index}, 1, {near})]" if self.vectors else f"{buffer}[{index} + x]"

    def given(self):
        at = self.r.randint(0, 256)
        return f"P[T.Ramp({at}, 1, {self.lanes})]" if self.vectors else f"P[{at} + x]"

    def element(self, name):
        return name if self.vectors else f"{name}[x]"

    def row(self, line):
        self.lines += [line] if self.vectors else [f"for x in range({self.lanes}):", f"    {line}"]

    def name(self):
        self.names += 1
        name = f"w{self.names}"
        if self.vectors:
            self.row(f"{name} = T.bind({self.part()})")
        else:
            self.lines.insert(0, f"{name} = T.alloc_buffer(({self.lanes},), \"{self.type}\")")
            self.row(f"{name}[x] = {self.part()}")
        return name

    def output(self, value):
        at = 256 + self.stored * self.lanes % 1024
        self.stored += 1
        index = f"{at} + {self.place}"
        self.row(f"O[T.Ramp({index}, 1, {self.lanes})] = {value}" if self.vectors else f"O[{index} + x] = {value}")

    def group(self):
        """Accesses in any order; names are used at the end, or before."""
        r = self.r
        self.lanes = r.choice([32, 64, 64, 96, 128, 128, 256]) // TYPES[self.type]
        self.vectors, self.at = r.random() < .5, r.choice([256, 384, 512, 320])
        looped = r.random() < .3
        self.place = r.choice([f"y * {r.choice([32, 64, 128])}"] * looped or ["n", "0", "0"])
        before, self.lines, live = self.lines, [], []
        for _ in range(r.randint(4, 8)):
            what = r.random()
            if what < .35:
                live.append(self.name())
            elif what < .65 or not live:
                value = self.element(r.choice(live)) if live and r.random() < .3 else self.given()
                self.row(f"{self.part()} = {r.choice([value, value, self.part()])}")
            else:
                name = live.pop(r.randrange(len(live))) if r.random() < .5 else r.choice(live)
                self.output(r.choice([self.element(name), f"{self.element(name)} + {self.part()}"]))
        if live or r.random() < .5:
            self.output(" + ".join([*map(self.element, live), self.part(), self.part()]))
        if looped:
            self.lines = ["for y in range(3):", *("    " + s for s in self.lines)]
        self.lines = before + self.lines

    def program(self):
        for _ in range(self.r.randint(1, 2)):
            self.group()
        head = HEAD.format(size=SIZE, t=self.type, noalias=self.r.random() < .8)
        return head + "".join(f"    {s}\n" for s in self.lines)


def make(seed):
    maker, rng = Maker(seed), numpy.random.default_rng(seed)
    text = maker.program()
    info = numpy.iinfo(maker.type)
    arrays = {name: rng.integers(info.min, info.max, SIZE, maker.type, endpoint=True) for name in "ABPO"}
    return text, arrays, [[f"n={maker.r.choice([0, 3, 32, 64, 67, maker.r.randint(0, 128)])}"]]


# qemu 7.2 is wrong about a store and a load in one packet (docs/hexagon.md).
random_hexagon.RUNS = [(name, [*run, "-mllvm", "-slot1-store-slot0-load=false"] if "hexagon" in name else run)
                       for name, run in random_hexagon.RUNS]
random_hexagon.main(__doc__, make, "ABPO", count=20)
