#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random nests of loops that sum up in memory: does scalar promotion (docs/loops.md) change no result?

    test/random_promote.py [--seed=N] [--count=M] [--tirc=FILE] [--jobs=N] [--no-jit]

The innermost loop of a nest reads and writes an element and others near it.  Bounds are constants,
outer variables (triangles) and parameters, so that loops may not run at all, often with an element that
lies out of bounds just then; indices go up and down; buffers overlap, as parameters, views or because the
call passes one twice.  Programs run as in random_cse.py: in the interpreter, which tells an access out
of bounds, without and with CSE; and under the JIT.  Every access of a program is in bounds: its loops
are run here to find out.
"""
import argparse
import collections
import concurrent.futures
import os
import random
import re
import sys
import tempfile

import progress
import random_cse
from random_tir import Buffer

BATCH, INPUTS = 16, 2
LIMIT = {"int32": None, "int64": None, "uint8": 256, "uint32": 1 << 32}


class Affine:
    """A sum of variables times constants: its text, and its value for given variables."""

    def __init__(self, terms, rest=0):
        self.terms, self.rest = {v: c for v, c in terms.items() if c}, rest

    def at(self, env):
        return self.rest + sum(c * env[v] for v, c in self.terms.items())

    def text(self, ty):
        def number(c):
            return f"T.{ty}({c})"
        out = None
        for v, c in sorted(self.terms.items(), key=lambda t: t[1] < 0):
            name = v if v not in "nm" or ty == "int32" else f'T.Cast("{ty}", {v})'
            term = name if abs(c) == 1 else f"{name} * {number(abs(c))}"
            out = (term if c > 0 else f"{number(self.rest)} - {term}") if out is None else \
                f"{out} {'+' if c > 0 else '-'} {term}"
        if out is None:
            return number(self.rest)
        first_negative = all(c < 0 for c in self.terms.values())
        if self.rest and not first_negative:
            out += f" {'+' if self.rest > 0 else '-'} {number(abs(self.rest))}"
        return out


class Nest:
    """One function; random_cse.Case calls it."""

    def __init__(self, rng, small):
        self.rng, self.small = rng, small
        self.alias = rng.random() < .25
        self.noalias = not self.alias and rng.random() < .8
        self.elem = rng.choice(["uint32", "uint32", "int16", "uint8", "float32"])
        self.ty = rng.choice(["int32"] * 6 + ["int64", "uint8", "uint32"])
        self.params = [("n", "int32"), ("x", "int32")]
        self.shapes = {"A": rng.choice([(64,), (8, 8), (8, 8)]), "B": rng.choice([(32,), (4, 8)]),
                       "V": (32,), "S": (8, 8)}
        self.buffers = [Buffer("A", self.elem, 64), Buffer("B", self.elem, 32),
                        Buffer("C", "int32", 64)]
        self.view = rng.random() < .15
        self.scratch = rng.random() < .2
        while not self.draw():
            pass

    # ---- a nest --------------------------------------------------------------------------
    def bound(self, outer, low):
        r = self.rng
        if low:
            pick = [Affine({}, r.choice([0, 0, 0, 0, 1, 2]))] * 3
            pick += [Affine({v: 1}, r.choice([0, 0, 1, 2])) for v in outer]
        else:
            pick = [Affine({}, r.choice([1, 3, 4, 5, 7, 8, 10, 13]))]
            pick += [Affine({v: 1}, r.choice([0, 0, 0, 1, 2])) for v in outer] * 2
            pick += [Affine({v: -1}, r.choice([4, 7, 8])) for v in outer]
            pick += [Affine({"n": 1}, r.choice([0, 0, 2]))]
        return r.choice(pick)

    def sum_of(self, variables, top):
        """An index, of which nothing says yet that it is in bounds."""
        r = self.rng
        if not variables or r.random() < .1:
            return Affine({}, r.randrange(top))
        v = r.choice(variables)
        terms = {v: r.choice([1, 1, 1, 1, 1, 1, -1, 2])}
        rest = r.choice([0, 0, 0, 1, 2, -1]) if terms[v] > 0 else r.choice([top - 1, 7, 5])
        if top > 8:
            terms[v] *= r.choice([1, 8, 8])
            if len(variables) > 1 and r.random() < .7:
                w = r.choice([w for w in variables if w != v])
                terms[w] = 1
        return Affine(terms, rest)

    def access(self, name, variables):
        return name, [self.sum_of(variables, d) for d in self.shapes[name]]

    def near(self, element, variables):
        """The element with another index in one place; or something else altogether."""
        r = self.rng
        name, index = element
        index = list(index)
        if r.random() < (.4 if self.alias or self.view else .2):
            other = r.choice([b for b in "ABVS" if self.has(b)])
            meets = len(self.shapes[other]) == len(index) and r.random() < .6
            return (other, index) if meets else self.access(other, variables)
        d = r.randrange(len(index))
        old = index[d]
        inner = variables[-1]
        index[d] = r.choice([Affine({inner: 1}), Affine({inner: 1}, r.choice([1, -1, 2])),
                             Affine({inner: -1}, 7), Affine(old.terms, old.rest + r.choice([1, -1])),
                             Affine({**old.terms, inner: 1}, old.rest + r.choice([0, 1, 1])),
                             Affine({inner: 8})])
        return name, index

    def has(self, name):
        return name in "AB" or (name == "V" and self.view) or (name == "S" and self.scratch)

    def draw(self):
        """A nest, False if an access is out of bounds or too much is done."""
        r = self.rng
        depth = r.choice([2, 3, 3])
        self.loops = []
        for v in "ijk"[-depth:]:
            outer = [w for w, *_ in self.loops]
            low, high = self.bound(outer, True), self.bound(outer, False)
            if len(outer) == depth - 1 and r.random() < .5:  # a triangle
                low, high = Affine({}), Affine({r.choice(outer): 1}, r.choice([0, 0, 0, 0, 1]))
            step = r.choice([1] * 8 + [2])
            # As bounds or by a bound variable, which stands for its value.
            self.loops.append((v, low, high, step, r.random() < .1))
        names = [v for v, *_ in self.loops]
        home = r.choice([b for b in "AAABVS" if self.has(b)])
        self.element = self.access(home, names[:-1] + (["n"] if r.random() < .1 else []))
        self.others = [self.near(self.element, names) for _ in range(r.choice([1, 1, 2, 3]))]
        self.form = [r.random() for _ in range(8)]
        self.op = [r.choice("+-*+") for _ in range(4)]
        return all(self.runs({"n": n}) for n in range(5)) and any(self.met)

    def runs(self, env):
        """Is every access in bounds for that n?"""
        self.met, self.steps = [], 0
        return self.walk(dict(env), 0)

    def walk(self, env, d):
        if d == len(self.loops):
            self.steps += 1
            self.met.append(True)
            return self.steps < 600 and all(
                0 <= i.at(env) < top for name, index in [self.element, *self.others]
                for i, top in zip(index, self.shapes[name]))
        v, low, high, step, _ = self.loops[d]
        if LIMIT[self.ty] and (low.at(env) < 0 or high.at(env) < low.at(env)):
            return False
        for x in range(low.at(env), high.at(env), step):
            env[v] = x
            if not self.walk(env, d + 1):
                return False
        return True

    # ---- text ----------------------------------------------------------------------------
    def show(self, a):
        return f"{a[0]}[{', '.join(i.text(self.ty) for i in a[1])}]"

    def inner(self):
        """The innermost loop's body."""
        f, op, e = self.form, self.op, self.show(self.element)
        loads = [self.show(a) for a in self.others]
        k = self.loops[-1][0]
        few = f"{k} < T.{self.ty}(3)"
        value = f" {op[0]} ".join([e] + loads[:2])
        if f[0] < .15:
            value = f"T.if_then_else({few}, {e}, {loads[0]}) {op[1]} {loads[-1]} + {e}"
        elif f[0] < .25:
            value = f"T.if_then_else({few}, {e}, {loads[0]})"  # not surely read
        elif f[0] < .3:
            value = loads[0]
        out = [f"{e} = {value}"]
        if f[1] < .2:
            out.append(f"if {few}:\n    {e} = {e} {op[2]} {loads[-1]}")
        if f[2] < .3:
            out.append(f"{loads[-1]} = {loads[0]} {op[3]} {e}")
        if f[3] < .15:
            out = [f"v = T.bind({loads[0]})", *out, f"{e} = {e} {op[3]} v"]
        if f[4] < .1 and f[3] >= .15:
            out = [f"if x < 3:\n    {s}" for s in out if not s.startswith("if")]
        if f[5] < .06:
            way = "return 0" if f[5] < .02 else "break" if f[5] < .04 else "continue"
            out.insert(int(f[6] * 3) % len(out), f"if C[{k}] == x:\n    {way}")
        return [line for s in out for line in s.split("\n")]

    def text(self, name):
        shape = {b: str(s) for b, s in self.shapes.items()}
        params = [f'{b.name}: T.Buffer({shape.get(b.name, "(64,)")}, "{b.ty}")' for b in self.buffers]
        out = ["@T.prim_func(private=True, s_tir=True)",
               f"def {name}({', '.join(params + ['n: T.int32', 'x: T.int32'])}) -> T.int32:"]
        if self.noalias:
            out.append('    T.func_attr({"tirx.noalias": True})')
        if self.view:
            out.append(f'    V = T.decl_buffer((32,), "{self.elem}", data=A.data, '
                       f'elem_offset={self.rng.choice([0, 8])})')
        if self.scratch:
            out += [f'    S = T.alloc_buffer((8, 8), "{self.elem}")', "    for i, j in T.grid(8, 8):",
                    f"        S[i, j] = T.Cast(\"{self.elem}\", i * 3 + j)"]
        pad = "    "
        for v, low, high, step, named in self.loops:
            a, b = low.text(self.ty), high.text(self.ty)
            if named:
                out.append(f"{pad}b{v} = T.bind({b})")
                b = f"b{v}"
            out.append(f"{pad}for {v} in T.serial({a}, {b}{f', step=T.{self.ty}({step})' * (step > 1)}):")
            pad += "    "
        out += [pad + s for s in self.inner()]
        if self.scratch:
            index = "i * 8 + j" if len(self.shapes["A"]) == 1 else "i, j"
            out += ["    for i, j in T.grid(8, 8):", f"        A[{index}] = A[{index}] + S[i, j]"]
        return "\n".join("    " + line for line in out + ["    return 1"]) + "\n"


