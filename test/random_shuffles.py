#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of vectors whose lanes come from anywhere, on Hexagon.

    test/random_shuffles.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--keep=DIR]

A program is some `T.Shuffle` of vectors of 2 to 128 lanes of 8, 16 or 32 bits, or of scalars, and of conditions: each lane
once, groups that repeat, patterns, any lanes; widened, added, chosen by, stored at any place.  Some vectors have names, and what
they were loaded from is written to before they are used.  What Hexagon computes must be what the interpreter does, at -O0
and -O2.
"""
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy as np

import random_nests

STATEMENTS = 6
LENGTH = 320
BITS = {"int8": 8, "uint8": 8, "int16": 16, "uint16": 16, "int32": 32}
LEVELS = ("-O0", "-O2")


class Program:
    """Its buffers, and a statement for each that it writes."""

    def __init__(self, rng):
        self.rng, self.lines, self.before, self.names = rng, [], [], 0
        self.buffers = {f"A{i}": (LENGTH, ty) for i, ty in enumerate(BITS)}
        self.of = {ty: name for name, (_, ty) in self.buffers.items()}
        for _ in range(STATEMENTS):
            self.statement()

    def scalar(self, ty):
        r, at = self.rng, f"{self.of[ty]}[{self.rng.randrange(200)}]"
        return r.choice((at, at, f"({at} + {self.of[ty]}[{r.randrange(200)}])", f"T.{ty}({r.randrange(100)})"))

    def vector(self, ty, n):
        r, first = self.rng, self.rng.choice((0, 0, 8, 16, 1, 3, self.rng.randrange(32)))
        at, kind = f"{self.of[ty]}[{first}:{first + n}]", self.rng.random()
        if kind < .6:
            return self.named(at, ty, n) if r.random() < .2 else at
        if kind < .8:
            return f"({at} * {at})"
        if kind < .9:
            return f"T.Broadcast({self.scalar(ty)}, {n})"
        return f"T.max({at}, T.Broadcast(T.{ty}(3), {n}))" if r.random() < .5 else self.shuffle(ty, n, r.choice((2, 4, 8)), 1)

    def named(self, load, ty, n):
        """A name for a load, and mostly a store to what it reads behind it."""
        r, self.names = self.rng, self.names + 1
        self.before.append(f"v{self.names} = T.bind({load})")
        if r.random() < .7:
            to, at = r.randrange(40), r.randrange(200)
            self.before.append(f"{self.of[ty]}[{to}:{to + n}] = {self.of[ty]}[{at}:{at + n}]")
        return f"v{self.names}"

    def mask(self, total, lanes):
        r, kind, group = self.rng, self.rng.random(), self.rng.choice((1, 2, 4, 4, 8, 16))
        if kind < .25:
            return [i % total for i in range(lanes)]
        if kind < .45:
            return [i // group % total for i in range(lanes)]
        if kind < .65:
            pattern = [r.randrange(total) for _ in range(r.choice((2, 3, 4, 6, 8, 12, 16)))]
            return [pattern[i % len(pattern)] for i in range(lanes)]
        if kind < .8:
            groups = [[min(total - 1, b * group + i) for i in range(group)]
                      for b in (r.randrange(max(1, total // group)) for _ in range(3))]
            out = []
            while len(out) < lanes:
                out += r.choice(groups)
            return out[:lanes]
        return [r.randrange(total) for _ in range(lanes)]

    def shuffle(self, ty, lanes, each, n):
        parts = [self.scalar(ty) if each == 1 else self.vector(ty, each) for _ in range(n)]
        return f"T.Shuffle([{', '.join(parts)}], {self.mask(n * each, lanes)})"

    def statement(self):
        r, ty = self.rng, self.rng.choice(("int8", "uint8", "int8", "int16", "uint16", "int32"))
        lanes = r.choice((4, 8, 16, 24, 32, 48, 64, 64, 96, 128, 128, 256))
        lanes = 64 if lanes * BITS[ty] > 4096 else lanes
        value = self.shuffle(ty, lanes, 1, r.choice((2, 3, 4, 6, 8))) if r.random() < .3 else \
            self.shuffle(ty, lanes, r.choice((2, 4, 8, 16, 32, 64, 128)), r.choice((1, 1, 1, 2, 2, 3, 4)))
        out, kind = ty, r.random()
        if kind < .25 and ty in ("int8", "uint8", "int16"):
            out = r.choice(("int32", "int16"))
            value = f'T.Cast("{out}x{lanes}", {value})'
        elif kind < .4 and lanes <= 128:
            value = f"{value} + {self.vector(ty, lanes)}"
        elif kind < .5 and lanes <= 128:
            tests = ", ".join(f"{self.scalar(ty)} < {self.scalar(ty)}" for _ in range(3))
            value = (f"T.Select(T.Shuffle([{tests}], {self.mask(3, lanes)}), {self.vector(ty, lanes)}, "
                     f"T.Broadcast(T.{ty}(1), {lanes}))")
        elif kind < .6 and lanes <= 128:
            value = (f"T.Select(T.Shuffle([{self.vector(ty, 4)} < {self.vector(ty, 4)}], {self.mask(4, lanes)}), "
                     f"{self.vector(ty, lanes)}, T.Broadcast(T.{ty}(1), {lanes}))")
        name, first = f"B{len(self.lines)}", r.choice((0, 0, 0, 1, 2))
        self.buffers[name] = (lanes + 2, out)
        self.lines.append((name, [*self.before, f"{name}[{first}:{first + lanes}] = {value}"]))
        self.before = []

    def text(self, lines):
        used = {n: b for n, b in self.buffers.items() if n[0] == "A" or any(name == n for name, _ in lines)}
        params = ", ".join(f'{n}: T.Buffer(({length},), "{ty}")' for n, (length, ty) in used.items())
        return (f'from tvm.script import tirx as T\n\n\n@T.prim_func(s_tir=True)\ndef main({params}):\n'
                f'    T.func_attr({{"tirx.noalias": True}})\n') + "".join(f"    {line}\n" for _, text in lines for line in text)


class Failure(Exception):
    pass


def execute(options, folder, program, how):
    done = subprocess.run([options.tirc, *how, str(folder / "p.py"), f"--save={folder / 'after'}",
                           *(f"{n}=@{folder}/{n}.npy" for n in program.buffers)],
                          capture_output=True, text=True, timeout=600, check=False)
    if done.returncode:
        raise Failure(f"{' '.join(how)}: {(done.stderr.splitlines() or [done.returncode])[0]}")
    return {n: (folder / "after" / f"{n}.npy").read_bytes() for n in program.buffers}


def work(job):
    options, seed = job
    program = Program(random.Random(f"shuffles {seed}"))
    with tempfile.TemporaryDirectory(prefix="random-shuffles-") as temp:
        folder = pathlib.Path(temp)
        rng = np.random.default_rng(seed)
        for n, (length, ty) in program.buffers.items():
            np.save(folder / f"{n}.npy", rng.integers(0 if ty[0] == "u" else -100, 100, length).astype(ty))
        (folder / "p.py").write_text(program.text(program.lines))
        try:
            plain = execute(options, folder, program, ["--run=interp", "--no-cse", "--no-loops"])
            for k, level in enumerate(LEVELS):  # each at 64 and at 128 bytes, by the seed
                after = execute(options, folder, program, ["--run=hexagon", level, f"--align={64 << (seed + k) % 2}"])
                wrong = [n for n in plain if plain[n] != after[n]]
                if wrong:
                    lines = [line for line in program.lines if line[0] in wrong]
                    return seed, f"{level}: {', '.join(wrong)} differ", program.text(lines or program.lines), STATEMENTS
        except Failure as failure:
            return seed, str(failure), program.text(program.lines), STATEMENTS
    return seed, None, None, STATEMENTS


if __name__ == "__main__":
    sys.exit(random_nests.main(__doc__, "shuffles", "shuffles compared", work, STATEMENTS))
