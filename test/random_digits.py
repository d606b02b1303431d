#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of the pass "digits".

    test/random_digits.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--keep=DIR] [--no-jit]

A program is some loop nests over logical axes, or over one fused loop, that address blocked layouts: each
axis is cut by a chain of divisors and the digits stand in the buffer in an order of their own, which
is the same for several buffers or is not.  Loads look at neighbours and at what is stored, at the same
element or at another one; there are reductions, sums kept in a buffer, conditions, bindings, loops in
bodies and stores that are not injective.  It runs in the interpreter as it is written, after legalize
and under the JIT: the same bits must come out.  A failing program is cut down to the nest that fails.
"""
import random
import sys

import random_legalize

BUFFERS = ("A", "B", "C", "O", "P")
SIZE = 4096
CHAINS = ([2], [4], [8], [2, 4], [2, 8], [4, 8], [2, 4, 8], [3], [3, 6], [5])


class Axis:
    """One logical axis: its extent and the digits of its values, each as (text, number of values)."""

    def __init__(self, rng):
        self.chain = rng.choice(CHAINS)
        pieces = rng.choice([1, 2, 2, 3])
        self.extent = self.chain[-1] * pieces
        if rng.random() < .1:
            self.extent = max(1, self.extent - 1)

    def digits(self, x):
        out, below = [(f"{x} % {self.chain[0]}", self.chain[0])], self.chain[0]
        for c in self.chain[1:]:
            out.append((f"{x} % {c} // {below}", c // below))
            below = c
        return out + [(f"{x} // {below}", self.extent // below + 2)]


class Nest:
    """One nest as lines of text."""

    def __init__(self, rng):
        self.rng, self.lines, self.noalias = rng, [], rng.random() < .8
        self.names = []  # of digits, and made of them
        while True:
            self.axes = [Axis(rng) for _ in range(rng.randint(1, 3))]
            size = 1
            for a in self.axes:
                for _, n in a.digits("x"):
                    size *= n
            if size <= SIZE:
                break
        digits = [(k, i) for k, a in enumerate(self.axes) for i in range(len(a.chain) + 1)]
        self.orders = [rng.sample(digits, len(digits)) for _ in range(2)]
        if rng.random() < .5:
            self.orders[1] = digits[::-1]
        self.depth = 2
        self.loops()

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def offset(self, values, order):
        """The place of these values of the axes in a layout."""
        text, by = [], 1
        parts = [a.digits(f"({v})") for a, v in zip(self.axes, values)]
        for k, i in reversed(order):
            digit, n = parts[k][i]
            text.append(f"({digit}) * {by}")
            by *= n
        return " + ".join(reversed(text))

    def loops(self):
        r = self.rng
        names = [f"i{k}" for k in range(len(self.axes))]
        extents = [a.extent for a in self.axes]
        outer = r.random() < .15
        if outer:
            self.line("for n in " + r.choice(["range(3):", "T.parallel(1):",
                                              'T.serial(2, annotations={"keep": 1}):']))
            self.depth += 1
        if len(names) > 1 and r.random() < .3:  # one loop over all
            total = 1
            for e in extents:
                total *= e
            self.line(f"for f in range({total}):")
            values, below = [], total
            for e in extents:
                values.append(f"f // {below // e} % {e}" if below < total else f"f // {below // e}")
                below //= e
        else:
            for k in r.sample(range(len(names)), len(names)):
                if r.random() < .1:
                    self.line(f"for {names[k]} in range(0, {extents[k]}, 1):")
                else:
                    self.line(f"for {names[k]} in range({extents[k]}):")
                self.depth += 1
            self.depth -= 1
            values = names
        self.depth += 1
        self.body(values)

    def load(self, values, stored):
        r = self.rng
        name = r.choice(BUFFERS[:3]) if r.random() < .8 else r.choice(BUFFERS)
        x = r.random()
        if x < .2:
            return f"{stored[0]}[{stored[1]}]"
        near = [f"{v} + {r.choice([1, 1, 2, 3])}" if r.random() < .25 else v for v in values]
        if x < .23:
            return "Q[()]"
        if x < .3:
            return f"{name}[{r.choice(near)}]"
        index = self.offset(near, r.choice(self.orders))
        return f"{name}[({index}) % {SIZE}]" if near != values else f"{name}[{index}]"

    def value(self, values, stored, depth=2):
        r = self.rng
        a = self.load(values, stored) if r.random() < .9 - .1 * len(self.names) else r.choice(values + self.names)
        if not depth:
            return a
        b = self.value(values, stored, depth - 1)
        x = r.random()
        if x < .1:
            return f"T.Select({a} < {b}, {a}, {b})"
        if x < .2:
            return f"T.if_then_else({r.choice(values + self.names)} < {r.randint(1, 9)}, {a}, {b})"
        return f"T.max({a}, {b})" if x < .4 else f"({a} {r.choice('+-')} {b}) % 1009"

    def name_digits(self, values):
        """Names of a digit, and of a sum with it, to be used among the values."""
        r = self.rng
        axis, v = r.choice(list(zip(self.axes, values)))
        digit, _ = r.choice(axis.digits(f"({v})"))
        self.line(f"q = T.bind({digit})")
        self.line(f"s = T.bind({r.choice(values)} * 2 + q)")
        self.names = ["q", "s"]

    def body(self, values):
        r = self.rng
        if r.random() < .3:
            self.name_digits(values)
        order = self.orders[0]
        name = r.choice(("O", "O", "O", "P", "A"))
        index = self.offset(values, order)
        x = r.random()
        if x < .1:  # several iterations write one element
            index = self.offset([values[0]] + ["0"] * (len(values) - 1), order)
        elif x < .15:
            index = f"({index}) * 7 % {SIZE}"
        stored = name, index
        if r.random() < .25:
            self.line(f"if {r.choice(values)} % 3 != 1:")
            self.depth += 1
        x = r.random()
        if x < .2:
            self.line(f"t = T.bind({self.value(values, stored, 1)})")
            self.line(f"{name}[{index}] = t")
        elif x < .45:
            sum_of = r.choice(["S[0]", "R[()]", "Q[()]"]) if r.random() < .6 else f"{name}[{index}]"
            self.line(f"{sum_of} = {r.randint(0, 9)}")
            self.line(f"for r in range({r.randint(2, 4)}):")
            near = [f"{v} + r" if r.random() < .5 else v for v in values]
            place = self.offset(near, r.choice(self.orders))
            self.line(f"    {sum_of} = ({sum_of} + {r.choice(BUFFERS[:3])}[({place}) % {SIZE}]) % 1009")
            if sum_of != f"{name}[{index}]":
                self.line(f"{name}[{index}] = {sum_of}")
        else:
            self.line(f"{name}[{index}] = {self.value(values, stored)}")
        if r.random() < .2:
            other = r.choice(("P", "C"))
            place = self.offset(values, r.choice(self.orders))
            self.line(f"{other}[{place}] = {self.value(values, (other, place), 1)}")


def text_of(nests):
    params = ", ".join(f'{n}: T.Buffer({shape}, "int32")' for n, shape in random_legalize.SHAPES.items())
    head = "from tvm.script import tirx as T\n\n@T.prim_func\n" + f"def main({params}):\n"
    if nests[0].noalias:
        head += '    T.func_attr({"tirx.noalias": True})\n'
    head += '    S = T.alloc_buffer((1,), "int32")\n    R = T.alloc_buffer((), "int32")\n'
    return head + "\n".join(line[4:] for nest in nests for line in nest.lines) + "\n"


def main():
    random_legalize.SHAPES = {**{n: (SIZE,) for n in BUFFERS}, "Q": ()}
    random_legalize.TYPES = {n: "int32" for n in random_legalize.SHAPES}
    random_legalize.NESTS = 8
    random_legalize.Nest = Nest
    random_legalize.text_of = text_of
    return random_legalize.main(__doc__, "random-digits")


if __name__ == "__main__":
    sys.exit(main())
