# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of floats as C, by clang's vectoriser: packets under the emulation that --run=hexagon has, and in the code.

The C is what plain_c makes of the text: the same loops, restrict pointers, _Float16; where the text has vectors it is floats/c/NAME.c.  <math.h> is
the runtime's (runtime/README.md).  Results are compared with tirc's, on random numbers, to the bit; sums keep their order on both sides."""
import pathlib
import re
import tempfile

import numpy as np
import plain_c
from hexagon import DTYPES, LLVM, Failure, Param, aligned_job, call, entry_source, job_file, run

HERE = pathlib.Path(__file__).resolve().parent
CLANG = ["--target=hexagon-unknown-elf", "-O3", "-mhvx", "-mhvx-length=128B", "-ffp-contract=off", "-ffreestanding", "-fno-math-errno", "-fPIC", "-mllvm", "-hexagon-autohvx", "-fno-slp-vectorize"]
MATH = "".join(f"float {f}f(float);\n" for f in ("sqrt", "exp", "exp2", "log", "log2", "log1p", "tanh", "erf", "rint")) + "float powf(float, float);\n"
ALIGN = 64  # where buffers begin, as --run=hexagon has them


def source(name, text):
    """The C of a kernel, and its symbol."""
    symbol, by_hand = re.search(r"def (\w+)\(", text)[1], HERE / "floats/c" / f"{name}.c"
    return by_hand.read_text() if by_hand.exists() else plain_c.translate(text, symbol), symbol


def params(text):
    """The buffers of a text, as Params."""
    types = {**{dtype: ctype for ctype, dtype in DTYPES.items()}, "float16": "_Float16", "float32": "float", "uint8": "uint8_t", "int8": "int8_t"}
    found = re.findall(r'(\w+): T\.Buffer\(\(([^()]*)\), "(\w+)"', text)
    return [Param(name, types[kind], tuple(int(n) for n in shape.split(",") if n.strip())) for name, shape, kind in found]


class Clang:
    """clang for one processor, and what its code takes."""

    def __init__(self, build, temp):
        self.build, self.temp = pathlib.Path(build), pathlib.Path(temp)
        (self.temp / "math.h").write_text(MATH)

    def assembly(self, cpu, form, c, stem, *options):
        path = self.temp / f"{stem}.c"
        path.write_text(c)
        call(LLVM / "clang-22", *CLANG, f"-mcpu=hexagon{cpu}", form, *options, "-nostdlibinc", f"-I{self.temp}", "-S", "-o", path.with_suffix(".s"), path)
        return path.with_suffix(".s")

    def object(self, cpu, text, *features):
        call(LLVM / "clang-22", *CLANG, f"-mcpu=hexagon{cpu}", *features, "-c", "-o", text.with_suffix(".o"), text)
        return text.with_suffix(".o")

    def program(self, cpu, c, symbol, stem, buffers, *settings):
        """The program of the C, in which float instructions are emulated."""
        text = self.assembly(cpu, "-mhvx-ieee-fp", c, stem)
        rewritten = text.with_name(f"{stem}.emulated.s")
        rewritten.write_text(call(self.build / "bin/tirc-emulate", *settings, text, self.object(cpu, text, "-mhvx-ieee-fp")))
        entry = self.temp / f"{stem}.entry.c"
        entry.write_text(entry_source(buffers, symbol))
        call(LLVM / "clang-22", *CLANG, "-mv67", "-c", "-o", entry.with_suffix(".o"), entry)
        made = self.temp / f"{stem}.elf"
        call(LLVM / "ld.lld", "-static", "-o", made, self.object(cpu, rewritten), entry.with_suffix(".o"), self.build / "lib/libtirc-hexagon.a")
        return made

    def in_code(self, form, c, stem):
        """The packets in the code for v73, and in how many of them is an instruction of HVX."""
        text = self.assembly("v73", form, c, stem, *(["-mno-hvx-qfloat"] if form == "-mhvx-ieee-fp" else []))
        code = call(LLVM / "llvm-objdump", "-d", "--no-show-raw-insn", "--mcpu=hexagonv73",
                    "--mattr=+hvxv73,+hvx-length128b,+hvx-ieee-fp,+hvx-qfloat", self.object("v73", text, form))
        found = code.split("{")[1:]
        return f"{len(found)} ({sum(bool(re.search(r'[^a-z]v(mem|[0-9])', p)) for p in found)})"


def arrays(tirc, text, buffers, seeds, temp):
    """What NAME=random:SEED puts into the buffers that have a seed; zeros for the others."""
    made = {p.name: np.zeros(p.shape, DTYPES[p.ctype]) for p in buffers}
    words = [f"{name}=random:{seed}" for name, seed in seeds.items()]
    if words:
        call(tirc, "--run=interp", "-O0", f"--save={temp / 'in'}", "-", *words, text=text)
    return {**made, **{name: np.load(temp / "in" / f"{name}.npy") for name in seeds}}


def ran(program, buffers, data):
    """Packets of a run on the arrays, and what the last buffer holds then."""
    done, _ = run(program, aligned_job(job_file([data[p.name].tobytes() for p in buffers], []), ALIGN), 300)
    last = data[buffers[-1].name]
    return done.packets, np.frombuffer(done.data[-last.nbytes:], last.dtype).reshape(last.shape)


def ours(tirc, cpu, text, buffers, data, temp):
    """What the last buffer holds behind a run of tirc's code."""
    words = []
    for p in buffers:
        np.save(temp / f"{p.name}.npy", data[p.name])
        words.append(f"{p.name}=@{temp / p.name}.npy")
    call(tirc, "--run=hexagon", "-O3", f"-mcpu=hexagon{cpu}", "-mhvx-ieee-fp", f"--save={temp / 'out'}", "-", *words, text=text)
    return np.load(temp / "out" / f"{buffers[-1].name}.npy")


