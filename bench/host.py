#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels on this machine: tirc -O3 beside clang -O3 -march=native on the same loops in C.

    bench/host.py [--build=build/release] [--group=loops,image,nn,others] [--kernel=GLOB]... [--set=NAME=VALUE]...
                  [--word=OPTION]... [--runs=3] [--over=1.1] [--keep=DIR] [--tables=FILE] [TEXT...]

Without texts: those of bench/kernels that have C beside them.  With texts: each function in them; its C is NAME.c beside the text, or
what bench/plain_c.py writes.  A text says with `# fill NAME LOW HIGH` and `# set NAME VALUE` what its arguments are; numbers up to
15 and 16 are taken for what it does not say.

Both versions are linked into one program and called by turns on the same buffers (bench/host_time.c); the ratio is the median of
--runs such programs, linked in either order, each of which tells the median of its pairs.  C is compiled without contraction of
floats (-ffp-contract=off), as tirc does not contract them either.  Results are compared: to the bit, floats nearly.  It fails if
one differs, or cannot be compiled; if a ratio is above --over and host_reasons.tsv does not say why; and if that has a reason for one
that is not (one that is over "sometimes" may be either).  --self-test tries these rules alone."""
import argparse
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import zlib

import numpy as np

import hexagon
import plain_c
import sets
from hexagon import DTYPES, LLVM, ROOT, Failure, call
from means import geomean

sys.path.insert(0, str(ROOT / "test"))
import tables  # noqa: E402

CLANG = [LLVM / "clang-22", "-O3", "-march=native", "-ffp-contract=off", "-fno-math-errno", "-w"]
# Kernels that are known to be over: whether always or sometimes, and why.
REASONS = pathlib.Path(__file__).with_name("host_reasons.tsv")


def reasons():
    """By kernel: is it over always?  And why."""
    rows = [line.split("\t") for line in REASONS.read_text().splitlines()[1:]]
    return {name: (when == "always", why) for name, when, why in rows if when in ("always", "sometimes")}


def fault(name, ratio, over, why):
    """What is wrong with a kernel and its reason; "": nothing."""
    if ratio > over and name not in why:
        return "over, without a reason in host_reasons.tsv"
    stale = ratio <= over and name in why and why[name][0]
    return "not over: take its reason out of host_reasons.tsv" if stale else ""


def self_test():
    """Are faults found, and nothing else?"""
    known, varies = {"a": (True, "slow")}, {"a": (False, "slow")}
    assert fault("a", 1.2, 1.1, {}) and fault("a", 1.1, 1.1, known)
    assert not fault("a", 1.1, 1.1, {}) and not fault("a", 1.2, 1.1, known)
    assert not fault("a", 1.1, 1.1, varies) and not fault("a", 1.2, 1.1, varies)
    assert len(reasons()) == len(REASONS.read_text().splitlines()) - 1 and all(why for _, why in reasons().values())
    return 0


class Kernel:
    """One function of a text, its arguments, and its C."""

    def __init__(self, options, text, symbol):
        self.text, self.symbol, self.options = text, symbol, options
        self.name = symbol
        words = text.read_text()
        self.fills = {m[1]: (float(m[2]), float(m[3])) for m in re.finditer(r"^# fill (\w+) (\S+) (\S+)$", words, re.M)}
        self.values = {m[1]: float(m[2]) for m in re.finditer(r"^# set (\w+) (\S+)$", words, re.M)}
        self.values |= {n: float(v) for n, v in (s.split("=") for s in options.set)}
        header = call(options.tirc, "--target=host", "--emit=header", f"--function={symbol}", "-o", "-", text)
        self.params, _ = hexagon.signature(header, symbol)
        beside = text.with_suffix(".c")
        self.c = beside.read_text() if beside.exists() else plain_c.translate(words, symbol)
        self.folder = beside.parent

    def contents(self, p):
        """Numbers without a visible order; small ones where the text does not say which, as they may be indices."""
        known = p.name in self.fills or self.fills
        low, high = self.fills.get(p.name, (0, 0) if known else (0, 15))
        random, dtype = np.random.RandomState(zlib.crc32(f"{self.symbol} {p.name}".encode())), np.dtype(DTYPES[p.ctype])
        if dtype.kind == "f":
            return random.uniform(low, high, p.size).astype(dtype)
        return random.randint(int(low), int(high) + 1, p.size, dtype="i8").astype(dtype)

    def entry(self, name, symbol):
        """C that calls a version with the buffers."""
        types = ["void *" if sets.is_buffer(p) else p.ctype for p in self.params]
        words, k = [], 0
        for p in self.params:
            words.append(f"buffer[{k}]" if sets.is_buffer(p) else f"({p.ctype}){self.values.get(p.name, 16)}")
            k += sets.is_buffer(p)
        return f"void {symbol}({', '.join(types)});\nvoid {name}(void **buffer)\n{{\n\t(void)buffer;\n\t{symbol}({', '.join(words)});\n}}\n"

    def compile(self, temp):
        """The objects of both versions and of what calls them."""
        o, name = self.options, self.symbol
        ours, theirs, main = temp / f"{name}-ours.o", temp / f"{name}-theirs.o", temp / f"{name}-main"
        call(o.tirc, "-O3", "--target=host", "-mcpu=native", *o.word, f"--function={name}", self.text, "-c", "-o", ours,
             timeout=300)
        source = theirs.with_suffix(".c")
        source.write_text(self.c)
        call(*CLANG, f"-I{self.folder}", "-c", source, "-o", theirs)
        call(LLVM / "llvm-objcopy", f"--redefine-sym={name}={name}_in_c", theirs)
        buffers = [p for p in self.params if sets.is_buffer(p)]
        sizes = ", ".join(str(p.size * np.dtype(DTYPES[p.ctype]).itemsize) for p in buffers)
        main.with_suffix(".c").write_text(
            "#include <stdbool.h>\n#include <stdint.h>\n" + self.entry("host_ours", name) +
            self.entry("host_theirs", f"{name}_in_c") +
            f"extern const unsigned host_buffers;\nextern const uint64_t host_sizes[];\n"
            f"const unsigned host_buffers = {len(buffers)};\nconst uint64_t host_sizes[] = {{{sizes}}};\n")
        call(*CLANG, "-c", main.with_suffix(".c"), "-o", main.with_suffix(".o"))
        (temp / f"{name}.data").write_bytes(b"".join(self.contents(p).tobytes() for p in buffers))
        return ours, theirs, main.with_suffix(".o")

    def is_right(self, temp):
        """Do both leave the same, floats nearly?"""
        files = [(temp / f"{self.symbol}.data.{end}").read_bytes() for end in ("ours", "theirs")]
        at = 0
        for p in filter(sets.is_buffer, self.params):
            a, b = (np.frombuffer(f, DTYPES[p.ctype], p.size, at) for f in files)
            at += a.nbytes
            if not (np.allclose(a, b, rtol=1e-3, atol=1e-5, equal_nan=True) if a.dtype.kind == "f" else np.array_equal(a, b)):
                return False
        return True

    def measure(self, temp, timer):
        """(nanoseconds of ours, of theirs, ratio)."""
        ours, theirs, main = self.compile(temp)
        told = []
        for run in range(self.options.runs):
            program = temp / f"{self.symbol}-{run % 2}"
            objects = [ours, theirs] if run % 2 else [theirs, ours]
            call(LLVM / "clang-22", "-o", program, timer, main, *objects, "-lm")
            told.append([float(x) for x in call(program, temp / f"{self.symbol}.data", timeout=300).split()])
        if not self.is_right(temp):
            raise Failure("the results differ")
        return [statistics.median(x) for x in zip(*told)]


def functions(text):
    """The functions of a text that are measured: the one of the file's name, or all."""
    names = re.findall(r"^\s*def (\w+)\(", text.read_text(), re.M)
    return [text.stem] if text.stem in names else names


