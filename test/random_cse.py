#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random differential test of common subexpression elimination.

    test/random_cse.py [--seed=N] [--count=M | --seconds=S] [--tirc=FILE] [--jobs=N] [--keep=DIR]
                       [--tirc-option=OPTION ...] [--trap-overflow]

Programs of random_program.py run in the interpreter, which traps where TIR is undefined, without and
with CSE: the same bits must come out, and a trap may happen with CSE only if it happens without.
A run whose proof fails (a warning) is a failure, too.  Some batches hold only programs in which no
int32 or int64 overflows; they also run under the JIT at -O2.  With --trap-overflow all runs trap where
one does (-ftrapv): CSE and legalize must add none; CSE has the profile size, which computes nothing early that is
then not used.  Index arithmetic that overflows is undefined: what legalize makes of it is no failure, if CSE adds nothing.
A program of its own seed is the same on
every machine; a failure is made smaller and printed, --keep=DIR keeps it with its inputs.

Programs are run in batches, since starting tirc costs more than they do: main calls each once.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

import numpy as np

import progress
from random_program import Program
from random_shrink import shrink
from random_tir import is_int, is_signed, largest

ROOT = pathlib.Path(__file__).resolve().parent.parent
BATCH = 12   # programs of one text
INPUTS = 3   # runs of each
JIT_PART = 5  # every so many batches are for the JIT, too
HELPERS = """\
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def peek(P: T.Buffer((64,), "int32"), k: T.int32) -> T.int32:
        return P[k & 63] + P[0]

    @T.prim_func(private=True, s_tir=True)
    def poke(P: T.Buffer((64,), "int32"), k: T.int32, v: T.int32) -> T.int32:
        P[k & 63] = v
        return 0

    @T.prim_func(private=True, s_tir=True)
    def bump(P: T.Buffer((64,), "int32")) -> T.int32:
        P[2] = (P[2] + 1) & 127
        return P[2]

    @T.prim_func(private=True, s_tir=True)
    def half(k: T.int32) -> T.int32:
        return k // 2

    @T.prim_func(private=True, s_tir=True)
    def check(y: T.int32) -> T.int32:
        assert y > 0, "check"
        return 0

"""
TRAP = re.compile(r"division by zero|is divided by -1|out of bounds|outside of its memory|"
                  r"assertion failed|signed overflow")


# ---- Inputs ------------------------------------------------------------------------------
def nan(ty):
    """What this machine makes of inf - inf: the one NaN of all inputs.  Which of two NaNs a sum is depends on their
    order, and integer views of floats see that."""
    with np.errstate(invalid="ignore"):
        return np.dtype(ty).type(np.inf) - np.dtype(ty).type(np.inf)


def scalar(rng, ty, name, small):
    if name == "n":
        return f"T.int32({rng.choice([0, 0, 1, 2, 3, 4])})"
    if ty == "bool":
        return f"T.bool({rng.random() < .5})"
    if not is_int(ty):
        v = rng.choice([0.0, -0.0, 1.0, -2.5, 0.1, "nan", "inf", "-inf", 1e-40, 3e38])
        if v == "nan":
            return f'T.reinterpret("{ty}", T.uint{nan(ty).itemsize * 8}({nan(ty).view(f"u{nan(ty).itemsize}")}))'
        return f'T.{ty}("{v}")' if isinstance(v, str) else f"T.{ty}({v!r})"
    corners = [largest(ty), largest(ty) - 1, -largest(ty) - 1 if is_signed(ty) else 128]
    low = [0, 0, 0, 1, 2, 3, 5, 7, 8, 40, -1 if is_signed(ty) else 1, -6 if is_signed(ty) else 6]
    if ty == "int32":
        low += [2, 3, 4, 9]
    return f"T.{ty}({rng.choice(low if small or rng.random() < .8 else corners)})"


