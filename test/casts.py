#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Casts to and from floats of 16 and 8 bits: the same bits in every engine, and the right ones.

    test/casts.py [--tirc=FILE] [--qemu] [--keep=DIR] [WORD...]

For each type from which is cast there is a set of values: all values of the small types, the middle between any two
neighbours, what lies beside it by one bit, the ends of the range, infinities, NaNs and random bits.  Each is cast
to each small type, as a scalar and in vectors, and each value of a small type to all wider ones and through the operations.
The interpreter's results are compared with the nearest of all values of the type, found here by comparing, ties to even;
compiled code's with the interpreter's, bit by bit.  Two NaNs are equal: Hexagon's own instructions make one kind of NaN alone.
WORDs choose programs by a part of their name, such as float64-bfloat16."""
import argparse
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
# exponent bits, mantissa bits, bias, has infinities, NaNs of positive sign, has a sign
SMALL = {"float16": (5, 10, 15, "ieee"), "bfloat16": (8, 7, 127, "ieee"), "float8_e3m4": (3, 4, 3, "ieee"),
         "float8_e4m3": (4, 3, 7, "ieee"), "float8_e5m2": (5, 2, 15, "ieee"), "float8_e4m3fn": (4, 3, 7, "fn"),
         "float8_e4m3fnuz": (4, 3, 8, "fnuz"), "float8_e4m3b11fnuz": (4, 3, 11, "fnuz"),
         "float8_e5m2fnuz": (5, 2, 16, "fnuz"), "float8_e8m0fnu": (8, 0, 127, "fnu")}
WIDE = ["float64", "float32", "float16", "int64", "uint64", "int32", "uint32", "int8", "bfloat16", "float8_e4m3fn"]
OPS = ["{x} + {y}", "{x} - {y}", "{x} * {y}", "{x} / {y}", "T.max({x}, {y})", "T.min({x}, {y})"]
LANES = 64  # of the vectors
QEMU = 2560  # values of a set that Hexagon casts


def width(name):
    return 16 if name in ("float16", "bfloat16") else 8


def bits_type(name):
    """The type of a set's array: what numpy has no name for is its bits."""
    return f"uint{width(name)}" if name in SMALL and name != "float16" else name


def value_of(name, code):
    """The value of a code, exactly; None: it is no number."""
    e, m, bias, kind = SMALL[name]
    sign, field, low = code >> (e + m), code >> m & ((1 << e) - 1), code & ((1 << m) - 1)
    if kind == "fnu":
        return None if code == 255 else 2.0 ** (code - bias)
    if kind == "fnuz" and sign and not field and not low:
        return None
    if kind == "fn" and field == (1 << e) - 1 and low == (1 << m) - 1:
        return None
    if kind == "ieee" and field == (1 << e) - 1:
        return None if low else -np.inf if sign else np.inf
    v = float(low) * 2.0 ** (1 - bias - m) if not field else (1 + low / 2.0 ** m) * 2.0 ** (field - bias)
    return -v if sign else v


def magnitudes(name):
    """All finite values that are not negative, in order: their codes are 0, 1, ..."""
    e, m = SMALL[name][:2]
    values = [value_of(name, c) for c in range(1 << (e + m))]
    return np.array([v for v in values if v is not None and v != np.inf])


def round_to(name, x):
    """The codes of the nearest values; -1: a NaN."""
    kind, sign_at = SMALL[name][3], sum(SMALL[name][:2])
    known = magnitudes(name)
    a = np.abs(x)
    middle = known[:-1] + (known[1:] - known[:-1]) / 2
    step = known[-1] - known[-2]
    middle = np.append(middle, known[-1] + step / 2 if kind != "fnu" else known[-1] * 1.5)
    below = np.searchsorted(middle, a, side="left")   # middle[below - 1] < a <= middle[below]
    tie = np.zeros(len(a), bool)
    inside = below < len(middle)
    tie[inside] = middle[below[inside]] == a[inside]
    code = below + (tie & ((below % 2 == 1) | (kind == "fnu")))
    if kind == "fnuz":
        code = np.where(code == len(known), -1, np.where((code > 0) & np.signbit(x), code | 1 << sign_at, code))
    elif kind == "fnu":
        code = np.where((code == len(known)) | np.signbit(x) | (a == 0), -1, code)
    else:
        over = len(known) if kind == "ieee" else -1
        code = np.where(code == len(known), over, code)
        code = np.where((code >= 0) & np.signbit(x), code | 1 << sign_at, code)
    return np.where(np.isnan(x), -1, code)