def find(options):
    """(text, function) of each kernel."""
    texts = options.text or [t for g in options.group.split(",") for t in sorted((sets.KERNELS / g).glob("*.py"))
                             if t.with_suffix(".c").exists()]
    return [(t, f) for t in texts for f in functions(t) if sets.matches(f, options.kernel)]


def table(rows):
    """The rows, the slowest first, and the geometric mean."""
    shown, why = tables.Tables(), reasons()
    measured = [r for r in rows if len(r) == 4]
    if measured:
        shown.say(f"{len(measured)} kernels, ours / clang's: {geomean([r[3] for r in measured]):.3f}.")
        shown.add(["kernel", "ns, ours", "ns, clang -O3", "ours / clang's", "reason"],
                  [[n, f"{a:.0f}", f"{b:.0f}", f"{r:.2f}", why[n][1] if n in why else ""]
                   for n, a, b, r in sorted(measured, key=lambda r: -r[3])])
    return shown


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--build", default=str(ROOT / "build/release"))
    p.add_argument("--group", default="loops,image,nn,others")
    p.add_argument("--kernel", action="append", default=[], metavar="GLOB")
    p.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    p.add_argument("--word", action="append", default=[], metavar="OPTION", help="for tirc")
    p.add_argument("--runs", type=int, default=3)
    p.add_argument("--over", type=float, default=1.1)
    p.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="for the programs")
    p.add_argument("--self-test", action="store_true")
    p.add_argument("text", nargs="*", type=pathlib.Path)
    tables.add_option(p)
    o = p.parse_args()
    if o.self_test:
        return self_test()
    o.tirc = f"{o.build}/bin/tirc"
    rows, failed, why = [], 0, reasons()
    with tempfile.TemporaryDirectory(prefix="tirc-host-") as folder:
        temp = o.keep or pathlib.Path(folder)
        temp.mkdir(exist_ok=True)
        timer = temp / "host_time.o"
        call(*CLANG, "-c", ROOT / "bench/host_time.c", "-o", timer)
        for text, symbol in find(o):
            try:
                rows.append([symbol, *Kernel(o, text, symbol).measure(temp, timer)])
                wrong = fault(symbol, rows[-1][3], o.over, why)
                print(f"{symbol:34}{rows[-1][1]:10.0f} ns {rows[-1][2]:10.0f} ns {rows[-1][3]:6.2f} {wrong}".rstrip(), flush=True)
                failed += wrong != ""
            except (Failure, subprocess.SubprocessError) as e:
                print(f"{symbol:34} {e}", flush=True)
                failed += 1
    shown = table(rows)
    print("\n" + "\n".join(shown.lines()))
    shown.write(o.tables)
    return 1 if failed or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
