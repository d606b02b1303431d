#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each operation on vectors of floats, on each processor whose HVX computes with them, under each setting of the emulation.

    test/float_rows.py [--tirc=FILE] [--few] [--keep=DIR] [WORD...]

Idea     A row is one operation, written on whole vectors (docs/targets.md has what is promised of each).  The data are all pairs of special numbers
         (zeros, infinities, NaNs, subnormals, ends of ranges, middles between two numbers), all 65,536 halves where there is one operand of these, and random bits.
Checks   The code gives the interpreter's bits, NaN for NaN: on v68, v69, v73 and v75, however --emulate says that the instructions do what no
         manual says.  With `flush` rows that compute or convert floats are left out: these have subnormals, of which nothing is promised then.
         On v79 and v81, which have qfloat alone, the code without an option for floats has no instruction of floats on vectors.
         --few: one processor for each setting.  WORDs choose rows by a part of their names.
"""
import argparse
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEXT = """from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def k(A: T.Buffer(({n},), "{type}"), B: T.Buffer(({n},), "{type}"), {outputs}):
        T.func_attr({{"tir.noalias": True}})
        for i in range({vectors}):
{stores}
"""
LANES = {"float16": 64, "float32": 32}
CPUS, LATE = ["v68", "v69", "v73", "v75"], ["v79", "v81"]
SETTINGS = [[], ["first-even"], ["flush"]]
INTEGERS = {"int8": 8, "uint8": 8, "int16": 16, "uint16": 16, "int32": 32}


def rows_of(dtype):
    """By name: does it compute, and the type and text of a vector."""
    n, other = LANES[dtype], "float32" if dtype == "float16" else "float16"
    a, b = f"A[i * {n}:i * {n} + {n}]", f"B[i * {n}:i * {n} + {n}]"
    one, none = f'T.Broadcast(T.{dtype}(1), {n})', f'T.Broadcast(T.{dtype}(0), {n})'
    rows = {"copy": (False, dtype, a), "negate": (False, dtype, f"{a} * T.Broadcast(T.{dtype}(-1), {n})"), "fabs": (False, dtype, f"T.fabs({a})"),
            "isnan": (False, dtype, f"T.Select(T.isnan({a}), {one}, {none})"), "max": (False, dtype, f"T.max({a}, {b})"),
            "min": (False, dtype, f"T.min({a}, {b})"), "relu": (False, dtype, f"T.max({a}, {none})"),
            "convert": (True, other, f'T.Cast("{other}x{n}", {a})'),
            "add": (True, dtype, f"{a} + {b}"), "subtract": (True, dtype, f"{a} - {b}"), "multiply": (True, dtype, f"{a} * {b}"),
            "multiply, add": (True, dtype, f"{a} * {b} + {a}"), "divide": (True, dtype, f"{a} / {b}"), "sqrt": (True, dtype, f"T.sqrt({a})"),
            **{name: (False, dtype, f"T.{name}({a})") for name in ("floor", "ceil", "round", "trunc")}}
    if dtype == "float16":
        wide, one_wide = [f'T.Cast("float32x{n}", {x})' for x in (a, b)], f'T.Broadcast(T.Cast("float32", B[i * {n}]), {n})'
        rows |= {name: (False, dtype, f"T.{name}({a})") for name in ("erf", "tanh")}
        rows |= {"sigmoid": (True, dtype, f"T.sigmoid({a})")}
        rows |= {"multiply, as float32": (True, other, f"{wide[0]} * {wide[1]}"), "multiply by one, as float32": (True, other, f"{wide[0]} * {one_wide}"),
                 "one, as float32": (True, other, f"{one_wide} + {wide[0]}")}
    for word, sign in [("equal", "=="), ("unequal", "!="), ("less", "<"), ("less or equal", "<="), ("greater", ">"), ("greater or equal", ">=")]:
        rows[word] = (False, dtype, f"T.Select({a} {sign} {b}, {one}, {none})")
        rows[f"choose, {word}"] = (False, dtype, f"T.Select({a} {sign} {b}, {a}, {b})")
    for integer, bits in INTEGERS.items():  # in range: what is beyond is not defined; NaN becomes 0
        least, most = (0, 2.0 ** bits - 1) if integer[0] == "u" else (-2.0 ** (bits - 1), 2.0 ** (bits - 1) - 1)
        if bits == 32:
            least, most = (least, 2147483520.0) if dtype == "float32" else (-65504.0, 65504.0)
        elif dtype == "float16" and bits == 16:
            least, most = max(least, -32768.0), 32752.0 if integer == "int16" else 65504.0
        inside = f"T.min(T.max(T.Select(T.isnan({a}), {none}, {a}), T.Broadcast(T.{dtype}({least}), {n})), T.Broadcast(T.{dtype}({most}), {n}))"
        rows[f"to {integer}"] = (False, integer, f'T.Cast("{integer}x{n}", {inside})')
        rows[f"by {integer}"] = (True, dtype, f'T.Cast("{dtype}x{n}", T.Cast("{integer}x{n}", {inside}))')
    return rows


def data_of(dtype):
    """All pairs of special numbers; all halves, or random bits, with random bits."""
    random = np.random.default_rng(7)
    if dtype == "float16":
        bits = np.array([0, 1, 2, 0x3ff, 0x400, 0x401, 0x3800, 0x3bff, 0x3c00, 0x3c01, 0x3e00, 0x4100, 0x5bf8, 0x5bff, 0x5c00, 0x77ff, 0x7800, 0x7bff, 0x7c00, 0x7c01,
                         0x7e00, 0x7fff], np.uint16)
        bits = np.concatenate([bits, bits | 0x8000])
        rest = np.arange(65536, dtype=np.uint16)
    else:
        bits = np.array([0, 1, 0x7fffff, 0x800000, 0x33000000, 0x33000001, 0x33800000, 0x387fe000, 0x387fffff, 0x38800000, 0x3effffff, 0x3f000000, 0x3f800000,
                         0x3f801000, 0x3f803000, 0x3fc00000, 0x40200000, 0x42fe0000, 0x43800000, 0x477fe000, 0x477fefff, 0x477ff000, 0x4b000001, 0x4effffff,
                         0x4f000000, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fc00000], np.uint32)
        bits = np.concatenate([bits, bits | 0x80000000])
        rest = random.integers(0, 1 << 32, 16384, np.uint64).astype(np.uint32)
        rest[::2] = (rest[::2] & 0x807fffff) | random.integers(100, 150, len(rest[::2]), np.uint64).astype(np.uint32) << 23
    pairs = np.array(list(itertools.product(bits, bits)), bits.dtype)
    other = random.permutation(rest)
    n = -(-(len(pairs) + len(rest)) // 128) * 128
    return [np.resize(np.concatenate([pairs[:, k], (rest, other)[k]]), n).view(dtype) for k in (0, 1)]


def same(a, b):
    bits = f"u{a.itemsize}"
    equal = a.view(bits) == b.view(bits)
    return equal | (np.isnan(a) & np.isnan(b)) if a.dtype.kind == "f" else equal


class Kernel:
    """Rows of one type as one program."""

    def __init__(self, folder, dtype, rows, options):
        self.folder, self.rows, self.tirc = folder, rows, options.tirc
        folder.mkdir(exist_ok=True)
        data = data_of(dtype)
        n, lanes = len(data[0]), LANES[dtype]
        for name, values in zip("AB", data):
            np.save(folder / f"{name}.npy", values)
        outputs = ", ".join(f'R{k}: T.Buffer(({n},), "{out}")' for k, (_, out, _) in enumerate(rows.values()))
        stores = "\n".join(f"            R{k}[i * {lanes}:i * {lanes} + {lanes}] = {text}" for k, (_, _, text) in enumerate(rows.values()))
        self.file = folder / "k.py"
        self.file.write_text(TEXT.format(n=n, type=dtype, outputs=outputs, vectors=n // lanes, stores=stores))

    def run(self, *how):
        done = subprocess.run([self.tirc, *how, f"--save={self.folder / 'after'}", str(self.file), *(f"{x}=@{self.folder}/{x}.npy" for x in "AB")],
                              capture_output=True, text=True, timeout=1800, check=False)
        if done.returncode:
            raise SystemExit(f"{self.file}: {' '.join(how)}: {done.stderr[-500:]}")
        return [np.load(self.folder / "after" / f"R{k}.npy") for k in range(len(self.rows))]

    def compare(self, expected, got, what):
        """Print the rows that differ; how many do."""
        bad = 0
        for name, a, b in zip(self.rows, expected, got):
            wrong = np.flatnonzero(~same(a, b))
            if len(wrong):
                bad += 1
                x, y = (np.load(self.folder / f"{v}.npy")[wrong[0]] for v in "AB")
                print(f"{what}: {name}: {len(wrong)} of {len(a)} differ, such as of {x!r}, {y!r}: {b[wrong[0]]!r} instead of {a[wrong[0]]!r}")
        return bad

    def code(self, cpu):
        return subprocess.run([self.tirc, f"-mcpu=hexagon{cpu}", "-S", "-o", "-", str(self.file)], capture_output=True, text=True, timeout=1800, check=True).stdout


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tirc", default=str(ROOT / "build/release/bin/tirc"))
    p.add_argument("--few", action="store_true")
    p.add_argument("--keep")
    p.add_argument("words", nargs="*", metavar="WORD")
    options = p.parse_args()
    top, ran, bad = pathlib.Path(options.keep or tempfile.mkdtemp()), 0, 0
    top.mkdir(exist_ok=True)
    for dtype in LANES:
        rows = {name: row for name, row in rows_of(dtype).items() if not options.words or any(w in name for w in options.words)}
        if not rows:
            continue
        whole = Kernel(top / dtype, dtype, rows, options)
        bits = Kernel(top / f"{dtype}-bits", dtype, {name: row for name, row in rows.items() if not row[0]}, options)
        for k, setting in enumerate(SETTINGS):
            kernel = bits if "flush" in setting else whole
            if not kernel.rows:
                continue
            expected = kernel.run("--run=interp")
            for cpu in [CPUS[(k + (dtype == "float32")) % len(CPUS)]] if options.few else CPUS:
                how = [f"-mcpu=hexagon{cpu}", "-mhvx-ieee-fp", *(f"--emulate={s}" for s in setting)]
                bad += kernel.compare(expected, kernel.run("--run=hexagon", *how), " ".join([dtype, *how]))
                ran += len(kernel.rows)
        for cpu in LATE[:1] if options.few else LATE:
            found = re.findall(r"^\s*(v\d+.*\.(?:sf|hf|qf16|qf32|bf)\b.*)$", whole.code(cpu), re.MULTILINE)
            bad += bool(found)
            for line in found[:3]:
                print(f"{dtype} {cpu}: {line}")
    print(f"{ran} rows, {bad} wrong")
    return bool(bad or not ran)


if __name__ == "__main__":
    sys.exit(main())