def is_nan(name, codes):
    if name in ("float32", "float64", "float16"):
        return np.isnan(codes.view(name) if codes.dtype != name else codes)
    if name not in SMALL:
        return np.zeros(len(codes), bool)
    table = np.array([value_of(name, c) is None for c in range(1 << width(name))])
    return table[codes.astype("int64")]


def values_of(kind):
    """What is cast from the type."""
    rng = np.random.default_rng(5)
    if kind in SMALL:
        return np.arange(1 << width(kind)).astype(f"uint{width(kind)}").view(bits_type(kind))
    known = np.concatenate([magnitudes(n) for n in SMALL])
    middles = np.concatenate([(m := magnitudes(n))[:-1] + (m[1:] - m[:-1]) / 2 for n in SMALL])
    ends = np.array([magnitudes(n)[-1] * k for n in SMALL for k in (1, 1.03125, 1.0625, 1.25, 1.5, 2)])
    x = np.unique(np.concatenate([known, middles, ends, [np.inf, 3.4e38, 3.5e38, 1e300, 5e-324, 1e-45, 1e-46, 7e-46]]))
    if kind.startswith("float"):
        with np.errstate(over="ignore"):
            x = x.astype(kind)
        x = np.concatenate([x, np.nextafter(x, kind_of(kind, np.inf)), np.nextafter(x, kind_of(kind, 0))])
        word = f"uint{x.dtype.itemsize * 8}"
        x = np.concatenate([x, rng.integers(0, np.iinfo(word).max, 4000, word).view(kind), [np.nan]]).astype(kind)
        return np.unique(np.concatenate([x, -x]).view(word)).view(kind)
    info = np.iinfo(kind)
    near = [int(v) + d for v in x[(x >= 16) & (x < float(info.max))] for d in (-1, 0, 1)]
    near += [int(v) for v in rng.integers(0, info.max, 4000, kind)] + list(range(-300, 300)) + [info.min, info.max]
    near += [-v for v in near]
    return np.array(sorted({v for v in near if info.min <= v <= info.max}), dtype=kind)


def kind_of(kind, v):
    return np.dtype(kind).type(v)


def padded(x):
    return np.append(x, np.repeat(x[-1:], -len(x) % LANES))


def cast_text(source, to, n):
    """All of A to C, lane by lane, and to V in vectors."""
    return f"""from tvm.script import tirx as T

@T.prim_func
def main(A: T.Buffer(({n},), "{source}"), C: T.Buffer(({n},), "{to}"), V: T.Buffer(({n},), "{to}")):
    for i in range({n}):
        C[i] = T.Cast("{to}", A[i])
    for i in range({n // LANES}):
        V[i * {LANES}:i * {LANES} + {LANES}] = T.Cast("{to}x{LANES}", A[i * {LANES}:i * {LANES} + {LANES}])
"""


def operation_text(kind, op, n):
    """An operation on each value and on others, some far away."""
    x, y = "A[i]", f"A[(i * 37 + 11) % {n}]"
    return f"""from tvm.script import tirx as T

@T.prim_func
def main(A: T.Buffer(({n},), "{kind}"), C: T.Buffer(({8 * n},), "{kind}"), V: T.Buffer((1,), "int8")):
    for k in range(8):
        for i in range({n}):
            C[k * {n} + i] = {op.format(x=x, y=y.replace('11', 'k * 5'))}
"""


class Run:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder

    def __call__(self, text, a, to, out, engine, level):
        (self.folder / "t.py").write_text(text)
        np.save(self.folder / "A.npy", a)
        saved = self.folder / "out"
        saved.mkdir(exist_ok=True)
        arguments = [f"A=@{self.folder}/A.npy"]
        for name, n in out.items():
            np.save(self.folder / f"{name}.npy", np.zeros(n, bits_type(to) if name == "C" or n > 1 else "int8"))
            arguments.append(f"{name}=@{self.folder}/{name}.npy")
        done = subprocess.run([self.options.tirc, f"--run={engine}", level, self.folder / "t.py", *arguments,
                               f"--save={saved}"], capture_output=True, text=True, check=False, timeout=600)
        if done.returncode:
            return done.stderr.strip() or f"exit code {done.returncode}"
        got = [np.load(saved / f"{name}.npy") for name in out if out[name] > 1]
        return [g.view(f"uint{g.dtype.itemsize * 8}") for g in got]


