#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of where legalize puts allocations and how large it makes them.

    test/random_allocate.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--keep=DIR]

A program is a nest of loops over tiles around nests that write temporaries and nests that read them:
boxes in the loops' own ways (split, fused, with an offset, in part), under "the first iteration",
under conditions that hold or do not, with reads that stay in what was written or do not.  What it
means is told by the same program with the temporaries as parameters: run twice, filled differently,
so that a program whose result depends on what was never written is known, and left out.  Legalised,
with allocations, it must give the same bits in the interpreter.
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
OUT = 4096
HEAD = "from tvm.script import tirx as T\n\n@T.prim_func(s_tir=True)\n"


class Program:
    def __init__(self, seed):
        self.rng = rng = random.Random(f"allocate {seed}")
        self.lines, self.fresh, self.outer = [], 0, []  # outer: (name, extent)
        self.temps, self.base = {}, {}
        for name in ("P", "Q")[:rng.choice([1, 1, 2])]:
            rank = rng.choice([1, 2, 2])
            self.temps[name] = tuple(rng.choice([4, 6, 8, 12, 16]) for _ in range(rank))
            self.base[name] = [("0", 0, n) for n in self.temps[name]]
        depth = rng.choice([1, 1, 2, 2, 3])
        for level in range(depth):
            name, n = f"t{level}", rng.choice([1, 2, 2, 3, 4])
            self.line(f"for {name} in {rng.choice(['range', 'range', 'T.parallel'])}({n}):")
            self.outer.append((name, n))
            if level + 1 < depth and rng.random() < .15:
                self.part()
        # The tile that an iteration works on, by dimension of each temporary.
        self.base = {t: [self.tile(n) for n in shape] for t, shape in self.temps.items()}
        for temp in self.temps:
            if rng.random() < .4:
                self.first(temp)
        for _ in range(rng.choice([2, 3, 3, 4])):
            self.part()
        self.outer = []
        self.base = {t: [("0", 0, n) for n in shape] for t, shape in self.temps.items()}
        if rng.random() < .1:
            self.part()

    def line(self, text):
        self.lines.append("    " * (len(self.outer) + 1) + text)

    def tile(self, n):
        """(first element as text, its greatest value, elements) of a tile of a dimension of n."""
        r = self.rng
        if not self.outer or r.random() < .2:
            return "0", 0, n
        name, extent = r.choice(self.outer)
        sizes = [k for k in range(1, n + 1) if k * extent <= n]
        if not sizes:
            return "0", 0, n
        k = r.choice(sizes)
        most = (extent - 1) * k
        return f"{name} * {k}", most, k if r.random() < .8 else r.randint(1, n - most)

    def name(self):
        self.fresh += 1
        return f"i{self.fresh}_"

    def box(self, temp, slack):
        """Loops and indices that go through the temporary's tile, more or less."""
        r, loops, index = self.rng, [], []
        for (base, most, k), n in zip(self.base[temp], self.temps[temp]):
            at = 0
            if r.random() < slack:  # another part of it
                k = max(1, k - r.randint(0, 2))
                at = r.randint(0, min(2, n - most - k))
            form = r.choice(["one", "one", "split", "fused", "point"])
            if form == "point" and r.random() > slack:
                form = "one"
            if form == "split" and k % 2 == 0:
                a, b = self.name(), self.name()
                loops += [(a, k // 2), (b, 2)]
                one = f"{a} * 2 + {b}" if r.random() < .8 else f"{a} + {b} * {k // 2}"
            elif form == "point":
                one = str(r.randrange(k))
            else:
                a = self.name()
                loops.append((a, k))
                one = a
            index.append(f"{base} + {one}" + (f" + {at}" if at else ""))
        if len(loops) == 2 and r.random() < .3:
            (a, n), (b, m) = loops
            f = self.name()
            index = [i.replace(a, f"{f} // {m}").replace(b, f"{f} % {m}") if a != b else i
                     for i in index]
            loops = [(f, n * m)]
        elif r.random() < .3:
            loops.reverse()
        return loops, ", ".join(index)

    def first(self, temp):
        """The whole temporary, written in the first iteration of a loop: what is read later is
        carried on from there."""
        index = []
        self.line(f"if {self.rng.choice(self.outer)[0]} == 0:")
        for k, n in enumerate(self.temps[temp]):
            index.append(self.name())
            self.line("    " * (k + 1) + f"for {index[k]} in range({n}):")
        self.line("    " * (len(index) + 1) +
                  f"{temp}[{', '.join(index)}] = {self.rng.randint(1, 99)} + {index[0]}")

    def part(self):
        """A nest: it writes a temporary, adds to it, or reads it into the result."""
        r = self.rng
        temp = r.choice(list(self.temps))
        kind = r.choice(["write", "write", "reduce", "read", "read"])
        if not any(f"{temp}[" in line for line in self.lines) and r.random() < .9:
            kind = "write" if kind == "read" else kind
        loops, index = self.box(temp, .15 if kind == "write" else .3)
        indent = 0

        def put(text):
            self.line("    " * indent + text)

        red = self.name() if kind == "reduce" else None
        order = loops[:]
        if red:
            order.insert(r.randint(0, len(order)), (red, r.choice([1, 2, 3])))
        for name, n in order:
            kind_of = r.choice(["range", "range", "range", "T.vectorized", "T.unroll"])
            put(f"for {name} in {'range' if name == red else kind_of}({n}):")
            indent += 1
        variables = self.outer + order
        if r.random() < .12 and variables:
            name, n = r.choice(variables)
            put(f"if {name} {r.choice(['<', '>=', '==', '<'])} {r.choice([0, 1, n])}:")
            indent += 1
        number = " + ".join([str(r.randint(0, 9))] + [f"{n} * {r.choice([1, 3, 7])}"
                                                     for n, _ in variables])
        flat = "0"
        for name, n in variables:
            flat = f"({flat}) * {n} + {name}"
        source = f"A[({number}) % {OUT}]"
        if kind == "read":
            put(f"O[({flat}) % {OUT}] = O[({flat}) % {OUT}] * 3 + {temp}[{index}]")
        elif kind == "write":
            put(f"{temp}[{index}] = {source} + {number}")
        else:
            guards = [f"{red} == 0"] if r.random() < .85 else []
            if self.outer and r.random() < .2:
                guards.append(f"{r.choice(self.outer)[0]} == 0")
            if guards:
                put(f"if {' and '.join(guards)}:")
                put(f"    {temp}[{index}] = {r.randint(0, 5)}")
            put(f"{temp}[{index}] = {temp}[{index}] + {source}")

    def text(self, as_parameters):
        params = [f'A: T.Buffer(({OUT},), "int32")', f'O: T.Buffer(({OUT},), "int32")']
        lines = []
        for name, shape in self.temps.items():
            if as_parameters:
                params.append(f'{name}: T.Buffer({shape}, "int32")')
            else:
                lines.append(f'    {name} = T.sblock_alloc_buffer({shape}, "int32")')
        return HEAD + f"def main({', '.join(params)}):\n" + "\n".join(lines + self.lines) + "\n"


def execute(options, folder, text, how, buffers):
    file = folder / "p.py"
    file.write_text(text)
    done = subprocess.run([options.tirc, "--run=interp", "--no-cse", "--no-loops", *how, str(file),
                           f"--save={folder}/out", *(f"{n}=@{folder}/{b}.npy" for n, b in buffers)],
                          capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        return done.stderr.strip() or str(done.returncode)
    return (folder / "out" / "O.npy").read_bytes()


def work(job):
    options, seed = job
    program = Program(seed)
    with tempfile.TemporaryDirectory(prefix="random-allocate-") as temp:
        folder = pathlib.Path(temp)
        np.save(folder / "A.npy", np.random.default_rng(seed).integers(-99, 99, OUT).astype("int32"))
        np.save(folder / "O.npy", np.zeros(OUT, "int32"))
        for name, shape in program.temps.items():
            for fill in (0, 77777):
                np.save(folder / f"{name}{fill}.npy", np.full(shape, fill, "int32"))
        given = [("A", "A"), ("O", "O")]
        meant = [execute(options, folder, program.text(True), ["--legalize=none"],
                         given + [(n, f"{n}{fill}") for n in program.temps]) for fill in (0, 77777)]
        if isinstance(meant[0], str):
            return seed, "the program does not run: " + meant[0], program.text(True), False
        if meant[0] != meant[1]:
            return seed, None, None, False
        text = program.text(False)
        got = execute(options, folder, text, ["--legalize=all", "--verify-each"], given)
        if got != meant[0]:
            return seed, got if isinstance(got, str) else "'O' differs", text, True
        # Did the pass do something?
        done = subprocess.run([options.tirc, "-O0", "--emit=tir", "--after=legalize",
                               "--legalize=blocks,allocate", str(folder / "p.py")],
                              capture_output=True, text=True, timeout=120, check=True)
        alloc = [line for line in done.stdout.splitlines() if "alloc_buffer(" in line]
        moved = any(line.startswith(" " * 5) for line in alloc)
        return seed, None, None, True if moved else None


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tirc", default=str(ROOT / "build/release/bin/tirc"))
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=300)
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--keep", help="folder for failing programs")
    progress.add_option(p)
    options = p.parse_args()
    jobs = [(options, seed) for seed in range(options.seed, options.seed + options.count)]
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        told = list(progress.over(pool.map(work, jobs), len(jobs), options.progress))
    failures = [t for t in told if t[1]]
    for seed, why, text, _ in failures:
        print(f"seed {seed}: {why}\n{text}")
        if options.keep:
            pathlib.Path(options.keep).mkdir(exist_ok=True)
            (pathlib.Path(options.keep) / f"allocate-{seed}.py").write_text(text)
    moved = sum(t[3] is True for t in told)
    print(f"random-allocate: seeds {options.seed} to {options.seed + options.count - 1}, "
          f"{sum(t[3] is not False for t in told)} programs with a meaning, "
          f"{moved} of them with moved allocations, {len(failures)} failures")
    return 1 if failures or not moved else 0


if __name__ == "__main__":
    sys.exit(main())
