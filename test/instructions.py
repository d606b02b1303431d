#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does each instruction of target/instructions.def what its row says?

    test/instructions.py [--tirc=FILE] [--keep=DIR] [WORD...]

Idea     A row has LLVM's intrinsic and its meaning, a lane of the result in TIR.  A program calls the intrinsic and is compiled and executed;
         another one has the meaning in its place, in a loop over lanes, and goes through the interpreter.
Checks   Both give the same lanes: of two operands of bytes for all pairs, else for all pairs of edges and for random lanes.  Floats are emulated.
         A fault in a meaning is seen: each row is interpreted once more with lane i ^ 3 in the place of lane i, and with
         each limit, rounding, mask and shift that it has off by one.
         What a row takes of a packet is what LLVM's assembler puts into one; and the first version that has it is LLVM's, too.
         Lowering asks for each row.
         WORDs choose rows by a part of their names.
"""
import argparse
import ast
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
MC = "/usr/lib/llvm-22/bin/llvm-mc"
LINE, AT_ONCE = 1024, 16  # bits of a register; rows of one program
ROW = "#define INSTRUCTION(NAME, name, version, units, meaning, ...) (#NAME, name, version, #units, meaning, #__VA_ARGS__),\n"
TYPES = {"ANY": "uint8", "I8": "int8", "I16": "int16", "I32": "int32", "U8": "uint8", "U16": "uint16", "U32": "uint32", "F16": "float16", "F32": "float32"}
TEXT = """from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def k({buffers}):
        T.func_attr({{"tir.noalias": True}})
{body}
"""
HVX = "llvm.hexagon.V6.{}.128B"
# Numbers of a meaning that are limits, roundings, masks and shifts.
NUMBERS = r"(?<=& )\d+|(?<=>> )\d+|(?<=T\.int64\()\d+|(?<=T\.uint32\()\d+|\b(?:127|255|32767|16384)\b|(?<=-)(?:128|32768)\b"


class Operand:
    """One of a row's, or its result: kind is one of N, S, Q, V, W."""

    def __init__(self, text, name):
        self.kind, self.of = re.fullmatch(r"(\w)\((\w+)\)", text).groups()
        self.name = name
        self.dtype = "int32" if self.kind == "N" else TYPES[self.of]
        self.bits = np.dtype(self.dtype).itemsize * 8
        self.lanes = {"N": 32, "S": 32, "Q": LINE, "V": LINE, "W": 2 * LINE}[self.kind] // self.bits

    def values(self, random, n, pairs):
        """n vectors of it: of those before `pairs` the lanes are the numbers `edge` of special values."""
        if self.kind == "N":
            return np.arange(n, dtype="int32").reshape(n, 1) * 2**int(self.of) // n
        if self.kind == "Q":
            return random.integers(0, 2, (n, self.lanes)).astype(bool)
        bits = np.dtype(f"uint{self.bits}")
        out = random.integers(0, 1 << self.bits, (n, self.lanes), bits)
        special = edges(self.dtype, self.kind)
        rare = random.random((n, self.lanes)) < .3
        out[rare] = random.choice(special, rare.sum())
        if pairs is not None:
            out[:len(pairs)] = special[pairs]
        return out.view(self.dtype)


