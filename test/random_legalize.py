#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of legalize.

    test/random_legalize.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--keep=DIR] [--no-jit]

A program is some loop nests, marked vectorised, unrolled, parallel or not at all, around stores whose
indices are made of sums, products, quotients and remainders of the loop variables, with conditions,
choices, bindings and buffers of several dimensions.  It runs in the interpreter as it is written and
after legalize, there and under the JIT: the same bits must come out.  Iterations of a vectorised loop
are independent or are not, as chance has it: legalize has to see that.  A failing program is cut down
to the nest that fails and printed; --keep=DIR keeps it with its inputs.
"""
import argparse
import concurrent.futures
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy as np

import progress

ROOT = pathlib.Path(__file__).resolve().parent.parent
NESTS = 12
SIZE = 3072
SHAPES = {"A": (SIZE,), "B": (48, 64), "C": (4, 12, 64), "D": (SIZE,), "E": (48, 64), "P": (), "Q": ()}
CLEAN = ("D", "E")
# All that makes vectors, and what makes loops of those of floats.
SCALAR = "blocks,threads,allocate,flatten,simplify,vectorize,unroll,dead,scalarize"
TYPES = {"A": "int32", "B": "float32", "C": "int32", "D": "float32", "E": "int32", "P": "int32", "Q": "float32"}


class Nest:
    """One loop nest as lines of text."""

    def __init__(self, rng):
        self.rng, self.lines, self.vars, self.bound = rng, [], [], {}
        self.depth, self.fresh, self.last = 2, 0, None
        self.clean = rng.random() < .6  # stores go elsewhere than loads, by an index of one form
        self.base = rng.randint(1, 3)
        self.loops(self.base)

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    # ---- integers: (text, least, greatest)
    def leaf(self):
        r = self.rng
        if not self.vars or r.random() < .15:
            c = r.choice([0, 1, 2, 3, 4, 5, 7, 8, 16, 31])
            return str(c), c, c
        return r.choice(self.vars)

    def term(self, depth):
        """An index expression of loop variables, no larger than a million."""
        r = self.rng
        if depth == 0:
            return self.leaf()
        a, lo, hi = self.term(depth - 1)
        kind = r.choice("++++-**//%%md")
        if kind == "+":
            b, bl, bh = self.term(depth - 1)
            return f"({a} + {b})", lo + bl, hi + bh
        if kind == "-":
            b, bl, bh = self.term(depth - 1)
            return f"({a} - {b})", lo - bh, hi - bl
        c = r.choice([2, 3, 4, 6, 8, 12, 16, 64])
        if kind == "*" and max(abs(lo), abs(hi)) * c < 1 << 20:
            return f"({a} * {c})", lo * c, hi * c
        if kind == "/":
            return f"({a} // {c})", lo // c, hi // c
        if kind == "m":
            b, bl, bh = self.term(depth - 1)
            return f"T.min({a}, {b})", min(lo, bl), min(hi, bh)
        if kind == "d":
            b, bl, bh = self.term(depth - 1)
            return f"T.max({a}, {b})", max(lo, bl), max(hi, bh)
        return f"({a} % {c})", 0, c - 1

    def within(self, n):
        """An index in [0, n)."""
        text, lo, hi = self.term(self.rng.choice([1, 2, 2, 3]))
        if lo < 0 or hi >= n:
            return f"{text} % {n}"
        return text

    def index(self, name):
        return ", ".join(self.within(n) for n in SHAPES[name]) or "()"

    def split_index(self, name):
        """All of the buffer's elements by one number, as fused loops have it."""
        text, lo, hi = self.term(2)
        if lo < 0 or hi >= SIZE:
            text = f"({text} % {SIZE})"
        return self.split_of(text, name)

    @staticmethod
    def split_of(text, name):
        shape, parts, below = SHAPES[name], [], SIZE
        for n in shape:
            below //= n
            one = f"{text} // {below}" if below > 1 else text
            parts.append(f"{one} % {n}" if parts else one)
        return ", ".join(parts) or "()"

    def condition(self):
        a, lo, hi = self.term(2)
        b, bl, bh = self.term(1)
        op = self.rng.choice(["<", "<=", ">", ">=", "==", "!="])
        one = f"{a} {op} {b}" if self.rng.random() < .5 else \
            f"{a} {op} {self.rng.randint(lo - 1, hi + 1)}"
        return one if self.rng.random() < .7 else f"{one} and {b} < {self.rng.randint(bl, bh + 1)}"

    # ---- values
    def load(self, ty):
        name = self.rng.choice([n for n, t in TYPES.items() if t == ty and
                                not (self.clean and n in CLEAN)])
        if self.rng.random() < .4 and self.last and TYPES[self.last[0]] == ty:
            return f"{self.last[0]}[{self.last[1]}]"
        index = self.split_index(name) if self.rng.random() < .3 else self.index(name)
        return f"{name}[{index}]"

    def value(self, ty, depth):
        r = self.rng
        x = r.random()
        if depth == 0 or x < .2:
            if ty == "int32" and r.random() < .4:
                return self.term(1)[0]
            local = [n for n, t in self.bound.items() if t == ty]
            if local and r.random() < .5:
                return r.choice(local)
            return self.load(ty)
        a = self.value(ty, depth - 1)
        if x < .3:
            return f"T.if_then_else({self.condition()}, {a}, {self.value(ty, depth - 1)})"
        if x < .4:
            return f"T.Select({self.condition()}, {a}, {self.value(ty, 0)})"
        if x < .5:
            other = "int32" if ty == "float32" else "int8"
            return f"T.Cast(\"{ty}\", T.Cast(\"int8\", {self.term(1)[0]}))" if other == "int8" else \
                f"T.Cast(\"float32\", {self.value('int32', 0)} % 256)"
        if x < .6:
            return f"T.max({a}, {self.value(ty, 0)})"
        if ty == "float32":
            return f"({a} {r.choice('+-*')} {self.value(ty, depth - 1)})"
        return f"({a} {r.choice('+-')} {self.value(ty, depth - 1)}) % 1009"

    # ---- statements
    def statement(self):
        r = self.rng
        x = r.random()
        if x < .08:
            self.vectors()
        elif x < .16:
            self.fresh += 1
            ty = r.choice(["int32", "float32"])
            name = f"t{self.fresh}"
            self.line(f"{name} = T.bind({self.value(ty, 1)})")
            self.bound[name] = ty
        elif x < .3:
            self.line(f"if {self.condition()}:")
            self.block(1)
            if r.random() < .3:
                self.line("else:")
                self.block(1)
        elif x < .4 and len(self.vars) < 5:
            self.loops(1)
        else:
            self.store()

    def vectors(self):
        """Statements of vectors whose lanes may meet."""
        r = self.rng
        lanes, base, names = r.choice([4, 8, 16]), self.within(SIZE // 2), []

        def ramp():
            text = f"T.Ramp({base} + {r.choice([0, 0, 1, 2, lanes, 2 * lanes])}, {r.choice([1, 1, 2])}, {lanes})"
            if r.random() < .8:
                return text
            self.fresh += 1
            self.line(f"x{self.fresh} = T.bind({text})")
            return f"x{self.fresh}"

        def operand():
            if names and r.random() < .5:
                return r.choice(names)
            return f"D[{ramp()}]" if r.random() < .8 else f"T.Broadcast(D[{base}], {lanes})"

        for _ in range(r.randint(1, 4)):
            value = f"{operand()} {r.choice('+-*')} {operand()}" if r.random() < .8 else operand()
            if r.random() < .4:
                self.fresh += 1
                names.append(f"v{self.fresh}")
                self.line(f"{names[-1]} = T.bind({value})")
            else:
                self.line(f"D[{ramp()}] = {value}")

    def clean_index(self, name):
        """One element for each value of the variables around the first block."""
        (inner, _, _), *outer = reversed(self.vars[:self.base])
        text = inner + "".join(f" + {v} % {m} * {by}" for (v, _, _), m, by in
                               zip(outer, (8, 11), (32, 256)))
        return self.split_of(f"({text})", name)

    def store(self):
        if self.clean:
            name = self.rng.choice(CLEAN)
            index = self.clean_index(name)
        else:
            name = self.rng.choice(list(TYPES))
            index = self.split_index(name) if self.rng.random() < .4 else self.index(name)
        self.last = name, index
        value = self.value(TYPES[name], 2)
        self.line(f"{name}[{index}] = {value}")

    def block(self, n):
        self.depth += 1
        bound = dict(self.bound)
        for _ in range(n - 1):
            self.statement()
        self.last = None
        self.store()
        self.bound = bound
        self.depth -= 1

    def loops(self, n):
        r = self.rng
        self.fresh += 1
        name, extent = f"i{self.fresh}", r.choice([0, 1, 2, 3, 4, 4, 5, 8, 8, 13, 16, 32])
        kind = r.choice(["range", "range", "T.vectorized", "T.vectorized", "T.unroll"])
        start = r.choice([0, 0, 0, 2]) if kind != "T.vectorized" else 0
        self.last = None
        head = f"{start}, {start + extent}" if start else str(extent)
        if kind == "T.unroll":
            head = str(min(extent, 5))
            start, extent = 0, min(extent, 5)
        self.line(f"for {name} in {kind}({head}):")
        self.vars.append((name, start, max(start, start + extent - 1)))
        if n > 1:
            self.depth += 1
            self.loops(n - 1)
            self.depth -= 1
        else:
            self.block(r.choice([1, 1, 2, 3]))
        self.vars.pop()
        self.last = None


def text_of(nests):
    params = ", ".join(f'{n}: T.Buffer({SHAPES[n]}, "{TYPES[n]}")' for n in SHAPES)
    head = "from tvm.script import tirx as T\n\n@T.prim_func\n" + f"def main({params}):\n"
    return head + "\n".join(line[4:] for nest in nests for line in nest.lines) + "\n"


class Failure(Exception):
    pass


def execute(options, folder, nests, how, save):
    file = folder / "p.py"
    file.write_text(text_of(nests))
    done = subprocess.run([options.tirc, *how, str(file), f"--save={folder / save}",
                           *(f"{n}=@{folder}/{n}.npy" for n in SHAPES)],
                          capture_output=True, text=True, timeout=120, check=False)
    errors = [line for line in done.stderr.splitlines() if "error" in line]
    if done.returncode:
        raise Failure(f"{' '.join(how)}: {errors[0] if errors else done.returncode}")
    return {n: (folder / save / f"{n}.npy").read_bytes() for n in SHAPES}


def wrong(options, folder, nests):
    """What is wrong with these nests, or None."""
    try:
        plain = execute(options, folder, nests, ["--run=interp", "--no-cse", "--no-loops", "--legalize=none"],
                        "plain")
        ways = [["--run=interp", "--no-cse", "--no-loops", "--legalize=all", "--verify-each"],
                ["--run=interp", "--no-cse", "--no-loops", f"--legalize={SCALAR}", "--verify-each"],
                ["--run=interp", "--legalize=all"]]
        if not options.no_jit:
            ways.append(["--run=jit", "-O2", "--legalize=all"])
        for how in ways:
            after = execute(options, folder, nests, how, "after")
            different = [n for n in SHAPES if plain[n] != after[n]]
            if different:
                return f"{' '.join(how)}: {', '.join(different)} differ"
    except Failure as failure:
        return str(failure)
    return None


def work(job):
    options, seed = job
    rng = random.Random(f"legalize {seed}")
    nests = [Nest(rng) for _ in range(NESTS)]
    with tempfile.TemporaryDirectory(prefix="random-legalize-") as temp:
        folder = pathlib.Path(temp)
        for n, shape in SHAPES.items():
            data = np.random.default_rng(seed).integers(-100, 100, shape)
            np.save(folder / f"{n}.npy", data.astype(TYPES[n]))
        why = wrong(options, folder, nests)
        if why:
            one = next(([n] for n in nests if wrong(options, folder, [n])), nests)
            return seed, wrong(options, folder, one), text_of(one)
    return None


def main(doc=__doc__, name="random-legalize"):
    p = argparse.ArgumentParser(description=doc.splitlines()[0])
    p.add_argument("--tirc", default=str(ROOT / "build/release/bin/tirc"))
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=40, help="programs, of some nests each")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--keep", help="folder for failing programs")
    p.add_argument("--no-jit", action="store_true")
    progress.add_option(p)
    options = p.parse_args()
    jobs = [(options, seed) for seed in range(options.seed, options.seed + options.count)]
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        failures = [f for f in progress.over(pool.map(work, jobs), len(jobs), options.progress) if f]
    for seed, why, text in failures:
        print(f"seed {seed}: {why}\n{text}")
        if options.keep:
            pathlib.Path(options.keep).mkdir(exist_ok=True)
            (pathlib.Path(options.keep) / f"{name}-{seed}.py").write_text(text)
    print(f"{name}: seeds {options.seed} to {options.seed + options.count - 1}, "
          f"{options.count * NESTS} nests, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
