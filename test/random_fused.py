#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of loops over a product of parameters, which become loops over each of them.

    test/random_fused.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

One or two loops, perhaps in another loop, over products of two to four parameters, sums and constants, which may be 0 or below 0; quotients and
remainders of the loop's variable by some of the factors, in chains that fit one another and in some that do not, in 32 and in 64 bits.  Some loops are left by a
break. The interpreter must compute the same with and without, and the JIT as well; --qemu adds Hexagon. A run whose proof fails (a warning) is a failure.
"""
import random
import sys

import numpy as np

import random_nests

SIZE = 1024


class Program:
    def __init__(self, seed):
        r = self.rng = random.Random(f"fused {seed}")
        self.type = r.choice(["int32", "int32", "int64"])
        self.sizes = {n: ((SIZE,), r.choice(["int32", "int16", "uint8"])) for n in "ABO"}
        value = (lambda: r.choice([1, 2, 3, 4, 5, 7])) if r.random() < .7 else (lambda: r.choice([-3, -1, 0, 1, 2, 4]))
        self.values_of = {n: value() for n in "hwcn"}
        self.arguments = [f"{n}={v}" for n, v in self.values_of.items()]

    def values(self, data, name, shape, dtype):
        return data.integers(np.iinfo(dtype).min, np.iinfo(dtype).max, shape, endpoint=True)

    def factors(self):
        r = self.rng
        some = r.sample(["h", "w", "c", "n"], r.choice([1, 2, 2, 3, 3]))
        if r.random() < .15:
            some[0] = f"({some[0]} + 1)"
        if len(some) < 3 and r.random() < .6:
            some.insert(r.randrange(len(some) + 1), r.choice(["2", "4", "8"]))
        return some

    def digit(self, p, factors):
        """A quotient, a remainder, or one of the other, by what stands for some of the last factors."""
        r = self.rng
        at = sorted(r.choices(range(len(factors) + 1), k=2))
        if r.random() < .05:
            factors = r.sample(factors, len(factors))
        low, middle = factors[at[1]:], factors[at[0]:at[1]]
        product = lambda x: x[0] if len(x) == 1 else "(" + " * ".join(x) + ")"
        e = p
        if low and r.random() < .9:
            e = f"{e} // {product(low)}"
        if middle and r.random() < .7:
            e = f"{e} % {product(middle)}"
        return e

    def index(self, p, factors):
        r = self.rng
        terms = [p if r.random() < .2 else self.digit(p, factors) for _ in range(r.choice([1, 2, 2, 3]))]
        terms = [t if r.random() < .5 else f"{t} * {r.choice([*factors, 2, 3, 17])}" for t in terms]
        return f"T.max(T.min({' + '.join(terms)}, {SIZE - 1}), 0)"

    def loop(self, number):
        r, lines = self.rng, []
        factors, p, at = self.factors(), f"p{number}", ""
        if r.random() < .2:
            lines, at = [f"for o{number} in range({r.choice(['3', 'n'])}):"], "    "
            if r.random() < .3:
                factors.append(f"(o{number} + 1)")
        lines.append(f"{at}for {p} in range({' * '.join(factors)}):")
        if r.random() < .1:
            lines += [f"{at}    if A[{self.index(p, factors)}] == {r.randrange(100)}:", f"{at}        break"]
        loads = " + ".join(f'T.Cast("int32", {r.choice("ABO")}[{self.index(p, factors)}])' for _ in range(r.choice([1, 1, 2])))
        if r.random() < .3:
            loads += f' * T.Cast("int32", {self.digit(p, factors)})'
        lines.append(f'{at}    O[{self.index(p, factors)}] = T.Cast("{self.sizes["O"][1]}", {loads})')
        return lines

    def text(self):
        body = [line for d in range(self.rng.choice([1, 1, 2])) for line in self.loop(d)]
        params = ", ".join(f'{n}: T.Buffer({shape}, "{dtype}")' for n, (shape, dtype) in self.sizes.items())
        head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)",
                f"def main({params}, {', '.join(f'{n}: T.{self.type}' for n in self.values_of)}):",
                f'    T.func_attr({{"tirx.noalias": {self.rng.random() < .8}}})']
        return "\n".join(head + ["    " + line for line in body]) + "\n"


def work(job):
    options, seed = job
    program = Program(seed)
    ways = [["--run=interp", "--lanes=0"], ["--run=jit", "-O2"]]
    ways += [["--run=hexagon"]] if options.qemu else []
    return random_nests.work_on_text(options, seed, program.text(), program, ways, "delinearisation:")


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "fused", "loops over the factors of an extent", work, 1, "--qemu"))