def edges(dtype, kind):
    """Special values, as bits: of bytes all."""
    bits = np.dtype(dtype).itemsize * 8
    unsigned = np.dtype(f"uint{bits}")
    if bits == 8:
        return np.arange(256, dtype=unsigned)
    if dtype.startswith("float"):
        one = int(np.array(1, dtype).view(unsigned))
        inf = int(np.array(np.inf, dtype).view(unsigned))
        most = [0, 1, 2, one - 1, one, one + 1, inf - 1, inf, inf + 1, inf // 2, 1 << 5]
        if bits == 32:  # about the middle of two halves, and their ends
            most += [int(np.array(x, dtype).view(unsigned)) + d for x in (2**-24, 2**-14, 65504, 65520, 1 + 2**-11, 2**-25) for d in (-1, 0, 1)]
        return np.array([x | s << (bits - 1) for x in most for s in (0, 1)], unsigned)
    most = {x + d for x in [0, *(1 << k for k in range(0, bits, 1 if kind == "S" else 3)), 1 << bits - 1, 0x5555, 0xaaaa] for d in (-1, 0, 1)}
    return np.array(sorted({x % (1 << bits) for x in most} | set(range(40) if kind == "S" else [])), unsigned)


class Row:
    """One of the table."""

    def __init__(self, row):
        self.symbol, self.name, self.version, self.units, self.meaning, types = row
        result, *types = re.findall(r"\w\(\w+\)", types)
        names = [*(["acc"] if "acc[" in self.meaning else []), "a", "b", "c"]
        self.result, self.operands = Operand(result, "r"), [Operand(t, n) for t, n in zip(types, names)]
        self.number = next((int(x.of) for x in self.operands if x.kind == "N"), 0)

    def data(self):
        """The vectors of its operands, by name, and how many there are."""
        random = np.random.default_rng(sum(map(ord, self.symbol)))
        vectors = [x for x in self.operands if x.kind in "VWS" and x.name != "acc"]
        n, pairs = 192, {}
        if len(vectors) >= 2:  # all pairs of special values: y's in all lanes, x's in any order
            x, y = vectors[:2]
            of_x, of_y = len(edges(x.dtype, x.kind)), len(edges(y.dtype, y.kind))
            whole = (of_x + x.lanes - 1) // x.lanes  # vectors that hold each of x's
            at = np.arange(of_y * whole)[:, None]
            first = (at % whole * x.lanes + np.arange(x.lanes)) % of_x
            pairs = {x.name: random.permuted(first, axis=1), y.name: np.repeat(at // whole, y.lanes, 1)}
            n = len(at) + 64
        n = (n + 63) // 64 * 64
        return {x.name: x.values(random, n, pairs.get(x.name)) for x in self.operands}, n

    def call(self, k):
        """The text that calls it for vector v, and the types of its buffers."""
        args, buffers, n = [], [], self.n
        for x in self.operands:
            buffer = f"{x.name}{k}"
            if x.kind == "N":
                args.append("NUMBER")
                continue
            if x.kind == "S":
                buffers.append(f'{buffer}: T.Buffer(({n},), "int32")')
                args.append(f"{buffer}[v]")
                continue
            dtype = f"int{x.bits}" if x.kind == "Q" else x.dtype
            buffers.append(f'{buffer}: T.Buffer(({n}, {x.lanes}), "{dtype}")')
            load = f"{buffer}[v, 0:{x.lanes}]"
            args.append(f'T.call_llvm_pure_intrin("boolx128", "{HVX.format("vandvrt")}", {load}, -1)' if x.kind == "Q" else load)
        r = self.result
        dtype = f"int{r.bits}" if r.kind == "Q" else r.dtype
        call = f'T.call_llvm_pure_intrin("{"boolx128" if r.kind == "Q" else f"{dtype}x{r.lanes}"}", "{HVX.format(self.name)}", {", ".join(args)})'
        if r.kind == "Q":
            call = f'T.call_llvm_pure_intrin("{dtype}x{r.lanes}", "{HVX.format("vandqrt")}", {call}, -1)'
        each, lines = n >> self.number, []
        for number in range(1 << self.number):
            lines.append(f"        for v in range({number * each}, {number * each + each}):\n            r{k}[v, 0:{r.lanes}] = {call.replace('NUMBER', str(number))}")
        return "\n".join(lines), [*buffers, f'r{k}: T.Buffer(({n}, {r.lanes}), "{dtype}")']

    def loop(self, k, meaning):
        """The text that computes its meaning, and the types of its buffers."""
        buffers = [f'{x.name}{k}: T.Buffer(({self.n}, {x.lanes}), "{"bool" if x.kind == "Q" else x.dtype}")' for x in [*self.operands, self.result]]
        text = re.sub(r"\b(acc|a|b|c)\[", lambda m: f"{m[1]}{k}[v, ", meaning)
        text = re.sub(r"\b(x\d)\b", rf"\1_{k}", text)
        lets = "".join(f"        {x} = T.int32()\n" for x in sorted(set(re.findall(r"\bx\d_\d+\b", text))))
        return f"{lets}        for v, i in T.grid({self.n}, {self.result.lanes}):\n            r{k}[v, i] = {text}", buffers

    def faults(self):
        """Meanings that are wrong."""
        yield re.sub(r"\bi\b", "(i ^ 3)", self.meaning)
        for m in re.finditer(NUMBERS, self.meaning):
            yield self.meaning[:m.start()] + str(int(m[0]) - 1) + self.meaning[m.end():]


def table():
    text = subprocess.run(["cc", "-E", "-P", f"-I{ROOT}", "-"], input=ROW + '#include "target/instructions.def"\n', capture_output=True, text=True, check=True).stdout
    return [Row(row) for row in ast.literal_eval(f"[{text}]")]


def execute(options, folder, rows, texts, how, executed):
    """The results of a program of these texts, by row."""
    folder.mkdir(exist_ok=True)
    words = []
    for k, row in enumerate(rows):
        for x in row.operands:
            values = row.values[x.name]
            if executed and x.kind == "N":
                continue
            if executed:
                values = values.view("int32").reshape(-1) if x.kind == "S" else values.astype(f"int{x.bits}") * -1 if x.kind == "Q" else values
            np.save(folder / f"{x.name}{k}.npy", values)
            words.append(f"{x.name}{k}=@{folder}/{x.name}{k}.npy")
    body, buffers = "\n".join(text for text, _ in texts), ", ".join(b for _, of in texts for b in of)
    (folder / "k.py").write_text(TEXT.format(buffers=buffers, body=body))
    done = subprocess.run([options.tirc, *how, f"--save={folder}/after", str(folder / "k.py"), *words], capture_output=True, text=True, timeout=1800, check=False)
    if done.returncode:
        raise SystemExit(f"{folder}/k.py: {' '.join(how)}: {done.stderr[-800:]}")
    return [np.load(folder / f"after/r{k}.npy") for k in range(len(rows))]


def same(a, b):
    """The expected lanes a and those that came out, b."""
    if a.dtype == bool:
        return a == (b != 0)
    return (a.view(f"u{a.itemsize}") == b.view(f"u{a.itemsize}")) | (np.isnan(a) & np.isnan(b) if a.dtype.kind == "f" else False)


def compare(options, folder, rows):
    """Execute and interpret some rows; how many lanes, rows that are wrong, faults, faults that are not seen."""
    for row in rows:
        row.values, row.n = row.data()
    late = max(row.version for row in rows)
    how = ["--run=hexagon", "--no-loops", *([f"-mcpu=hexagonv{late}", "-mhvx-ieee-fp"] if late > 67 else [])]
    got = execute(options, folder / "call", rows, [row.call(k) for k, row in enumerate(rows)], how, True)
    expected = execute(options, folder / "mean", rows, [row.loop(k, row.meaning) for k, row in enumerate(rows)], ["--run=interp"], False)
    bad = missed = tried = 0
    for row, a, b in zip(rows, expected, got):
        wrong = np.argwhere(~same(a, b))
        if len(wrong):
            v, i = wrong[0]
            bad += 1
            print(f"{row.symbol}: {len(wrong)} of {a.size} lanes differ, such as lane {i} of vector {v}: {b[v, i]!r}, not {a[v, i]!r} as it should be")
            for x in row.operands:
                print(f"    {x.name} {row.values[x.name][v].tolist()}")
    for wave in itertools.zip_longest(*(row.faults() for row in rows)):
        some = [(row, b, fault) for row, b, fault in zip(rows, got, wave) if fault]
        results = execute(options, folder / "wrong", [row for row, _, _ in some], [row.loop(k, fault) for k, (row, _, fault) in enumerate(some)],
                          ["--run=interp"], False)
        for (row, b, fault), a in zip(some, results):
            tried += 1
            if same(a, b).all():
                missed += 1
                print(f"{row.symbol}: {fault} would not be seen")
    return sum(a.size for a in expected), bad, tried, missed


# ---- Packets ------------------------------------------------------------------------------------
PROBES = {"PERMUTE": "v28 = vror(v0,r0)", "SHIFT": "v29.w = vasr(v0.w,r1)", "MULTIPLY": "v30.h = vmpyi(v0.h,r2.b)"}
TO = {"v": ["v16", "v17", "v18", "v19", "v20"], "w": ["v17:16", "v19:18", "v21:20", "v23:22", "v25:24"], "q": ["q0", "q1", "q2", "q3", "q0"]}
MOST = 4  # instructions of a packet
VERSIONS = [60, 62, 65, 66, 67, 68]


def assembled(rows, tirc, folder):
    """By symbol: each row as LLVM prints it, in a program of a function a row."""
    text = TEXT[:TEXT.index("    @T.prim_func")]
    for row in rows:
        row.n = 1 << row.number
        body, buffers = row.call("")
        text += f"    @T.prim_func\n    def {row.symbol}({', '.join(buffers)}):\n        T.func_attr({{\"global_symbol\": \"{row.symbol}\", \"tir.noalias\": True}})\n{body}\n\n"
    (folder / "rows.py").write_text(text)
    done = subprocess.run([tirc, "-mcpu=hexagonv68", "-mhvx-ieee-fp", "--no-loops", "-S", "-o", "-", str(folder / "rows.py")], capture_output=True,
                          text=True, timeout=1800, check=True).stdout
    found = {}
    for row in rows:
        code = re.search(rf"^{row.symbol}:(.*?)^\.Lfunc_end", done, re.MULTILINE | re.DOTALL)[1]
        lines = [x.strip() for x in re.findall(r"^\s*((?:if \(!?q\d\) )?[vq]\d[^=\n]*= .*)$", code, re.MULTILINE) if "vmem" not in x]
        rest = [x for x in lines if not re.search(r"= valign| = vand\(|= vcombine", x)] or lines
        if row.units != "NONE":
            found[row.symbol] = rest[0]
    return found


def refused(packets, version):
    """The packets that LLVM's assembler does not take for a processor of the version."""
    lines, firsts = [], []
    for packet in packets:
        firsts.append(len(lines) + 1)
        lines += ["{", *packet, "}"]
    done = subprocess.run([MC, "-triple=hexagon", f"-mcpu=hexagonv{version}", f"-mattr=+hvxv{version},+hvx-length128b{',+hvx-ieee-fp' if version > 67 else ''}",
                           "-filetype=obj", "-o", "/dev/null"], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=600, check=False)
    wrong = {int(n) for n in re.findall(r"^<stdin>:(\d+):\d+: error", done.stderr, re.MULTILINE)}
    return [any(first <= n <= first + len(packet) + 1 for n in wrong) for first, packet in zip(firsts, packets)]


def copies(line, n):
    """The instruction n times, each with a result of its own."""
    before, to, rest = re.match(r"(if \S+ )?(v\d+:\d+|v\d+|q\d+)(.*)", line).groups(default="")
    kind = "q" if to[0] == "q" else "w" if ":" in to else "v"
    return [before + TO[kind][k] + rest for k in range(n)]


def units_of(fits):
    """What takes the packets that it fits into: copies alone, and with each of PROBES."""
    n, permute, shift, multiply, all_others = fits
    if n == 1:
        return "MULTIPLIES" if permute and shift else "SHIFT" if permute else "PERMUTE" if shift else "PERMUTE_SHIFT"
    return "ALU" if n == MOST else "MULTIPLY" if all_others else "ALUS" if multiply else "?"


def packets(rows, options, folder):
    """How many rows have other units, or another first version, than LLVM's assembler finds."""
    lines, bad = assembled(rows, options.tirc, folder), 0
    tries, each = [], MOST + len(PROBES) + 1
    for line in lines.values():
        tries += [copies(line, n + 1) for n in range(MOST)]
        tries += [[*copies(line, 1), probe] for probe in PROBES.values()]
        tries.append([*copies(line, 2), PROBES["PERMUTE"], PROBES["SHIFT"]])
    no = refused(tries, VERSIONS[-1])
    known = [refused([copies(line, 1) for line in lines.values()], version) for version in VERSIONS]
    for k, (symbol, line) in enumerate(lines.items()):
        row = next(row for row in rows if row.symbol == symbol)
        ok = [not x for x in no[k * each:(k + 1) * each]]
        units = units_of([sum(ok[:MOST]), *ok[MOST:]])
        version = next((v for v, of in zip(VERSIONS, known) if not of[k]), None)
        if units != row.units or version != row.version:
            bad += 1
            print(f"{symbol}: {line}: units {units} from v{version} on, not {row.units} from v{row.version} on")
    return bad


def unused(rows):
    """How many rows lowering never asks for."""
    text = "".join(path.read_text() for path in (ROOT / "lowering/hexagon").rglob("*.c"))
    asked = set(re.findall(r"\bTARGET_(\w+)", text))
    never = [row.symbol for row in rows if not {row.symbol, row.symbol.removesuffix("_ACC")} & asked]
    if never:
        print(f"lowering/hexagon does not ask for {', '.join(never)}")
    return len(never)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tirc", default=str(ROOT / "build/release/bin/tirc"))
    p.add_argument("--keep")
    p.add_argument("words", nargs="*", metavar="WORD")
    options = p.parse_args()
    top = pathlib.Path(options.keep or tempfile.mkdtemp())
    top.mkdir(exist_ok=True)
    rows = [row for row in table() if not options.words or any(w.upper() in row.symbol for w in options.words)]
    sums = np.zeros(4, int)
    for late in (False, True):
        some = [row for row in rows if (row.version > 67) == late]
        for k in range(0, len(some), AT_ONCE):
            sums += compare(options, top, some[k:k + AT_ONCE])
    lanes, bad, faults, missed = sums
    bad += packets(rows, options, top) + unused(rows)
    print(f"{len(rows)} rows, {lanes} lanes, {bad} wrong; {faults} faults, {missed} not seen")
    return bool(bad or missed or not lanes)


if __name__ == "__main__":
    sys.exit(main())
