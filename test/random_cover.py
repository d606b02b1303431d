#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of registers in the place of nests (loops/plan).

    test/random_cover.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

A nest stores rows of any length, of one to three dimensions and of any integer type up to 32 bits.  What it stores is loaded with an offset,
a stride, a quotient or a remainder of its loops, under a condition or clamped; from buffers of the same size, of one dimension less, or of a
few elements; with arithmetic in between.  It may be reduced over a window, over a whole dimension, in steps between which other nests
stand; what is reduced may be kept in an allocation.  Some programs store a row in parts, others turn rows into columns,
or store blocks of a layout, of which the last ones are not whole.  All are covered (--cover=all), and the interpreter
must compute the same bits; --qemu compiles and runs the code, too.  A run whose proof fails (a warning) is a failure.
Some are sums of products of bytes or halfwords, whose operands are laid out for the instructions that add up several of them;
some add up distances of short numbers in blocks; some add up thousands of terms; some reduce windows that overlap, in steps.
Some move rows on in their place, by some elements up or down memory, and store others in the elements that are left.
"""
import random
import sys

import numpy as np

import random_nests

BITS = {"int8": 8, "uint8": 8, "int16": 16, "uint16": 16, "int32": 32, "uint32": 32}
EXTENTS = [1, 2, 3, 4, 5, 7, 8, 11, 12, 16, 17, 20, 24, 31, 32, 33, 40, 48, 60, 63, 64, 65, 96, 100, 127, 128, 129, 130, 200, 256]


class Program:
    parts = ["int8", "uint8"]  # types of the parts of a row

    def __init__(self, seed):
        r = self.rng = random.Random(f"cover {seed}")
        self.rank = r.choice([1, 2, 2, 3, 3])
        self.form = r.choice(["map", "map", "move", "move", "window", "window", "column", "row", "parts", "staged", "turned", "turned", "blocks", "product", "product"])
        if random.Random(f"distances {seed}").random() < .07:
            self.form = "blocks apart"
        if random.Random(f"pool {seed}").random() < .2:
            self.form = "pool"
        if random.Random(f"in place {seed}").random() < .08:
            self.form = "in place"
        self.long = random.Random(f"long {seed}").random() < .06  # of many terms
        if self.long:
            self.form = r.choice(["product", "product", "column", "row"])
        self.rank = max(self.rank, 2) if self.form in ("turned", "blocks") else self.rank
        self.rank = 1 if self.long else self.rank
        most = 130 if self.long else {1: 2000, 2: 6000, 3: 6000}[self.rank] * (3 if self.form == "turned" else 1)
        while True:
            self.shape = [r.choice(EXTENTS) for _ in range(self.rank)]
            if np.prod(self.shape) <= most:
                break
        self.out = r.choice(["int8", "uint8", "uint8", "int16", "uint16", "int32", "int32"])
        self.loaded = r.choice(["int8", "uint8", "uint8", "int16", "int32"])
        self.sizes = {}

    def values(self, data, _, shape, dtype):
        info = np.iinfo(dtype)
        return data.integers(max(info.min, -300), min(info.max, 300) + 1, shape)

    def buffer(self, name, shape, dtype):
        self.sizes[name] = (tuple(int(n) for n in shape), dtype)
        return name

    # ---- Loads ----
    def index(self, v, extent):
        """An index by a loop's variable, the size that it needs, and a condition under which it is inside."""
        r, k = self.rng, self.rng.random()
        if k < .35:
            return v, extent, None
        if k < .5:
            d = r.choice([1, 2, 3])
            return f"{v} + {d}", extent + d, None
        if k < .65:
            s = r.choice([2, 2, 3, 4])
            return f"{v} * {s}" + r.choice(["", " + 1"]), extent * s + 1, None
        if k < .75:
            d = r.choice([2, 3, 4])
            return f"{v} {r.choice(['//', '%'])} {d}", max(extent // d + 1, d), None
        if k < .85:
            d = r.choice([1, 2, 3])
            return f"T.max({v} - {d}, 0)", extent, None
        d = r.choice([1, 2, 5])
        return f"{v} - {d}", extent, f"{d} <= {v}" + (f" and {v} < {extent}" if r.random() < .5 else "")

    def load(self, name, loops, dtype):
        r, turned = self.rng, self.form == "turned" and self.rng.random() < .8
        if turned:
            k = r.randrange(1, len(loops))
            loops = r.choice([loops[k:] + loops[:k], loops[:-2] + loops[-1:] + loops[-2:-1]])
        else:
            loops = [v for v in loops if r.random() < .9] or loops[-1:]
        if not turned and r.random() < .15:
            r.shuffle(loops)
        index, shape, conditions = [], [], []
        for v, extent in loops:
            i, n, c = (v, extent, None) if turned and r.random() < .7 else self.index(v, extent)
            index.append(i)
            shape.append(n)
            conditions += [c] if c else []
        text = f"{self.buffer(name, shape, dtype)}[{', '.join(index)}]"
        if conditions:
            other = f"T.{dtype}({r.choice([0, 0, 7])})" if dtype != "int32" else "0"
            text = f"T.if_then_else({' and '.join(conditions)}, {text}, {other})"
        return text

    def cast(self, to, dtype, text):
        return text if to == dtype else f'T.Cast("{to}", {text})'

    def value(self, loops, to):
        """Something of type `to`, by loads."""
        r = self.rng
        wide = r.choice([to, "int32"]) if BITS[to] < 32 else to
        x = self.cast(wide, self.loaded, self.load("A", loops, self.loaded))
        for k in range(r.choice([0, 1, 1, 2, 3])):
            number = f"T.{wide}({r.choice([1, 3, 7, 100])})"
            dtype = r.choice(["int8", "uint8", "int16"])
            y = r.choice([number, self.cast(wide, dtype, self.load("BCD"[k], loops, dtype))])
            x = r.choice([f"{x} + {y}", f"({x}) * {y}", f"T.max({x}, {y})", f"T.min({x}, {y})", f"({x}) - {y}",
                          f"T.Select({x} < {y}, {x}, {y})", f"T.shift_right({x}, T.{wide}({r.choice([1, 3])}))"])
        return self.cast(to, wide, x)

    # ---- Nests ----
    def grid(self, loops, indent="    "):
        names, extents = ", ".join(v for v, _ in loops), ", ".join(str(x) for _, x in loops)
        return [f"{indent}for {names} in " + (f"range({extents}):" if len(loops) == 1 else f"T.grid({extents}):")]

    def reduced(self, loops, over, lines):
        r, t = self.rng, self.out
        self.buffer("O", [x for _, x in loops], t)
        op = r.choice(["+", "+", "T.max", "T.min"])
        own = r.random() < .4
        to = "S[0]" if own else f"O[{', '.join(v for v, _ in loops)}]"
        term = self.value([*loops, *over], t)
        init = {"+": r.choice([0, 0, 5]), "T.max": -100 if t[0] == "i" else 0, "T.min": 100}[op]
        add = f"{to} + {term}" if op == "+" else f"{op}({to}, {term})"
        order = [*loops]
        if r.random() < .2:
            r.shuffle(order)
        lines += self.grid(order)
        lines += [f'        S = T.decl_buffer((1,), "{t}")'] if own else []
        lines += [f"        {to} = T.{t}({init})", *self.grid(over, " " * 8), f"            {to} = {add}"]
        if own:
            lines += [f"        O[{', '.join(v for v, _ in loops)}] = " + r.choice(["S[0]", f"T.max(S[0], T.{t}(3))"])]

    def factor(self, name, own, over, dtype):
        """A narrow factor of a product: an element by some loops of the nest and those of the reduction, a number added or not."""
        r = self.rng
        index, shape, conditions = [], [], []
        spare = [*over]
        r.shuffle(spare)
        for v, extent in own:
            if spare and r.random() < .4:
                k, n = spare.pop()
                s = r.choice([1, 1, 2])
                off = r.choice([0, 0, 1])
                i = f"{v} * {s} + {k}" if s > 1 else f"{v} + {k}"
                size = (extent - 1) * s + n
                if off and s == 1:
                    i, size = f"{i} - 1", extent
                    conditions.append(f"1 <= {v} + {k} and {v} + {k} < {size + 1}")
                index.append(i)
                shape.append(size)
            else:
                index.append(v)
                shape.append(extent)
        rest = [k for k in over if k in spare]
        if r.random() < .3:
            r.shuffle(rest)
        for k, n in rest:
            at = r.choice([len(index), len(index), r.randint(0, len(index))])
            index.insert(at, k)
            shape.insert(at, n)
        text = f"{self.buffer(name, shape, dtype)}[{', '.join(index)}]"
        if conditions:
            text = f"T.if_then_else({' and '.join(conditions)}, {text}, T.{dtype}({r.choice([0, 3])}))"
        text = f'T.Cast("int32", {text})'
        return f"({text} {r.choice(['+', '-'])} {r.choice([4, 9, 128])})" if r.random() < .35 else text

    def product(self, lines):
        """A sum of products whose factors share the loops of the nest, such as a matrix product or a convolution."""
        r = self.rng
        ones = list(zip("yx", r.choice([[], [5], [12], [3, 4], [7, 6], [10, 10]])))
        lanes = list(zip("mn", r.choice([[32], [64], [3], [17], [31], [33], [40], [8, 8], [5, 7], [100]])))
        over = list(zip("kij", r.choice([[32], [16], [3], [7], [33], [4, 3], [3, 8], [2, 3, 4], [3, 3, 5], [72], [100]])))
        if self.long:
            ones, over = ones[:1], list(zip("kij", r.choice([[512], [601], [1024], [3000], [4, 200], [300, 3], [64, 5, 5], [2, 2, 260]])))
        loops = [*ones, *lanes] if r.random() < .7 else [*lanes, *ones]
        types = r.choice([["int8", "int8"], ["uint8", "int8"], ["uint8", "uint8"], ["int8", "int16"], ["int16", "int16"], ["uint16", "int8"]])
        r.shuffle(types)
        a, b = self.factor("A", ones, over, types[0]), self.factor("B", lanes, over, types[1])
        term = r.choice([f"{a} * {b}", f"{b} * {a}"])
        self.out = t = r.choice(["int32", "int32", "int8", "uint8"])
        self.buffer("O", [x for _, x in loops], t)
        own = t != "int32" or r.random() < .3
        here, sums = ", ".join(v for v, _ in loops), "S[0]" if own else f"O[{', '.join(v for v, _ in loops)}]"
        lines += self.grid(loops)
        lines += ['        S = T.decl_buffer((1,), "int32")'] if own else []
        lines += [f"        {sums} = {r.choice([0, 0, 0, 7])}", *self.grid(over, " " * 8), f"            {sums} = {sums} + {term}"]
        if own:
            limits = {"int8": (-128, 127), "uint8": (0, 255), "int32": (-5000, 9000)}[t]
            bias = f" + {self.buffer('C', [lanes[0][1]], 'int32')}[{lanes[0][0]}]" if r.random() < .5 else ""
            value = f"T.max(T.min(T.shift_right(S[0]{bias}, {r.choice([0, 3, 6])}), {limits[1]}), {limits[0]})"
            lines += [f"        O[{here}] = {self.cast(t, 'int32', value)}"]

    def distances(self, lines):
        """Sums over blocks of distances of short numbers, of their squares, or of the numbers themselves."""
        r = self.rng
        rows, columns = r.choice([(8, 32), (3, 31), (2, 20), (5, 7), (4, 64), (1, 12)])
        high, wide = r.choice([1, 4, 7, 8, 12]), r.choice([4, 4, 8, 8, 12, 16, 20, 6, 7, 5])
        t = r.choice(["uint8", "uint8", "int8", "uint16", "int16"])
        shape = [rows * high, columns * wide]
        a, b = (f'T.Cast("int32", {self.buffer(x, shape, t)}[y * {high} + i, x * {wide} + j])' for x in "AB")
        d = r.choice([f"{a} - {b}", f"{b} - {a}"])
        term = r.choice([f"T.abs({d})", f"T.abs({d})", f"({d}) * ({d})", f"T.max({a}, {b}) - T.min({a}, {b})",
                         f"T.Select({d} > 0, {d}, 0 - ({d}))", f"T.Select({a} < {b}, {b} - {a}, {a} - {b})", a])
        self.buffer("O", [rows, columns], "int32")
        lines += [*self.grid([("y", rows), ("x", columns)]), f"        O[y, x] = {r.choice([0, 0, 5])}",
                  *self.grid([("i", high), ("j", wide)], " " * 8), f"            O[y, x] = O[y, x] + {term}"]

    def pool(self, lines):
        """A reduction over windows of planes, in steps, of which some lie outside."""
        r, t = self.rng, self.out
        high, wide, step, pad = r.choice([2, 3, 3, 4]), r.choice([2, 3, 3, 5]), r.choice([1, 2, 2, 2, 3]), r.choice([0, 1, 1])
        rows, columns, channels = r.choice([3, 5, 8]), r.choice([5, 7, 12, 16]), r.choice([1, 3, 8, 12, 16, 24, 31, 33])
        size = {"y": (rows - 1) * step + high - pad, "x": (columns - 1) * step + wide - pad, "c": channels}
        extent = {"y": rows, "x": columns, "c": channels}
        order = r.choice(["yxc", "yxc", "cyx", "ycx"])
        op = r.choice(["T.max", "T.max", "T.max", "T.min", "+", "|"])
        at = {"y": f"y * {step} + ry - {pad}", "x": f"x * {step} + rx - {pad}", "c": "c"}
        load = f"{self.buffer('A', [size[v] for v in order], t)}[{', '.join(at[v] for v in order)}]"
        neutral = r.choice([0, 0, -100 if t[0] == "i" else 0]) if op != "+" else r.choice([0, 0, 0, 3])
        inside = r.choice(["{p} <= y * {s} + ry and {p} <= x * {s} + rx", "{p} <= x * {s} + rx and {p} <= y * {s} + ry"])
        term = f"T.if_then_else({inside.format(p=pad, s=step)}, {load}, T.{t}({neutral}))" if pad else load
        here = f"{self.buffer('O', [extent[v] for v in order], t)}[{', '.join(order)}]"
        lines += [*self.grid([(v, extent[v]) for v in order]), f"        {here} = T.{t}({r.choice([0, neutral])})",
                  *self.grid([("ry", high), ("rx", wide)], " " * 8),
                  f"            {here} = {f'{op}({here}, {term})' if op[0] == 'T' else f'{here} {op} {term}'}"]

    def in_place(self, lines):
        """Rows that move on in their place; some in an order in which elements are stored before they are loaded."""
        r, t = self.rng, self.out
        rows, width, by = r.choice([1, 3, 8, 16, 40, 64, 100]), r.choice([4, 5, 8, 16, 16, 24, 31, 32, 64, 100]), r.choice([1, 1, 2, 3])
        s, new = self.buffer("S", [rows, width], t), self.buffer("A", [rows, by], t)
        up, down, step = f"x + {by}", f"{width - 1} - x", f"{width - 1 - by} - x"
        to, of = r.choice([("x", up), ("x", up), (down, step), (down, step), (up, "x"), (step, down)])
        value = r.choice(["{}", "{}", "{} + T." + t + "(1)", "T.max({}, " + f"{new}[y, 0])"]).format(f"{s}[y, {of}]")
        rest = [f"        {s}[y, {width - by + k if to == 'x' else k}] = " +
                r.choice([f"{new}[y, {k}]"] * 3 + [f"T.{t}(5)", f"{s}[y, {r.randrange(width)}]"]) for k in range(by)]
        move = [f"        for x in range({width - by}):", f"            {s}[y, {to}] = {value}"]
        lines += [f"    for y in range({rows}):", *r.choice([move + rest, move + rest, rest + move, move])]

    def text(self):
        r, t = self.rng, self.out
        loops = list(zip("yxc"[:self.rank], self.shape))
        lines = []
        here = f"O[{', '.join(v for v, _ in loops)}]"
        if self.form == "product":
            self.product(lines)
        elif self.form == "blocks apart":
            self.distances(lines)
        elif self.form == "pool":
            self.pool(lines)
        elif self.form == "in place":
            self.in_place(lines)
        elif self.form == "window" or (self.form == "turned" and self.rank == 3 and r.random() < .3):
            self.reduced(loops, [("i", r.choice([2, 3, 3, 5])), ("j", r.choice([2, 3]))][:r.choice([1, 2])], lines)
        elif self.form == "column":
            self.shape = loops[-1:]
            self.reduced(loops[-1:], [("k", r.choice([1000, 2047] if self.long else [24, 64, 100, 200]))], lines)
        elif self.form == "row":
            self.reduced(loops[:2], [("k", r.choice([512, 1000, 2047] if self.long else [16, 32, 60, 96]))], lines)
        elif self.form == "parts":
            parts, at = [r.choice([1, 1, 2, 8, 16, 24]) for _ in range(r.choice([2, 3]))], 0
            around = loops[:2]
            self.buffer("O", [*(x for _, x in around), sum(parts)], t)
            for k, n in enumerate(parts):
                self.loaded = r.choice(self.parts)
                name = f"P{k}"
                inner = [("c", n)] if n > 1 else []
                value = self.cast(t, self.loaded, self.load(name, [*around, *inner], self.loaded))
                place = ", ".join([*(v for v, _ in around), f"c + {at}" if n > 1 else str(at)])
                lines += [*self.grid([*around, *inner]), f"        O[{place}] = {value}"]
                at += n
        elif self.form == "blocks":
            size = [r.choice([1, 4, 8, 8, 32]) for _ in loops]
            self.buffer("O", [(x + d - 1) // d for (_, x), d in zip(loops, size)] + [d for d in size if d > 1], t)
            outer = [f"{v} // {d}" if d > 1 else v for (v, _), d in zip(loops, size)]
            place = ", ".join(outer + [f"{v} % {d}" for (v, _), d in zip(loops, size) if d > 1])
            lines += [*self.grid(loops), f"        O[{place}] = {self.value(loops, t)}"]
        elif self.form == "staged":
            self.buffer("O", [x for _, x in loops], t)
            lines += [f'    M = T.alloc_buffer({tuple(x for _, x in loops)}, "{t}")', *self.grid(loops),
                      f"        M[{', '.join(v for v, _ in loops)}] = {self.value(loops, t)}", *self.grid(loops),
                      f"        {here} = M[{', '.join(v for v, _ in loops)}] + T.{t}(1)"]
        else:
            self.buffer("O", [x for _, x in loops], t)
            maps = self.form == "map" or (self.form == "turned" and r.random() < .5)
            value = self.value(loops, t) if maps else self.cast(t, self.loaded, self.load("A", loops, self.loaded))
            lines += [*self.grid(loops), f"        {here} = {value}"]
        params = ", ".join(f'{n}: T.Buffer({shape}, "{dtype}")' for n, (shape, dtype) in self.sizes.items())
        head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)", f"def main({params}):",
                f'    T.func_attr({{"tirx.noalias": {r.random() < .95}}})']
        return "\n".join(head + lines) + "\n"


def work(job):
    options, seed = job
    program = Program(seed)
    text = program.text()
    engines = ["interp", "hexagon"] if options.qemu else ["interp"]
    return random_nests.work_on_text(options, seed, text, program, [[f"--run={e}", "--lanes=all", "--cover=all"]
                                                                    for e in engines], "covered by registers")


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "cover", "of them covered", work, 1, "--qemu"))
