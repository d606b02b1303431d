#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Is what --run=hexagon emulates executed as on a processor?

    test/emulator.py [--tirc=FILE] [--mutants] [--keep=DIR]

Idea     Integer instructions that qemu-hexagon knows are emulated in the same way as float instructions (--emulate=integers, the rows EACH,
         BOTH and MORE of runtime/hvx_float.def) and must give the same bytes, and the same numbers of packets, instructions and HVX
         instructions, as where qemu executes them.
Checks   That holds for each kernel and length here, and the kernels have what makes it hard: operands that are loaded in the same packet,
         results that are stored in it, old values of a result that are read in it, ends of hardware loops, pairs, predicates.
         --mutants: the same with faults in runtime/emulate.c, each of which must be seen; by hand, a minute each on a busy machine.
"""
import argparse
import pathlib
import re
import shutil
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
    def k(A: T.Buffer(({n},), "{type}"), B: T.Buffer(({n},), "{type}"), C: T.Buffer(({n},), "int32")):
        T.func_attr({{"tir.noalias": True}})
{body}
"""
EACH = "        for i in range({n}):\n            C[i] = "
KERNELS = {
    "add": ("int32", EACH + "A[i] + B[i]"),
    "chain": ("int32", EACH + "((A[i] + B[i]) & (A[i] - 77)) - (B[i] + A[i] * 0)"),
    "choose": ("int32", EACH + "T.Select(A[i] > B[i] + 5, A[i] - B[i], B[i] & 1023)"),
    "sums": ("int32", "        for i in range(16):\n            C[i] = 0\n        for i in range({n}):\n"
                      "            C[i % 16] = C[i % 16] + (A[i] - B[i])"),
    "both": ("int16", EACH + 'T.Cast("int32", A[i]) + T.Cast("int32", B[i])'),
}
LENGTHS = [32, 64, 100, 512, 1000]
MUTANTS = {
    "a lane is lost": ("uint32_t x = v[RT_FIRST].w[k], y = v[RT_SECOND].w[k];", "uint32_t x = v[RT_FIRST].w[k ? k : 1], y = v[RT_SECOND].w[k];"),
    "a pair is swapped": ("v[RT_RESULT + high]", "v[RT_RESULT + 1 - high]"),
    "even and odd lanes are swapped": ("v[RT_RESULT + k % 2].i", "v[RT_RESULT + 1 - k % 2].i"),
    "the last instruction of a packet is left out": ("i < p->nsteps", "i + 1 < p->nsteps"),
    "operands are exchanged": ("(rule) ? UINT32_MAX : 0", "(rule) ? 0 : UINT32_MAX"),
    "packets are not taken off": ("rt_emulated.packets += p->packets;", ""),
}
HARD = {
    "an operand loaded in the packet": r"\{[^}]*(v\d+)\.[wh] = v(?:add|sub)\([^}]*\b(v\d+)\.cur",
    "a result stored in the packet": r"\{[^}]*(v\d+)(?:\.[wh])? = v(?:add|sub|and)\([^}]*vmemu?\([^}]*= \1\.new",
    "an old value of a result read in the packet": r"\{[^}]*(v\d+)(?:\.[wh])? = v(?:add|sub|and)\([^}]*vmemu?\([^}]*= \1\n",
    "the end of a hardware loop": r"\{[^}]*v\d+(?:\.[wh])? = v(?:add|sub|and)\([^}]*\} :endloop0",
    "a pair": r"(v\d+:\d+)\.w = vadd\(",
    "a predicate": r"q\d = vcmp\.gt\(v\d+\.w,v\d+\.w\)",
}


def run(tirc, folder, *words):
    done = subprocess.run([tirc, "--run=hexagon", "--stats", f"--save={folder}", *words], capture_output=True, text=True, timeout=600,
                          check=False)
    return done.stdout + done.stderr, (folder / "C.npy").read_bytes() if done.returncode == 0 else None


def mutated(tirc, folder, old, new):
    """The command with a library of its own, in whose emulation `new` stands for `old`."""
    top, llvm, source = pathlib.Path(tirc).parent.parent, "/usr/lib/llvm-22", (ROOT / "runtime/emulate.c").read_text()
    if old not in source:
        raise SystemExit(f"runtime/emulate.c has no {old}")
    for path in [top / "bin/tirc", top / "lib/tirc-llvm.so", top / "lib/libtirc-hexagon.a", *(top / "lib").glob("libtirc*.so.*")]:
        (folder / path.relative_to(top)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, folder / path.relative_to(top))
    (folder / "emulate.c").write_text(source.replace(old, new))
    subprocess.run([f"{llvm}/bin/clang", "--target=hexagon-unknown-elf", "-mcpu=hexagonv67", "-fPIC", "-std=c17", "-O2", "-ffreestanding", "-fno-builtin",
                    "-nostdinc", f"-I{ROOT}", f"-I{ROOT}/runtime", "-isystem", f"{llvm}/lib/clang/22/include", "-ffp-contract=off", "-c",
                    str(folder / "emulate.c"), "-o", str(folder / "emulate.o")], check=True)
    subprocess.run([f"{llvm}/bin/llvm-ar", "rD", str(folder / "lib/libtirc-hexagon.a"), str(folder / "emulate.o")], check=True, capture_output=True)
    return str(folder / "bin/tirc")


def try_mutants(options, folder):
    """How many faults are not seen."""
    missed = 0
    for k, (what, (old, new)) in enumerate(MUTANTS.items()):
        tirc = mutated(options.tirc, folder / f"mutant{k}", old, new)
        done = subprocess.run([sys.executable, __file__, f"--tirc={tirc}"], capture_output=True, text=True, check=False)
        missed += done.returncode == 0
        print(f"{what}: {'not seen' if done.returncode == 0 else done.stdout.splitlines()[-1]}", flush=True)
    return missed


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tirc", default=str(ROOT / "build/release/bin/tirc"))
    p.add_argument("--mutants", action="store_true")
    p.add_argument("--keep")
    options = p.parse_args()
    folder = pathlib.Path(options.keep or tempfile.mkdtemp())
    folder.mkdir(exist_ok=True)
    if options.mutants:
        return bool(try_mutants(options, folder))
    random, missing, bad, n = np.random.default_rng(1), set(HARD), 0, 0
    for name, (dtype, body) in KERNELS.items():
        for length in LENGTHS:
            file = folder / f"{name}_{length}.py"
            file.write_text(TEXT.format(n=length, type=dtype, body=body.format(n=length)))
            words = [str(file)]
            for buffer in "AB":
                ends = np.iinfo(dtype)
                np.save(folder / f"{buffer}.npy", random.integers(ends.min, ends.max, length, dtype, True))
                words.append(f"{buffer}=@{folder}/{buffer}.npy")
            own, own_bytes = run(options.tirc, folder / "own", *words)
            other, other_bytes = run(options.tirc, folder / "other", "--emulate=integers", *words)
            n += 1
            if own != other or own_bytes is None or own_bytes != other_bytes:
                bad += 1
                print(f"{file.name}: executed\n{own}emulated\n{other}bytes {'same' if own_bytes == other_bytes else 'differ'}")
            code = subprocess.run([options.tirc, "--target=hexagon", "-S", "-o", "-", str(file)], capture_output=True, text=True, timeout=600,
                                  check=True).stdout
            missing -= {what for what, pattern in HARD.items() if re.search(pattern, code)}
    for what in sorted(missing):
        print(f"no kernel has {what}")
    print(f"{n} kernels, {bad} differ")
    return bool(bad or missing or not n)


if __name__ == "__main__":
    sys.exit(main())
