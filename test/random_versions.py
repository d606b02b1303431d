#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of loops in two versions, one for where their stores miss what a quotient loads.

    test/random_versions.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--qemu] [--keep=DIR]

One or two loops, of extents that are constants or parameters, which may be 0, store to sums of their variables, upwards and downwards, of
buffers whose elements quotients and remainders load: by constants or parameters, in front of what is stored, in it and behind it. The interpreter must
compute the same bits with and without, and the JIT as well; --qemu adds Hexagon. A run whose proof fails (a warning) is a failure.
"""
import random
import sys

import random_nests

SIZE = 96


class Program:
    def __init__(self, seed):
        r = self.rng = random.Random(f"versions {seed}")
        self.type = r.choice(["int32", "int32", "int16", "uint8"])
        self.sizes = {n: ((SIZE,), self.type) for n in "ABC"}
        self.numbers = {"n": r.choice([0, 1, 2, 5, 8, 8]), "k": r.randrange(24, 48), "p": r.randrange(16, 64)}
        self.arguments = [f"{n}={v}" for n, v in self.numbers.items()]

    def values(self, data, _, shape, dtype):
        return data.integers(1, 100, shape)

    def value(self):
        r = self.rng
        place = lambda: r.choice(["p", "p", str(r.randrange(16, 72)), "k"])  # noqa: E731
        b = r.choice("AAAB")
        load = f"A[{place()}] {r.choice(['//', '%'])} T.max({b}[{place()}], T.{self.type}(1))"
        return f"({load})"

    def nest(self, d):
        r = self.rng
        names = [f"{x}{d}" for x in r.choice(["i", "i", "ij"])]
        extents = [r.choice(["n", "n", "8", "3"]) for _ in names]
        lines = [" " * 4 * c + f"for {v} in range({r.choice([0, 0, 1])}, {e}):" if e != "n" else " " * 4 * c + f"for {v} in range(n):"
                 for c, (v, e) in enumerate(zip(names, extents))]
        at = " " * 4 * len(names)
        index = r.choice(["k", str(r.randrange(24, 48))]) + "".join(f" {r.choice('++-')} {v}" + r.choice(["", "", " * 2"]) for v in names)
        cast = f'T.Cast("{self.type}", {names[-1]})' if self.type != "int32" else names[-1]
        body = [f"{r.choice('AAAC')}[{index}] = {self.value()} {r.choice('+-*')} {r.choice([cast, f'A[{index}]', f'C[{index}]', self.value()])}"]
        if r.random() < .2:
            body.append(f"{r.choice('ABC')}[{index}] = {self.value()}")
        if r.random() < .1:
            body = [f"if {names[-1]} < 4:"] + ["    " + line for line in body]
        return lines + [at + line for line in body]

    def text(self):
        r = self.rng
        body = [line for d in range(r.choice([1, 1, 2])) for line in self.nest(d)]
        params = ", ".join(f'{n}: T.Buffer({shape}, "{dtype}")' for n, (shape, dtype) in self.sizes.items())
        numbers = ", ".join(f"{n}: T.int32" for n in self.numbers)
        head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)", f"def main({params}, {numbers}):",
                f'    T.func_attr({{"tirx.noalias": {r.random() < .8}}})']
        return "\n".join(head + ["    " + line for line in body]) + "\n"


def work(job):
    options, seed = job
    program = Program(seed)
    ways = [["--run=interp", "--lanes=0"], ["--run=jit", "-O2"]]
    ways += [["--run=hexagon"]] if options.qemu else []
    return random_nests.work_on_text(options, seed, program.text(), program, ways, "loop versioning")


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "versions", "loops", work, 1, "--qemu"))
