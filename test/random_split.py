#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of loops split at their conditions.

    test/random_split.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

A program is some windows over images: rows, columns and channels of random extents, kernels of 1 to 11, strides and
dilations of 1 to 3, paddings of each side apart, borders by `if` or by a choice, windows that ask nothing, sums, maxima
and products, counts that depend on the position, elements that an iteration has for itself or shares.  Every nest is split
(--split-loops=all), with several numbers of lanes; the interpreter must compute the same bits as without.  --qemu
compiles and runs them, too.  A run whose proof fails (a warning) is a failure.
"""
import random
import sys

import numpy as np

import random_nests

NESTS = 3
CHANNELS = (1, 2, 3, 4, 8, 16, 16, 24, 32, 32, 48, 64, 96, 128, 130)
LANES = ("0", "all", "32", "64", "128", "256", "auto")
TYPES = ("int8", "int8", "uint8", "int16", "int32")


class Window:
    """One padded window: its parameters, and its lines."""

    def __init__(self, rng, number):
        self.rng, self.number, self.lines, self.depth = rng, number, [], 1
        r = rng
        self.c = r.choice(CHANNELS)
        self.k = (r.choice((1, 2, 3, 3, 4)), r.choice((1, 2, 3, 3, 4)))
        self.s = (r.choice((1, 1, 2, 3)), r.choice((1, 1, 2, 3)))
        self.d = (r.choice((1, 1, 1, 2)), r.choice((1, 1, 1, 2)))
        large = r.random() < .25  # than what becomes copies in both directions
        if large:
            self.c = min(self.c, 32)
            self.k = (r.choice((5, 7, 9, 10)), r.choice((5, 7, 11)))
        self.plain = r.random() < .2  # it asks nothing
        self.p = (0, 0) if self.plain else tuple(r.choice((0, 1, k // 2, k // 2) if large else (0, 1, 1, 2))
                                                      for k in self.k)
        self.out = (r.choice((1, 2, 3, 5, 7, 12)), r.choice((1, 2, 3, 4, 5, 8, 11, 12, 16, 21)))
        # What the window covers, less both paddings, or a little less, more.
        self.inp = tuple(max(1, (o - 1) * s + (k - 1) * d + 1 - p - (0 if self.plain else r.choice((0, p, p, 1))))
                         for o, s, k, d, p in zip(self.out, self.s, self.k, self.d, self.p))
        self.type, self.result = r.choice(TYPES), r.choice(TYPES)
        n = number
        self.buffers = {f"A{n}": ((self.inp[0] * self.inp[1] * self.c,), self.type),
                        f"W{n}": ((self.k[0] * self.k[1] * self.c,), "int8"),
                        f"O{n}": ((self.out[0] * self.out[1] * self.c,), self.result)}
        self.nest()

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def inside(self):
        """The conditions that the window is inside, in one order or another."""
        r, words = self.rng, []
        for v, w, i in (("y", "ry", 0), ("x", "rx", 1)):
            at = f"{v} * {self.s[i]} + {w} * {self.d[i]}"
            low = r.choice((f"{self.p[i]} <= {at}", f"{at} >= {self.p[i]}", f"{self.p[i] - 1} < {at}", f"0 <= {at} - {self.p[i]}"))
            words += [low, r.choice((f"{at} < {self.inp[i] + self.p[i]}", f"{at} - {self.p[i]} < {self.inp[i]}",
                                     f"{self.inp[i] + self.p[i] - 1} >= {at}"))]
        if r.random() < .2:
            r.shuffle(words)
        if r.random() < .1:
            return f"T.Not({words[0]} and False) and " + " and ".join(words)
        return " and ".join(words)

    def load(self):
        n, row = self.number, self.inp[1] * self.c
        at = (f"y * {self.s[0] * row} + ry * {self.d[0] * row} + x * {self.s[1] * self.c} + rx * {self.d[1] * self.c} + c"
              f" - {self.p[0] * row + self.p[1] * self.c}")
        return f"A{n}[{at}]"

    def count(self):
        """How much of the window is inside, for kernels of stride and dilation 1."""
        words = [f"(T.min({v} + {self.k[i] - self.p[i]}, {self.inp[i]}) - T.max({v} - {self.p[i]}, 0))" for v, i in (("y", 0), ("x", 1))]
        return " * ".join(words)

    def nest(self):
        r, n = self.rng, self.number
        own = r.choice(("outside", "outside", "shared", "inside", "none"))
        element = f"O{n}[y * {self.out[1] * self.c} + x * {self.c} + c]"
        order = r.choice(("yxc", "yxc", "yxc", "ycx", "yx"))
        if order == "yx":
            self.line("for y in range(%d):" % self.out[0])
            self.depth += 1
            self.line("for x in range(%d):" % self.out[1])
            self.depth += 1
            self.line("for c in range(%d):" % self.c)
        else:
            sizes = {"y": self.out[0], "x": self.out[1], "c": self.c}
            self.line(f"for {', '.join(order)} in T.grid({', '.join(str(sizes[v]) for v in order)}):")
        self.depth += 1
        acc = {"outside": f"acc{n}[0]", "shared": "all[0]", "inside": f"own{n}[0]", "none": element}[own]
        if own == "inside":
            self.line(f'own{n} = T.alloc_buffer((1,), "int32")')
        ty = "int32" if own != "none" else self.result
        cast = (lambda v, t: v if t == ty else f'T.Cast("{ty}", {v})')
        zero, least = ("0", "-100") if ty == "int32" else (f"T.{ty}(0)", f"T.{ty}({0 if ty == 'uint8' else -100})")
        start = r.choice((zero, least, zero if ty != "int32" else f'T.Cast("int32", W{n}[c])'))
        if own != "shared" or r.random() < .7:
            self.line(f"{acc} = {start}")
        self.line(f"for ry, rx in T.grid({self.k[0]}, {self.k[1]}):")
        self.depth += 1
        value = cast(self.load(), self.type)
        weight = cast(f"W{n}[ry * {self.k[1] * self.c} + rx * {self.c} + c]", "int8")
        kind = r.choice(("sum", "product", "max", "min"))
        more = {"sum": "{v}", "product": "(({v} & 255) + 6) * {w}" if ty == "int32" else "{v} * {w}"}.get(kind, "{v}").format(v=value, w=weight)
        how = "plain" if self.plain else r.choice(("if", "choice", "choice", "outer"))
        test = self.inside()
        if how == "if":
            self.line(f"if {test}:")
            self.depth += 1
        elif how == "choice":
            more = f"T.if_then_else({test}, {more}, {least if kind in ('max', 'min') else zero})"
        elif how == "outer":
            y, x = test.split(" and ")[:2], test.split(" and ")[2:]
            self.line(f"if {' and '.join(y)}:")
            self.depth += 1
            more = f"T.if_then_else({' and '.join(x)}, {more}, {zero})"
        old = f"({acc} & 65535)" if ty == "int32" and kind in ("sum", "product") and r.random() < .3 else acc
        self.line({"max": f"{acc} = T.max({old}, {more})", "min": f"{acc} = T.min({more}, {old})"}.get(
            kind, r.choice((f"{acc} = {old} + {more}", f"{acc} = {more} + {old}"))))
        self.depth -= 1 + (how in ("if", "outer"))
        if own == "none":
            return
        value = acc
        divisible = all(s == d == 1 for s, d in zip(self.s, self.d)) and all(p < k and i >= k for p, k, i in zip(self.p, self.k, self.inp))
        if divisible and all((o - 1) - p < i for o, p, i in zip(self.out, self.p, self.inp)) and r.random() < .7:
            self.line(f"n{n} = T.bind({self.count()})")
            value = r.choice((f"T.truncdiv({acc} + T.Select(0 < {acc}, n{n} // 2, 0 - n{n} // 2), n{n})", f"{acc} // n{n}"))
        value = f"T.max(T.min({value}, 100), {r.choice((0, -100))})"
        self.line(f'{element} = {value if self.result == "int32" else f"""T.Cast("{self.result}", {value})"""}')


def buffers_of(nests):
    return {n: b for nest in nests for n, b in nest.buffers.items()}


def text_of(nests):
    params = ", ".join(f'{n}: T.Buffer({shape}, "{ty}")' for n, (shape, ty) in buffers_of(nests).items())
    own = "".join(f'    acc{nest.number} = T.alloc_buffer((1,), "int32")\n' for nest in nests)
    return (f"from tvm.script import tirx as T\n\n@T.prim_func(s_tir=True)\ndef main({params}):\n"
            f'    T.func_attr({{"tirx.noalias": True}})\n    all = T.alloc_buffer((1,), "int32")\n    all[0] = 1\n{own}') + \
        "\n".join(line for nest in nests for line in nest.lines) + "\n"


def work(job):
    options, seed = job
    rng = random.Random(f"split {seed}")
    nests = [Window(rng, i) for i in range(NESTS)]
    lanes = rng.sample(LANES, 2)
    ways = [["--run=interp", f"--lanes={n}", "--split-loops=all"] for n in lanes if n != "auto"]
    ways += [["--run=hexagon", f"--lanes={n}", "--split-loops=all"] for n in (lanes if options.qemu else ())]
    buffers = {n: np.random.default_rng(seed).integers(0 if ty == "uint8" else -100, 100, shape).astype(ty)
               for n, (shape, ty) in buffers_of(nests).items()}

    def wrong(folder, text):
        names = [n for n in buffers if f"{n}: T.Buffer" in text]
        return random_nests.compare(options, folder, text, names, ["--run=interp", "--no-cse", "--no-loops"], ways,
                                    "splitting, at the conditions")
    return random_nests.work_on_many(options, seed, nests, text_of, buffers, wrong)


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "split", "nests split", work, NESTS, "--qemu"))