def same(a, b):
    """Equal to the bit, but for the digits of NaNs?"""
    if a.dtype.kind != "f":
        return np.array_equal(a, b)
    word = f"u{a.dtype.itemsize}"
    return bool(np.all((a.view(word) == b.view(word)) | (np.isnan(a) & np.isnan(b))))


def unknown(text):
    """The instruction that tirc-emulate names, and the type of what it reads; else what it says."""
    found = re.search(r"not known: .*= ([\w.]+)\(v[0-9:]+(\.\w+)?", text)
    return found[1] + (found[2] or "") if found else text.split("error: ")[-1]


def cell(tirc, cpu, name, text, seeds):
    """What a run of clang's code takes, with random numbers of these seeds; why there is none; "?": it does the same as ours with
    --emulate=first-even alone; "differs": not even then."""
    c, symbol = source(name, text)
    buffers, build = params(text), pathlib.Path(tirc).parent.parent
    with tempfile.TemporaryDirectory() as folder:
        temp = pathlib.Path(folder)
        clang, word = Clang(build, temp), ""
        data = arrays(tirc, text, buffers, {p.name: 3 + k for k, p in enumerate(buffers[:-1])}, temp)
        right = ours(tirc, cpu, text, buffers, data, temp)
        for settings, word in (((), ""), (("first-even",), " ?")):
            try:
                program = clang.program(cpu, c, symbol, "kernel", buffers, *settings)
            except Failure as e:
                return f"not run: {unknown(str(e))}"
            if same(ran(program, buffers, data)[1], right):
                break
        else:
            word = ", differs"
        return f"{ran(program, buffers, arrays(tirc, text, buffers, seeds, temp))[0]}{word}"


def in_code(tirc, form, name, text, _):
    """The packets in clang's code."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return Clang(pathlib.Path(tirc).parent.parent, folder).in_code(form, source(name, text)[0], "kernel")
        except Failure as e:
            return f"failed: {e}"
