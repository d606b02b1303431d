#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every transformation forced, over ranks, types and processors.

    test/forced.py [--tirc=FILE] [--every=N | --all] [--jobs=N] [--keep=DIR] [GLOB...]

A text has one rank (0 to 5) and one type, and loops of several kinds over its buffers: element by element, sums, neighbours
behind a condition, windows, indices in another order.  Each is compiled with every option that forces a transformation, for
processors of Hexagon with HVX and without, and for the host.  A processor takes its turn from one option to the next; with
--all every option meets every processor.  Each compile must end with exit code 0 and an object: no signal, no internal error, no
change that the proof refutes.  Where an engine runs the code it must leave the interpreter's bytes: the numbers are small
integers, in floats as well.  Floats of 16 bits are compiled alone.  GLOB: names of cases to take, as they are told.
"""
import argparse
import concurrent.futures
import fnmatch
import itertools
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

import progress

ROOT = pathlib.Path(__file__).resolve().parent.parent
INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
TYPES = [*INTEGERS, "float16", "bfloat16", "float32", "float64", "bool"]
SHAPES = [[(), ()], [(67,), (256,)], [(5, 67), (3, 128)], [(3, 2, 33), (2, 4, 64)], [(2, 3, 2, 35), (2, 1, 4, 32)],
          [(2, 1, 3, 2, 33), (1, 2, 2, 2, 64)]]
ALL = ["--lanes=all", "--split-loops=all", "--promote-scalars", "--predictive-commoning=all", "--unroll-and-jam=all"]
FORCED = [["--lanes=all"], ["--lanes=2"], ["--lanes=5"], ["--lanes=3"], ["--lanes=31"], ["--lanes=64"], ["--lanes=128"],
          ["--lanes=1024"], ["--split-loops=all"], ["--promote-scalars"], ["--predictive-commoning=all"], ["--unroll-and-jam=2"],
          ["--unroll-and-jam=3"], ["--unroll-and-jam=all"], ["--legalize=all"], ALL, [*ALL, "--legalize=all"],
          [*ALL, "--checked"], [*ALL, "-ftrapv"], [*ALL, "--abi=tvm-ffi"], [*ALL, "-fno-vectorize"], [*ALL, "--no-cse"],
          *([*ALL, f"--cse-profile={p}"] for p in ("host", "hexagon", "size", "tvm", "tvm-legacy", "halide")),
          *([*ALL, f"--cse-level={n}"] for n in ("none", "ranges")), [*ALL, "-fvectorize"], [*ALL, "-g"]]
HVX = [f"v{n}" for n in (60, 62, 65, 66, 67, 68, 69, 71, 73, 75, 79)]
PROCESSORS = {"host": [], **{f"{v} without HVX": [f"-mcpu=hexagon{v}", "-mno-hvx"] for v in ("v60", "v68", "v79")},
              **{v: [f"-mcpu=hexagon{v}", "-mhvx"] for v in HVX}}
RUNS = {"host": "jit", **{v: "hexagon" for v in HVX[:6]}}  # what qemu 7.2 has in full
LEVELS = ["-O2", "-O3", "-O1", "-Os", "-O0"]


# ---- Texts ---------------------------------------------------------------------------------
def at(indices):
    return f"[{', '.join(indices)}]" if indices else "[()]"


def text(rank, dtype, turn):
    """The loops of one rank and type."""
    shape = SHAPES[rank][turn % len(SHAPES[rank])]
    names = [f"i{k}" for k in range(rank)]
    outer, last = names[:-1], names[-1:]
    logic, lines = dtype == "bool", []

    def add(x, y):
        return f"({x} or {y})" if logic else f"({x} + {y})"

    def number(n):
        return f"T.bool({bool(n)})" if logic else f'T.Cast("{dtype}", {n})'

    def times(x, y):
        return f"({x} and {y})" if logic else f"({x} * {y})"

    def nest(indices, extents, *body):
        pad = "    "
        for n, e in zip(indices, extents):
            lines.append(f"{pad}for {n} in range({e}):")
            pad += "    "
        lines.extend(pad + line for line in body)

    here = at(names)
    nest(names, shape, f"B{here} = {add(times('A' + here, number(3)), 'A' + here)}")
    if rank:
        ahead = [at([*outer, f"{last[0]} + {k}"]) for k in range(3)]
        nest(outer, shape[:-1], f"C{at(outer)} = {number(0)}", f"for {last[0]} in range({shape[-1]}):",
             f"    C{at(outer)} = {add('C' + at(outer), 'A' + here)}")
        nest(names, shape, f"D{here} = T.if_then_else({last[0]} > 0, A{at([*outer, f'{last[0]} - 1'])}, A{here})")
        nest(names, [*shape[:-1], shape[-1] - 2], f"B{ahead[0]} = {add(add(times('A' + ahead[0], 'A' + ahead[1]), 'A' + ahead[2]), 'B' + ahead[0])}")
        nest(names, shape, f"E{at(names[::-1])} = {add('A' + here, 'D' + here)}")
    buffers = {"A": shape, "B": shape, "Z": ()}
    first = at(["0"] * rank)
    nest(["k"], [40], f"Z[()] = A{first}")
    nest(["k"], [40], f"Z[()] = {add('Z[()]', 'A' + first)}")
    if rank:
        nest(names, shape, f"Z[()] = {add(times('Z[()]', number(0)), 'A' + here)}")
        nest(names, shape, f"B{here} = {add('B' + here, 'Z[()]')}")
        buffers.update(C=shape[:-1], D=shape, E=shape[::-1])
    params = ", ".join(f'{n}: T.Buffer({s}, "{dtype}")' for n, s in buffers.items())
    head = ["from tvm.script import tirx as T", "", "@T.prim_func(s_tir=True)", f"def main({params}):"]
    if turn % 3:  # else its buffers may overlap
        head.append('    T.func_attr({"tirx.noalias": True})')
    return "\n".join(head + lines) + "\n", buffers


# ---- Cases ---------------------------------------------------------------------------------
def cases(everything):
    """Names of cases with what they are: rank, type, options, processor, level."""
    texts = list(itertools.product(range(len(SHAPES)), TYPES))
    for i, (rank, dtype) in enumerate(texts):
        for j, forced in enumerate(FORCED):
            turns = range(len(PROCESSORS)) if everything else [(7 * i + j) % len(PROCESSORS)]
            for turn in turns:
                processor, level = list(PROCESSORS)[turn], LEVELS[(i + 2 * j + turn) % len(LEVELS)]
                yield f"rank {rank} {dtype} {level} {' '.join(forced)} {processor}", (rank, dtype, forced, processor, level, i + j)


def run(options, words):
    done = subprocess.run([options.tirc, "-fno-crash-diagnostics", *words], capture_output=True, text=True, timeout=300, check=False)
    told = [line for line in done.stderr.splitlines() if "error" in line or "please report" in line or "signal" in line]
    return "; ".join(told)[:400] or (f"exit code {done.returncode}" if done.returncode else None)


def values(dtype, shape, seed):
    data = np.random.default_rng(seed)
    if dtype == "bool":
        return data.integers(0, 2, shape).astype(bool)
    most = 1 if dtype.endswith("int8") else 3  # 256 of them are added up
    return data.integers(0 if dtype[0] == "u" else -most, most + 1, shape).astype(dtype)


def compare(options, folder, source, buffers, dtype, engine, words):
    """What is wrong with the results of an engine, or None."""
    given = []
    for k, (n, shape) in enumerate(buffers.items()):
        np.save(folder / f"{n}.npy", values(dtype, shape, k))
        given.append(f"{n}=@{folder / n}.npy")
    plain = run(options, ["--run=interp", "-O0", "--no-cse", source, f"--save={folder / 'plain'}", *given])
    # qemu 7.2 lets such a load pass the store of its packet (docs/hexagon.md).
    apart = ["-mllvm", "-slot1-store-slot0-load=false"] if engine == "hexagon" else []
    forced = run(options, [f"--run={engine}", *words, *apart, source, f"--save={folder / 'forced'}", *given])
    if plain or forced:
        return f"interpreter: {plain}" if plain else f"{engine}: {forced}"
    different = [n for n in buffers if (folder / "plain" / f"{n}.npy").read_bytes() != (folder / "forced" / f"{n}.npy").read_bytes()]
    return f"{engine}: other bytes in {', '.join(different)}" if different else None


def check(options, name, case):
    """What is wrong with a case, or None; whether it was run."""
    rank, dtype, forced, processor, level, turn = case
    words = ["-w", *PROCESSORS[processor], level, *forced]
    runs = processor in RUNS and dtype not in ("float16", "bfloat16") and "--abi=tvm-ffi" not in forced
    with tempfile.TemporaryDirectory(prefix="tirc-forced-") as temp:
        folder = pathlib.Path(temp)
        source, made = folder / "k.py", folder / "k.o"
        content, buffers = text(rank, dtype, turn)
        source.write_text(content)
        try:
            why = run(options, [*words, "-c", "-o", made, source])
            why = why or (None if made.exists() else "exit code 0 and no object")
            if not why and runs:
                why = compare(options, folder, source, buffers, dtype, RUNS[processor], words)
        except subprocess.TimeoutExpired:
            why = "takes over 300 s"
        if why and options.keep:
            keep = pathlib.Path(options.keep)
            keep.mkdir(exist_ok=True)
            (keep / f"{name.replace(' ', '_').replace('/', '_')}.py").write_text(content)
    return name, why, runs


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tirc", default=str(ROOT / "build/release/bin/tirc"))
    p.add_argument("--every", type=int, default=1)
    p.add_argument("--first", type=int, default=0, help="number of the first of them")
    p.add_argument("--all", action="store_true")
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--keep", help="folder for texts that fail")
    progress.add_option(p)
    p.add_argument("globs", nargs="*", default=["*"])
    o = p.parse_args()
    chosen = [c for c in cases(o.all) if any(fnmatch.fnmatch(c[0], f"*{g}*") for g in o.globs)][o.first::o.every]
    ran = failed = 0
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for name, why, runs in progress.over(pool.map(lambda c: check(o, *c), chosen), len(chosen), o.progress):
            ran += runs
            failed += bool(why)
            if why:
                print(f"{name}: {why}", flush=True)
    print(f"{len(chosen)} cases compiled with a transformation forced, {ran} of them run: {failed} failed")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