def array(rng, b, small):
    """The contents of a buffer."""
    np_rng = np.random.default_rng(rng.getrandbits(32))
    if not is_int(b.ty):
        some = np.array([0, -0.0, 1, -1.5, 3.25, 0.1, nan(b.ty), np.inf, -np.inf, 1e30, 7, 8], dtype=b.ty)
        return np_rng.choice(some, b.size)
    a = np_rng.integers(-8 if is_signed(b.ty) else 0, 9, b.size)
    if not small:
        corner = np_rng.random(b.size) < .2
        top = largest(b.ty)
        pick = np.array([top, top - 1, -top - 1 if is_signed(b.ty) else top // 2], dtype=object)
        a = np.where(corner, pick[np_rng.integers(0, 3, b.size)], a.astype(object))
    return a.astype(b.ty)


def same_bits(x, y):
    """Are two .npy files equal, any NaN of a float equal to any other?"""
    a, b = x.read_bytes(), y.read_bytes()
    if a == b:
        return True
    a, b = np.load(x), np.load(y)
    if a.dtype.kind != "f":
        return False
    word = {2: np.uint16, 4: np.uint32, 8: np.uint64}[a.itemsize]
    return bool(((a.view(word) == b.view(word)) | (np.isnan(a) & np.isnan(b))).all())


# ---- One process -------------------------------------------------------------------------
class Ended:
    """How a run of tirc ended: ok, trap, or what is wrong with it."""

    def __init__(self, code, err):
        self.err = err
        self.line = next((ln for ln in err.splitlines() if "error:" in ln), err.strip()[:200])
        self.warning = next((ln for ln in err.splitlines() if "could not be proved" in ln), None)
        self.trap = code == 1 and bool(TRAP.search(self.line))
        self.ok = code == 0
        at = re.match(r"[^:]*:(\d+):", self.line)
        self.at = int(at.group(1)) if at else 0
        self.bad = None if self.ok or self.trap else f"exit code {code}: {self.line}"


class Case:
    """A program and the seed of one set of inputs."""

    def __init__(self, program, name, seed):
        self.program, self.name, self.seed = program, name, seed
        self.undefined = False  # index arithmetic overflows: legalize may make anything of it

    def scalars(self):
        rng = random.Random(f"{self.seed} scalars")
        return [scalar(rng, ty, n, self.program.small) for n, ty in self.program.params]

    def call(self):
        p = self.program
        data = [f"{b.name}_{self.name}.data" for b in p.buffers]
        if p.alias:
            data[1] = [data[0], f"T.address_of(A_{self.name}[8])"][self.seed % 2]
        return f"        Module.{self.name}({', '.join(data + self.scalars())})\n"

    def params(self):
        return [f'{b.name}_{self.name}: T.Buffer(({b.size},), "{b.ty}")'
                for b in self.program.buffers]

    def write(self, folder):
        rng = random.Random(f"{self.seed} arrays")
        for b in self.program.buffers:
            np.save(folder / f"{b.name}_{self.name}.npy", array(rng, b, self.program.small))


def text_of(cases):
    out = [HELPERS] + [c.program.text(c.name) + "\n" for c in cases]
    params = ", ".join(x for c in cases for x in c.params())
    out.append(f"    @T.prim_func(s_tir=True)\n    def main({params}) -> T.int32:\n")
    return "".join(out + [c.call() for c in cases]) + "        return 0\n"


class Runner:
    def __init__(self, options, folder):
        self.options, self.folder = options, pathlib.Path(folder)

    def run(self, cases, how, save):
        """Run main over the cases; the buffers afterwards are in the folder `save`."""
        self.folder.mkdir(exist_ok=True)
        file = self.folder / "p.py"
        file.write_text(text_of(cases))
        return self.execute(cases, file, how, save)

    def execute(self, cases, file, how, save):
        args = [f"{b.name}_{c.name}=@{self.folder}/{b.name}_{c.name}.npy"
                for c in cases for b in c.program.buffers]
        out = self.folder / save
        shutil.rmtree(out, ignore_errors=True)
        return self.tirc([*how, str(file), *args, f"--save={out}"])

    def tirc(self, args):
        # As it is written, unless CSE runs or is asked to be left out: then legalised, too.
        plain = "--no-cse" in args and "--run=interp" in args and "--legalize=all" not in args
        cse = ["--legalize=none"] if plain else self.options.tirc_option
        cse = [*cse, "-ftrapv"] if self.options.trap_overflow else cse
        try:
            done = subprocess.run([self.options.tirc, *cse, *args], capture_output=True, text=True,
                                  timeout=self.options.timeout, check=False)
        except subprocess.TimeoutExpired:
            return Ended(-1, "timeout")
        return Ended(done.returncode, done.stderr)

    def differs(self, cases, one, two):
        """The first case whose buffers differ, and the buffer."""
        for c in cases:
            for b in c.program.buffers:
                name = f"{b.name}_{c.name}.npy"
                if not same_bits(self.folder / one / name, self.folder / two / name):
                    return c, b.name
        return None, None

    def names(self, cases):
        """{function: names introduced or reused}."""
        done = subprocess.run([self.options.tirc, *self.options.tirc_option, "--emit=plan",
                               str(self.folder / "p.py")], capture_output=True, text=True,
                              timeout=self.options.timeout, check=False)
        found = re.findall(r"^(\w+): (\d+) new names?, (\d+) reused", done.stdout, re.M)
        return {n: int(a) + int(b) for n, a, b in found}

    def is_undefined(self, case, cse):
        """Does the program overflow as it is written, and do the same with CSE as when it is only legalised, or as it is written
        where no pass changes loops?  Those take numbers of 32 bits for ones that do not overflow, as LLVM does."""
        overflows = self.run([case], ["--no-cse", "--no-loops", "--run=interp", "-ftrapv"], "trapv")
        if not (overflows.trap and "signed overflow" in overflows.line):
            return False
        alone = self.run([case], ["--no-loops", "--run=interp"], "alone")
        if alone.ok and not cse.trap and not self.differs([case], "plain", "alone")[0]:
            return True
        legal = self.run([case], ["--no-cse", "--no-loops", "--run=interp", "--legalize=all"], "legal")
        if legal.trap or cse.trap:
            return legal.trap and cse.trap and legal.line.partition("error: ")[2] == cse.line.partition("error: ")[2]
        return legal.ok and not self.differs([case], "legal", "cse")[0]

    # ---- what is wrong with one case
    def judge(self, case, jit=False):
        """What is wrong with this case alone, or None."""
        self.folder.mkdir(exist_ok=True)
        case.write(self.folder)
        plain = self.run([case], ["--no-cse", "--no-loops", "--run=interp"], "plain")
        if plain.bad:
            return "not run: " + plain.bad
        cse = self.run([case], ["--run=interp"], "cse")
        if cse.bad or cse.warning:
            return cse.bad or cse.warning.partition("warning: ")[2]
        if plain.trap:
            if "assertion" in plain.line and cse.trap and "assertion" not in cse.line:
                return "traps before a failing assertion"
            return None
        if cse.trap or self.differs([case], "plain", "cse")[0]:
            case.undefined = self.is_undefined(case, cse)
            if case.undefined:
                return None
            return "traps only with CSE: " + cse.line.partition("error: ")[2] if cse.trap else \
                "computes something else"
        if not jit:
            return None
        fast = self.run([case], ["--run=jit", "-O2"], "jit")
        if fast.bad or not fast.ok:
            return "under the JIT: " + fast.line
        if self.differs([case], "plain", "jit")[0]:
            own = self.run([case], ["--run=jit", "-O2", "--no-cse", "--no-loops"], "jit0")
            lone = own.ok and not self.differs([case], "plain", "jit0")[0]
            return "computes something else under the JIT" + (
                "" if lone else ", without CSE too")
        return None


# ---- A batch -----------------------------------------------------------------------------
def work(job):
    """Run one batch: (statistics, failures as (seed, input, what, text, folder))."""
    options, first, small = job
    stats, failed = collections.Counter(), []
    with tempfile.TemporaryDirectory(prefix="random-cse-", dir=options.temp) as temp:
        runner = Runner(options, temp)
        programs = []
        for seed in range(first, min(first - first % BATCH + BATCH, options.end)):
            programs.append((seed, Program(random.Random(f"program {seed}"), small)))
        named = None
        for k in range(INPUTS):
            cases = [Case(p, f"work{seed}", seed * INPUTS + k) for seed, p in programs]
            for c in cases:
                c.write(runner.folder)
            if named is None:
                (runner.folder / "p.py").write_text(text_of(cases))
                named = runner.names(cases)
            failed += batch(runner, cases, small, stats)
            if failed:
                break
        stats["programs"] += len(programs)
        stats["shared"] += sum(named.get(f"work{seed}", 0) > 0 for seed, _ in programs)
        stats["names"] += sum(named.get(f"work{seed}", 0) for seed, _ in programs)
    return stats, failed


def batch(runner, cases, small, stats):
    """Run the cases; those that trap without CSE leave.  Returns failures."""
    stats["runs"] += len(cases)
    while True:
        plain = runner.run(cases, ["--no-cse", "--no-loops", "--run=interp"], "plain")
        if not plain.trap:
            break
        stats["traps"] += 1
        lines = text_of(cases).splitlines()[:plain.at]
        name = next((m.group(1) for ln in reversed(lines)
                     for m in [re.match(r"    def (work\d+)\(", ln)] if m), None)
        # An assertion in a helper: find it the slow way.
        gone = [c for c in cases if c.name == name] if name else \
            [c for c in cases if runner.run([c], ["--no-cse", "--no-loops", "--run=interp"], "one").trap]
        cases = [c for c in cases if c not in gone]
        for c in gone:
            if "assertion" in plain.line and runner.judge(c):
                return [(c, runner.judge(c))]
        if not cases:
            return []
    cse = runner.run(cases, ["--run=interp"], "cse") if plain.ok else plain
    good = plain.ok and cse.ok and not cse.warning and \
        not runner.differs(cases, "plain", "cse")[0]
    if good and small and not runner.options.no_jit:
        stats["jit"] += len(cases)
        jit = runner.run(cases, ["--run=jit", "-O2"], "jit")
        good = jit.ok and not runner.differs(cases, "plain", "jit")[0]
    if good:
        return []
    for c in cases:
        why = runner.judge(c, small and not runner.options.no_jit)
        if why:
            return [(c, why)]
    if any(c.undefined for c in cases):
        stats["undefined"] += sum(c.undefined for c in cases)
        defined = [c for c in cases if not c.undefined]
        return batch(runner, defined, small, stats) if defined else []
    return [(cases[0], "together with others: " + (cse.bad or cse.line or "differs"))]


def report(options, case, why):
    """Shrink, print, keep."""
    with tempfile.TemporaryDirectory(prefix="random-cse-", dir=options.temp) as temp:
        runner = Runner(options, temp)
        kind = why.split(":")[0][:30]
        jit = "JIT" in why

        def still_fails():
            found = runner.judge(case, jit)
            return bool(found) and found.split(":")[0][:30] == kind
        before = len(case.program.text("f").splitlines())
        if not options.no_shrink and kind != "not run":
            shrink(case.program, still_fails, options.shrink_seconds)
        text = text_of([case])
        seed = case.seed // INPUTS
        print(f"\nFAILED seed {seed} input {case.seed % INPUTS}: {why}\n"
              f"  test/random_cse.py --seed={seed} --count=1{' --small' if case.program.small else ''}"
              f"  ({before} lines before shrinking)\n")
        print(case.program.text(case.name) + case.call(), flush=True)
        if options.keep:
            folder = pathlib.Path(options.keep) / f"seed{seed}-{case.seed % INPUTS}"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "program.py").write_text(text)
            case.write(folder)
            args = " ".join(f"{b.name}_{case.name}=@{b.name}_{case.name}.npy"
                            for b in case.program.buffers)
            (folder / "why.txt").write_text(f"{why}\ntirc --run=interp program.py {args}\n")


def jobs_of(options):
    first = options.seed
    while first < options.end:
        # A seed makes the same program whatever it was started with.
        small = options.small or first // BATCH % JIT_PART == JIT_PART - 1
        yield options, first, small
        first += BATCH - first % BATCH


def batches(options, pool, failures):
    """What each batch of programs told, until there are enough failures or the time is over."""
    until = time.monotonic() + options.seconds if options.seconds else None
    source = jobs_of(options)
    pending = set()
    while True:
        late = until and time.monotonic() > until
        while len(pending) < 2 * options.jobs and not late and \
                len(failures) < options.failures:
            job = next(source, None)
            if job is None:
                break
            pending.add(pool.submit(work, job))
        if not pending:
            return
        done, pending = concurrent.futures.wait(
            pending, return_when=concurrent.futures.FIRST_COMPLETED)
        for f in done:
            yield f.result()


def run_all(options):
    stats, failures = collections.Counter(), []
    n = 0 if options.seconds else len(list(jobs_of(options)))
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for s, failed in progress.over(batches(options, pool, failures), n, options.progress):
            stats += s
            failures += failed
    for case, why in failures[:options.failures]:
        report(options, case, why)
    return stats, failures


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tirc", default=str(ROOT / "build/release/bin/tirc"))
    p.add_argument("--tirc-option", action="append", default=[], help="given to runs with CSE")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=600)
    p.add_argument("--seconds", type=float, help="go on as long as that instead of --count")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--keep", help="folder for failing programs")
    p.add_argument("--failures", type=int, default=1, help="stop after so many")
    p.add_argument("--small", action="store_true", help="only programs for the JIT, too")
    p.add_argument("--trap-overflow", action="store_true", help="trap where int32 or int64 overflows")
    p.add_argument("--no-jit", action="store_true")
    p.add_argument("--no-shrink", action="store_true")
    p.add_argument("--shrink-seconds", type=float, default=60)
    p.add_argument("--timeout", type=float, default=60)
    p.add_argument("--least-shared", type=float, default=.5,
                   help="fail if fewer programs than this part have something shared")
    progress.add_option(p)
    options = p.parse_args()
    if options.trap_overflow and not any("--cse-profile" in x for x in options.tirc_option):
        options.tirc_option.append("--cse-profile=size")
    options.temp = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    options.end = options.seed + options.count if not options.seconds else 1 << 60
    start = time.monotonic()
    stats, failures = run_all(options)
    n = max(stats["programs"], 1)
    print(f"random-cse: seeds {options.seed} to {options.seed + n - 1}, {stats['programs']} programs, "
          f"{stats['shared']} with something shared ({stats['names']} names), {stats['runs']} runs, "
          f"{stats['traps']} of them trap without CSE, {stats['undefined']} undefined, "
          f"{stats['jit']} under the JIT, "
          f"{len(failures)} failures, {time.monotonic() - start:.0f} s")
    if n >= 100 and stats["shared"] < options.least_shared * n:
        print("random-cse: too few programs have something to share")
        return 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
