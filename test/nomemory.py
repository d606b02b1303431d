#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""nomemory.py TIRC: wherever memory ends, the command ends by a sentence.

The least address space in which `tirc --version` works is looked for; then commands run in that and somewhat more.
Each must succeed, or say an error, exit with 1 and leave the output as it was; none may end by a signal."""
import pathlib
import resource
import subprocess
import sys
import tempfile

FUNCTIONS, STEPS, MOST = 60, 24, 48 << 20  # more bytes than any of the commands needs beside its code
PAGE = 1 << 16
HEADER = "int h(int);\n"


def text(n):
    lines = ["from tvm.script import ir as I", "from tvm.script import tirx as T", "@I.ir_module", "class M:"]
    for k in range(n):
        lines += ["    @T.prim_func", f'    def f{k}(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32")):',
                  "        for i in range(64):", f"            B[i] = A[i] // {k + 3} + A[i] // {k + 3} * {k}"]
    return "\n".join(lines) + "\n"


COMMANDS = [
    ["--emit=tir", "-O2"],
    ["--emit=tir", "-O0", "--extern-header=h.h"],
    ["-c", "-O2"],
    ["-c", "-O0", "--target=hexagon"],
    ["--emit=ll", "-O3", "--target=hexagon", "--timeout=300"],
    ["--run=interp", "--function=f1"],
    ["--run=jit", "--function=f1"],
]


def run(args, folder, most):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return subprocess.run(args, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, preexec_fn=limit, check=False)


def least(tirc, folder):
    """Bytes in which the command starts at all: below, it does not come to our code."""
    low, high = 1 << 20, 4 << 30
    while high - low > PAGE:
        middle = (low + high) // 2
        low, high = (low, middle) if run([tirc, "--version"], folder, middle).returncode == 0 else (middle, high)
    return high


def wrong(tirc, folder, args, most):
    """What is wrong with how the command ended, or None."""
    out = folder / "out"
    out.write_text("old")
    end = run([tirc, *args, *([] if args[0].startswith("--run") else ["-o", "out"]), "k.py"], folder, most)
    said = end.stderr.decode("utf-8", "replace")
    if end.returncode == 0:
        return None
    if end.returncode != 1 or "error: " not in said:
        return f"exit code {end.returncode}: {said}"
    return None if out.read_text() == "old" else "the output was touched"


def main():
    tirc, bad, failed = sys.argv[1], [], 0
    with tempfile.TemporaryDirectory(prefix="tirc-nomemory-") as temp:
        folder = pathlib.Path(temp)
        (folder / "k.py").write_text(text(FUNCTIONS))
        (folder / "h.h").write_text(HEADER)
        begin = least(tirc, folder)
        for args in COMMANDS:
            for step in range(STEPS):
                most = begin + PAGE + int(MOST * (step / STEPS) ** 2)
                what = wrong(tirc, folder, args, most)
                bad += [f"{' '.join(args)} in {most} bytes: {what}"] if what else []
        left = sorted(p.name for p in folder.iterdir() if p.name not in ("k.py", "h.h", "out"))
        bad += [f"left: {name}" for name in left]
    sys.exit("\n".join(bad) if bad else 0)


if __name__ == "__main__":
    main()