def promoted(runner):
    """{function: promoted elements}, as the plan tells."""
    done = random_cse.subprocess.run([runner.options.tirc, "--emit=plan", str(runner.folder / "p.py")],
                                     capture_output=True, text=True, check=False)
    return dict(re.findall(r"^(\w+): (\d+) promoted elements?$", done.stdout, re.M))


def work(job):
    """Run a batch of programs; what was counted, and its failures."""
    options, first = job
    small, stats, failed = first // BATCH % 2 == 1, collections.Counter(programs=BATCH), []
    with tempfile.TemporaryDirectory(prefix="random-promote-", dir=options.temp) as folder:
        runner = random_cse.Runner(options, folder)
        made = [Nest(random.Random(f"nest {seed}"), small) for seed in range(first, first + BATCH)]
        texts = {}
        for p in made:  # the text is drawn once
            texts[p] = p.text("NAME")
            p.text = lambda name, p=p: texts[p].replace("NAME", name)
        for k in range(INPUTS):
            cases = [random_cse.Case(p, f"work{first + i}", (first + i) * INPUTS + k)
                     for i, p in enumerate(made)]
            for c in cases:
                c.write(runner.folder)
            if k == 0:
                (runner.folder / "p.py").write_text(random_cse.text_of(cases))
                found = promoted(runner)
                stats["promoted"] += sum(int(n) for n in found.values())
                stats["with"] += len(found)
            failed += [(c.seed, f"{why}\n{random_cse.text_of([c])}\n{c.scalars()}")
                       for c, why in random_cse.batch(runner, cases, small, stats)]
            if failed:
                break
    return stats, failed


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tirc", default=str(random_cse.ROOT / "build/release/bin/tirc"))
    p.add_argument("--seed", type=int, default=0)
    p.add_argument("--count", type=int, default=320)
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--no-jit", action="store_true")
    p.add_argument("--timeout", type=float, default=120)
    progress.add_option(p)
    options = p.parse_args()
    options.tirc_option, options.trap_overflow = [], False
    options.temp = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    jobs = [(options, first) for first in range(options.seed, options.seed + options.count, BATCH)]
    stats, failures = collections.Counter(), []
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for counted, failed in progress.over(pool.map(work, jobs), len(jobs), options.progress):
            stats += counted
            failures += failed
    for seed, why in failures:
        print(f"FAILED seed {seed // INPUTS} input {seed % INPUTS}: {why}")
    print(f"random-promote: seeds {options.seed} to {options.seed + stats['programs'] - 1}, {stats['with']} of "
          f"{stats['programs']} programs with a promoted element, {stats['runs']} runs, {stats['traps']} trap without "
          f"CSE, {stats['jit']} under the JIT, {len(failures)} failures")
    enough = stats["with"] * 8 > stats["programs"] or stats["programs"] < 100
    return 0 if enough and not failures else 1


if __name__ == "__main__":
    sys.exit(main())