def differs(kind, want, got, what):
    """Says of the first difference; two NaNs are equal."""
    bad = (want != got) & ~(is_nan(kind, want) & is_nan(kind, got))
    if not bad.any():
        return None
    k = int(np.argmax(bad))
    return f"{what(k)} is {int(got[k]):#x}, should be {int(want[k]):#x} ({int(bad.sum())} of {len(bad)})"


def expected(source, to, a):
    """The right codes as far as this file can tell; None: it cannot."""
    if to not in SMALL:
        return None
    if source in SMALL and source != "float16":
        a = np.array([np.nan if (v := value_of(source, int(c))) is None else v for c in a])
    if a.dtype.kind in "iu":  # what a double cannot hold is cut so that it lies on the same side of every middle
        wide = [int(v) for v in a]
        a = np.array([float(v) if abs(v) < 2 ** 53 else
                      float((abs(v) >> 12 << 12 | (abs(v) & 4095 != 0) << 12) * (1 if v > 0 else -1)) for v in wide])
    return round_to(to, a.astype("float64"))


def one(run, source, to, engines):
    a = padded(values_of(source))
    if source == "float16":
        a = a.view("float16")
    want = right = None
    for engine, level in engines:
        if engine == "hexagon" and len(a) > QEMU:
            pick = np.random.default_rng(1).permutation(len(a))[:QEMU // LANES * LANES]
            a, want = a[pick], want[pick]
        got = run(cast_text(source, to, len(a)), a, to, {"C": len(a), "V": len(a)}, engine, level)
        if isinstance(got, str):
            return f"{engine} {level}: {got}"
        if want is None:
            want, right = got[0], expected(source, to, a)
            if right is not None:
                nan = right < 0
                off = np.where(nan, ~is_nan(to, want), want != right)
                if off.any():
                    k = int(np.argmax(off))
                    return f"interpreter: {a[k]!r} is {int(want[k]):#x}, should be {int(right[k]):#x}"
        for way, g in zip(("a scalar", "a vector"), got):
            why = differs(to, want, g, lambda k: f"{engine} {level}, {way}: {a[k]!r}")
            if why:
                return why
    return None


def operation(run, kind, op, engines):
    a, want = values_of(kind)[::257 if width(kind) == 16 else 1], None
    for engine, level in engines:
        got = run(operation_text(kind, op, len(a)), a, kind, {"C": 8 * len(a), "V": 1}, engine, level)
        if isinstance(got, str):
            return f"{engine} {level}: {got}"
        want = got[0] if want is None else want
        why = differs(kind, want, got[0], lambda k: f"{engine} {level}: number {k}")
        if why:
            return why
    return None


def programs():
    """Name and function of each."""
    for source in WIDE:
        for to in SMALL:
            if source != to:
                yield f"{source}-{to}", lambda run, e, s=source, t=to: one(run, s, t, e)
    for source in SMALL:
        for to in ("float32", "float64"):
            yield f"{source}-{to}", lambda run, e, s=source, t=to: one(run, s, t, e)
    for kind in SMALL:
        for k, op in enumerate(OPS):
            yield f"{kind}-operation{k}", lambda run, e, s=kind, o=op: operation(run, s, o, e)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--tirc", default=str(ROOT / "build/release/bin/tirc"))
    p.add_argument("--qemu", action="store_true", help="on Hexagon, too")
    p.add_argument("--keep", help="a folder for the last program")
    p.add_argument("words", nargs="*")
    options = p.parse_args()
    engines = [("interp", "-O0"), ("jit", "-O2")] + [("hexagon", "-O2")] * options.qemu
    bad = done = 0
    with tempfile.TemporaryDirectory() as folder:
        keep = pathlib.Path(options.keep or folder)
        keep.mkdir(exist_ok=True)
        for name, check in programs():
            if options.words and not any(w in name for w in options.words):
                continue
            done += 1
            why = check(Run(options, keep), engines)
            if why:
                bad += 1
                print(f"{name}: {why}", flush=True)
    print(f"{done} kinds of casts and operations, {done - bad} right")
    return bad > 0 or done == 0


if __name__ == "__main__":
    sys.exit(main())
