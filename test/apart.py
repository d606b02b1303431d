#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions with a version for buffers that do not overlap, called with their buffers at all distances.

    test/apart.py [--tirc=FILE] [--qemu] [--every=N] [WORD...]

Each function is called by another one, which puts its buffers into one memory: in every order, one behind the other, with a gap,
and by 1, 2, 3 ... bytes into one another, up to all of it.  The interpreter, without any pass, says what must be
left in memory.  A kernel is there in sizes that the text knows and in sizes that are parameters, 0 among them.  It is an error
if a function has no such version.  WORDs choose kernels."""
import argparse
import itertools
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXTENTS = (128, 253, 256, 0)  # elements: one vector, and some
# Name: type, elements of each buffer, extent parameter or not, body of the loop over x below E
KERNELS = {
    "copy": ("uint8", {"A": 1, "B": 1}, False, "B[x] = A[x] + T.uint8(1)"),
    "store-first": ("uint8", {"B": 1, "A": 1}, False, "B[x] = A[x] + T.uint8(1)"),
    "three": ("uint8", {"A": 1, "B": 1, "C": 1}, False, "C[x] = T.max(A[x], B[x]) + T.uint8(3)"),
    "two-stores": ("int16", {"A": 1, "B": 1, "C": 1}, False, "B[x] = A[x] + T.int16(1)\n{in}C[x] = A[x] * T.int16(3)"),
    "words": ("int32", {"A": 1, "B": 2}, False, "B[x] = A[x] * 3\n{in}B[x + E] = A[x] + 1"),
    "given": ("uint8", {"A": 1, "B": 1}, True, "B[x] = A[x] + T.uint8(1)"),
    "given-first": ("uint8", {"B": 1, "A": 1}, True, "B[x] = A[x] + T.uint8(1)"),
    "given-words": ("int32", {"A": 2, "B": 1}, True, "B[x] = A[x] + A[x + E]"),
}
BYTES = {"uint8": 1, "int16": 2, "int32": 4}


def distances(width, length):
    """How far a buffer begins from the end of the one before it: less than 0 is in it."""
    near = [0, 1, 2, 3, 64, 127, 128, 129]
    some = sorted({*near, *(-d for d in near), -length, 1 - length, length // 2 - length})
    return [d * width for d in some if d >= -length]


def text_of(name, places, extent):
    kind, buffers, given, body = KERNELS[name]
    e = "n" if given else str(extent)
    body = body.replace("{in}", " " * 12).replace("E]", f"{e}]")
    align = BYTES[kind]
    params = [f'{b}: T.Buffer(({f"n * {k}" if given else extent * k},), "{kind}", align={align})' for b, k in buffers.items()]
    params = ["n: T.int32"] * given + params
    calls = ""
    for i, at in enumerate(places):
        arguments = [str(extent)] * given + [f"T.address_of(M[{i}, {at[b]}])" for b in buffers]
        calls += f"        Module.work({', '.join(arguments)})\n"
    room = max(at[b] + extent * k * align for at in places for b, k in buffers.items()) + 256
    return f"""from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def work({', '.join(params)}):
        for x in range({e}):
            {body}

    @T.prim_func(s_tir=True)
    def main(M: T.Buffer(({len(places)}, {room}), "uint8", align=128)):
{calls}""", (len(places), room)


def places_of(name, extent):
    """Where the buffers begin: every order, and in each every distance of one from the one before."""
    kind, buffers, _, _ = KERNELS[name]
    width, found = BYTES[kind], []
    for order in itertools.permutations(buffers):
        for k in range(1, len(order)):
            for d in distances(width, extent * buffers[order[k - 1]]):
                at, end = {}, 0
                for i, b in enumerate(order):
                    at[b] = max(0, end + (d if i == k else 0))
                    end = at[b] + extent * buffers[b] * width
                if at not in found:
                    found.append(at)
    return found


def run(options, folder, how, text, shape):
    (folder / "t.py").write_text(text)
    np.save(folder / "M.npy", (np.arange(shape[0] * shape[1]) * 37 % 251).astype("uint8").reshape(shape))
    done = subprocess.run([options.tirc, *how, "--function=main", folder / "t.py", f"M=@{folder}/M.npy",
                           f"--save={folder}/out"], capture_output=True, text=True, check=False, timeout=600)
    if done.returncode:
        return done.stderr.strip() or f"exit code {done.returncode}"
    return np.load(folder / "out/M.npy")


def has_version(options, folder, text):
    (folder / "t.py").write_text(text)
    done = subprocess.run([options.tirc, "-mcpu=hexagonv67", "--lanes=all", "--emit=ll", "-o", "-", folder / "t.py"],
                          capture_output=True, text=True, check=False, timeout=600)
    return "@work.apart(" in done.stdout


def check(options, folder, name, extent):
    places = places_of(name, extent)[::options.every]
    text, shape = text_of(name, places, extent)
    if extent and not has_version(options, folder, text):
        return "has no version for buffers that do not overlap"
    want = run(options, folder, ["--run=interp", "-O0", "--no-cse"], text, shape)
    if isinstance(want, str):
        return want
    for engine in ["jit"] + ["hexagon"] * options.qemu:
        got = run(options, folder, [f"--run={engine}", "--lanes=all"], text, shape)
        if isinstance(got, str):
            return f"{engine}: {got}"
        bad = (got != want).any(axis=1)
        if bad.any():
            k = int(np.argmax(bad))
            return f"{engine}: wrong with {places[k]}, and {int(bad.sum()) - 1} others of {len(places)}"
    return None


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--tirc", default=str(ROOT / "build/release/bin/tirc"))
    p.add_argument("--qemu", action="store_true", help="on Hexagon, too")
    p.add_argument("--every", type=int, default=1, help="of the places take one in N")
    p.add_argument("words", nargs="*")
    options = p.parse_args()
    done = bad = calls = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, extent in itertools.product(KERNELS, EXTENTS):
            if (extent == 0 and not KERNELS[name][2]) or (options.words and name not in options.words):
                continue
            done, calls = done + 1, calls + len(places_of(name, extent)[::options.every])
            why = check(options, pathlib.Path(folder), name, extent)
            if why:
                bad += 1
                print(f"{name}, {extent} elements: {why}", flush=True)
    print(f"{calls} calls of {done} functions, {done - bad} functions right")
    return bad > 0 or done == 0


if __name__ == "__main__":
    sys.exit(main())
