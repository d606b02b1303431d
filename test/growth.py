#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""growth.py TIRC: time grows with the program, not with its square.

Programs of a shape in two sizes, one four times the other, go through the command.  What is measured is the
processor's time in user mode, without what an empty program takes: other work on the machine makes that longer by half, not by four.  What is linear takes four times as long, with the square
sixteen times; over eight, which is n to the power of 1.5, fails.  The same for memory."""
import os
import pathlib
import subprocess
import sys
import tempfile

FACTOR, MOST, ATTEMPTS = 4, 8.0, 6
RUNS = (2, 2, 1)  # of nothing, of the small program, of the large one
LEAST_SECONDS, LEAST_BYTES = 0.02, 16 << 20  # less says nothing
HEAD = "from tvm.script import ir as I\nfrom tvm.script import tirx as T\n"
A = 'A: T.Buffer((64,), "int32")'


def func(params, body, name="f", indent="", deco="@T.prim_func"):
    lines = [deco, f"def {name}({params}):", '    T.func_attr({"tirx.noalias": True})', *("    " + b for b in body)]
    return "".join(f"{indent}{line}\n" for line in lines)


def module(funcs):
    return "@I.ir_module\nclass M:\n" + "".join(funcs)


def each(n, *lines):
    """The lines for each k below n, %d and the like of it."""
    return [line.format(k=k, m=k % 64, h=k // 2) for k in range(n) for line in lines]


SHAPES = {
    # name: (least size, options, text of n)
    "functions": (5000, ["-O2", "--target=hexagon"], lambda n: module(
        func(A + ', B: T.Buffer((64,), "int32"), s: T.int32',
             ["for i in range(64):", f"    B[i] = A[i] * (s * {k} + 1) + A[i] // (s * {k} + 1)"], f"f{k}", "    ")
        for k in range(n))),
    "calls": (5000, ["-O2"], lambda n: module(
        [func("x: T.int32", ["T.evaluate(x)"], f"f{k}", "    ", "@T.prim_func(private=True)") for k in range(n)] +
        [func(A, each(n, "M.f{k}({k})"), "main", "    ")])),
    "parameters": (5000, ["-O2"], lambda n: func(
        ", ".join([f"p{k}: T.int32" for k in range(n)] + [A]), each(n, "A[{m}] = p{k} + {k}"))),
    "handles": (5000, ["-O2"], lambda n: func(
        ", ".join(f"a{k}: T.handle" for k in range(n)),
        each(n, "n{k} = T.int32()") + each(n, 'A{k} = T.match_buffer(a{k}, (n{k},), "int32")') +
        each(n, "A{k}[0] = n{k}"))),
    "lowered-buffers": (2500, ["-O0", "--passes=verify", "--emit=ll"], lambda n: func(
        ", ".join(f'b{k}: T.Buffer((64,), "int32")' for k in range(n)), each(n, "b{k}[{m}] = b{h}[{m}] + {k}"))),
    "names": (5000, ["-O2"], lambda n: func(
        A + ", x: T.int32", each(n, "v{k}: T.let[T.int32] = x * {k}", "A[{m}] = v{k} + v{h}"))),
    "strings": (10000, ["-O2"], lambda n: func(
        A, each(n, 'T.evaluate(T.call_extern("int32", "ext", A.data, "text {k:08}"))'))),
    "loops": (2500, ["-O2", "--target=hexagon"], lambda n: func(
        f'A: T.Buffer(({n + 70},), "int32")', each(n, "for i in range(40):", "    A[i + {k}] = A[i + {k} + 1] + {k}"))),
    "allocations": (2500, ["-O2"], lambda n: func(
        A, each(n, 'b{k} = T.alloc_buffer((64,), "int32")', "b{k}[{m}] = A[{m}] + {k}", "A[{m}] = b{k}[{m}] * 3"))),
    # Through LLVM: what takes the square of a block's length there.
    "statements": (500, ["-O2", "--target=hexagon", "--emit=obj"], lambda n: func(
        f'A: T.Buffer(({n + 8},), "int32"), B: T.Buffer(({n + 8},), "int32"), m: T.int32',
        each(n, "B[m * 3 + {k}] = A[m * 3 + {k}] + A[m * 3 + {k} + 1] * 3 + A[m * 3 + {k} + 2]"))),
    "choices": (1000, ["-O2", "--target=hexagon", "--emit=obj"], lambda n: func(
        A + ', B: T.Buffer((64,), "int32")', ["s0: T.let[T.int32] = 0"] + [
            f"s{k + 1}: T.let[T.int32] = T.Select(A[{k % 8}] < {k}, s{k} + A[{(k + 3) % 8}] * {k % 7}, s{k})"
            for k in range(n)] + [f"B[0] = s{n}"])),
    "loops-short": (75, ["-O2", "--target=hexagon", "--emit=obj"], lambda n: func(
        f'A: T.Buffer(({n + 70},), "int32")', each(n, "for i in range(40):", "    A[i + {k}] = A[i + {k} + 1] + {k}"))),
    "quotients": (4, ["-O2", "--target=hexagon", "--emit=obj"], lambda n: func(
        f'A: T.Buffer(({n * 64},), "int64"), B: T.Buffer(({n * 64},), "int64")',
        [f"A[{k * 64}:{k * 64 + 64}] = A[{k * 64}:{k * 64 + 64}] // B[{k * 64}:{k * 64 + 64}]" for k in range(n)])),
}
# All of the time of quotients is LLVM's, which takes 6 times on an idle machine and 9.5 on a busy one.
STEEP = {"quotients": 13}


def run(args):
    """Seconds in user mode and the most bytes of one run."""
    child = subprocess.Popen(args, stdin=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{' '.join(args)} failed: {child.returncode}")
    return usage.ru_utime, usage.ru_maxrss * 1024


def least(args, runs):
    both = [run(args) for _ in range(runs)]
    return min(b[0] for b in both), min(b[1] for b in both)


def grown(small, large, empty, enough):
    """How much of what counts large is of small."""
    return (large - empty) / max(small - empty, enough)


def commands(tirc, temp, name):
    """A command for each size: nothing, small, large."""
    size, options, text = SHAPES[name]
    options = options if any(o.startswith("--emit") for o in options) else [*options, "--emit=tir"]
    for n in (1, size, FACTOR * size):
        path = temp / f"{name}.{n}.py"
        path.write_text(HEAD + text(n))
        yield [tirc, *options, "-w", "-o", "/dev/null", str(path)]


def measure(tirc, temp, name):
    """Does the shape grow too fast?  Times are compared that were taken one after the other, on a machine that was as busy for each;
    what is too steep is measured again."""
    size, bad = SHAPES[name][0], True
    for _ in range(ATTEMPTS):
        empty, small, large = [least(c, n) for c, n in zip(commands(tirc, temp, name), RUNS)]
        time = grown(small[0], large[0], empty[0], LEAST_SECONDS)
        memory = grown(small[1], large[1], empty[1], LEAST_BYTES)
        bad = time > STEEP.get(name, MOST) or memory > MOST
        if not bad:
            break
    print(f"{name}: {FACTOR} times {size:,} take {time:.1f} times the time ({large[0]:.2f} s), "
          f"{memory:.1f} times the memory ({large[1] >> 20} MiB){': TOO MUCH' if bad else ''}", flush=True)
    return bad


def main():
    names = sys.argv[2:] or list(SHAPES)
    with tempfile.TemporaryDirectory(prefix="tirc-growth-") as temp:
        bad = [n for n in names if measure(sys.argv[1], pathlib.Path(temp), n)]
    sys.exit(f"more than {MOST:g} times: {', '.join(bad)}" if bad else 0)


if __name__ == "__main__":
    main()
