#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the time of CSE grows with the program: six shapes (bench/shapes.py), ours beside others.

    bench/scaling.py [--build=build/release] [--limit=SECONDS] [--tools=a,b] [--sizes=1000,...] [--json=FILE] [SHAPE...]

Seconds are those of the pass alone, the processor's (MLIR's by the clock on the wall); ours are the best
of three with the proof (a function in which nothing gets a name needs none), the others' of one run.
A tool that takes longer than the limit, or would at ten times the size, gets no larger program.

    tirc              all levels on (--profile=host), by build/release/bin/tirc-speed
    TVM               CommonSubexprElim, where TIRC_TVM (or build/.venv-tvm) is a Python with TVM 0.27
    EarlyCSE, GVN, NewGVN    -time-passes of opt-22, on the LLVM IR that tirc --no-cse --no-loops gives
    MLIR              --cse of mlir-opt-22 (Debian's mlir-22-tools)
    Halide            where scripts/setup-bench made its environment, or TIRC_BENCH is one; it shares
                      inside one statement only

Tools that are not there are named at the end.  exp is the slope from 10 k to the largest size."""
import argparse
import json
import math
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

import peers
import shapes
from demo import LLVM

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test"))
import corpus  # noqa: E402

HERE = ROOT / "bench"
PASSES = {"EarlyCSE": "early-cse<memssa>", "GVN": "gvn", "NewGVN": "newgvn"}
SIZES = [1000, 10_000, 100_000, 1_000_000]


class Absent(Exception):
    """A tool that is not here; the text says what was looked for."""


def no_stack_limit():
    resource.setrlimit(resource.RLIMIT_STACK, (resource.RLIM_INFINITY,) * 2)


class Bench:
    """Where the tools are, and the files of a shape and size."""

    def __init__(self, build, limit, temp):
        self.build, self.limit, self.temp = build, limit, temp
        self.bytes = {}  # by shape and size: what ours adds to the program, and most in all

    def call(self, *args, **more):
        done = subprocess.run([str(a) for a in args], capture_output=True, text=True, timeout=self.limit,
                              preexec_fn=no_stack_limit, check=True, **more)
        return done.stdout + done.stderr

    def file(self, shape, size, suffix):
        path = self.temp / f"{shape}.{size}.{suffix}"
        if not path.exists() and suffix == "bc":
            # tirc asks LLVM to leave a function of this size as it is; here LLVM's passes are what is measured
            text = self.call(f"{self.build}/bin/tirc", "--no-cse", "--no-loops", "--passes=verify", "--emit=ll", "-o", "-",
                             self.file(shape, size, "py"))
            subprocess.run([LLVM / "llvm-as", "-o", path], input=re.sub(r"\boptnone\b", "", text), text=True, check=True)
        elif not path.exists():
            with open(path, "w", encoding="ascii") as f:
                f.writelines(shapes.WRITERS[suffix](shapes.SHAPES[shape](size)))
        return path

    # Each of these returns the seconds of a pass.
    def tirc(self, shape, size):
        out = self.call(f"{self.build}/bin/tirc-speed", "--runs=3", self.file(shape, size, "py"))
        numbers = [float(w) for w in out.split("\t")[1:]]
        self.bytes[shape, size] = [b / size for b in numbers[-2:]]
        return numbers[4] * 1e-6

    def tvm(self, shape, size):
        python = corpus.find_tvm()
        if not python:
            raise Absent("TVM (TIRC_TVM)")
        return float(self.call(python, HERE / "scaling_tvm.py", shape, size).split()[-1])

    def llvm(self, shape, size, name):
        out = self.call(LLVM / "opt", f"-passes=function({PASSES[name]})", "-time-passes",
                        "-disable-output", self.file(shape, size, "bc"))
        row = re.search(rf"^(.*)  {name}Pass$", out, re.M)[1]
        return float(re.findall(r"([\d.]+) \(", row)[-2])  # the last is by the clock on the wall

    def mlir(self, shape, size):
        program = LLVM / "mlir-opt"
        if not program.exists():
            raise Absent("MLIR (mlir-22-tools)")
        out = self.call(program, "--cse", "--mlir-timing", "--mlir-timing-display=list", "-o", "/dev/null",
                        self.file(shape, size, "mlir"))
        return float(re.search(r"([\d.]+) \( *[\d.]+%\)  CSE$", out, re.M)[1])

    def halide(self, shape, size):
        python, program = peers.bench_python(), self.temp / "halide"
        if not python or not shutil.which("g++"):
            raise Absent("Halide (scripts/setup-bench)")
        folder = self.call(python, "-c", "import halide, os; print(os.path.dirname(halide.__file__))").strip()
        if not program.exists():
            subprocess.run(["g++", "-std=c++17", "-O1", f"-I{folder}/include", HERE / "scaling_halide.cpp",
                            f"-L{folder}/lib64", "-lHalide", f"-Wl,-rpath,{folder}/lib64", "-o", program],
                           check=True)
        with open(self.file(shape, size, "words"), encoding="ascii") as f:
            return float(self.call(program, stdin=f))

    def measure(self, tool, shape, size):
        if tool in PASSES:
            return self.llvm(shape, size, tool)
        return getattr(self, tool.lower())(shape, size)


TOOLS = ["tirc", "TVM", "Halide", "MLIR", *PASSES]


def run(bench, tool, shape, sizes):
    """Seconds by size, as far as the limit lets; and why there are no more."""
    seconds = {}
    for size in sizes:
        try:
            seconds[size] = bench.measure(tool, shape, size)
        except subprocess.TimeoutExpired:
            return seconds, f"> {bench.limit:g}"
        except subprocess.CalledProcessError as e:
            return seconds, f"died ({e.returncode})"
        if seconds[size] > bench.limit / 10:
            return seconds, "too slow"
    return seconds, ""


def slope(seconds):
    """log10 of the growth a decade from 10 k on."""
    sizes = [s for s in seconds if s >= 10_000]
    if len(sizes) < 2:
        return None
    a, b = sizes[0], sizes[-1]
    return math.log(seconds[b] / seconds[a]) / math.log(b / a)


def row(shape, tool, seconds, why, sizes, ours):
    """A line of the table; ours: seconds of tirc by size."""
    cells = [f"{seconds[s]:.2g}" if s in seconds else "" for s in sizes]
    if len(seconds) < len(sizes):
        cells[len(seconds)] = why
    last = max(seconds, default=None)
    if last:
        exp = slope(seconds)
        cells += [f"{1e9 * seconds[last] / last:,.0f}", f"{exp:.2f}" if exp is not None else "",
                  f"{seconds[last] / ours[last]:.3g}" if last in ours else ""]
    else:
        cells += ["", "", ""]
    print(f"| {shape} | {tool} | " + " | ".join(cells) + " |", flush=True)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--build", default=str(ROOT / "build/release"))
    p.add_argument("--limit", type=float, default=60, help="seconds for a program of one tool")
    p.add_argument("--tools", default=",".join(TOOLS))
    p.add_argument("--sizes", default=",".join(map(str, SIZES)))
    p.add_argument("--json", type=pathlib.Path, help="write {shape: {tool: {nodes: seconds}}}")
    p.add_argument("shapes", nargs="*", metavar="SHAPE", help=f"of {', '.join(shapes.SHAPES)}")
    o = p.parse_args()
    sizes, chosen = [int(s) for s in o.sizes.split(",")], o.shapes or list(shapes.SHAPES)
    tools = [t for t in TOOLS if t in o.tools.split(",")]
    if not tools or not set(chosen) <= set(shapes.SHAPES):
        p.error(f"tools are {', '.join(TOOLS)}, shapes {', '.join(shapes.SHAPES)}")
    absent, told = {}, {s: {} for s in chosen}
    print("| shape | tool | " + " | ".join(f"{s:,}" for s in sizes) +
          " | ns a node at the largest | exp | of tirc's time |\n|" + "---|" * (len(sizes) + 5))
    with tempfile.TemporaryDirectory(prefix="tirc-scaling-") as temp:
        bench = Bench(o.build, o.limit, pathlib.Path(temp))
        for shape in chosen:
            ours = {}
            for tool in tools:
                if tool in absent:
                    continue
                try:
                    seconds, why = run(bench, tool, shape, sizes)
                except Absent as e:
                    absent[tool] = str(e)
                    continue
                if tool == "tirc":
                    ours = seconds
                told[shape][tool] = seconds
                row(shape, tool, seconds, why, sizes, ours)
            for file in pathlib.Path(temp).glob(f"{shape}.*"):
                file.unlink()
        if bench.bytes:
            print("\n| tirc's bytes a node | nodes | added to the program | most during the pass |\n" + "|---" * 4 + "|")
        for (shape, size), parts in bench.bytes.items():
            if size == max(sizes):
                print(f"| {shape} | {size:,} | " + " | ".join(f"{b:.0f}" for b in parts) + " |")
    if o.json:
        o.json.write_text(json.dumps(told, indent=1) + "\n")
    for why in absent.values():
        print(f"\nnot here: {why}")


if __name__ == "__main__":
    main()
