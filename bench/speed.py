#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How fast kernels are read and freed of common subexpressions, beside TVM's own pass.

    bench/speed.py [--build=build/release] [GLOB...]
    bench/speed.py --read[=MEGABYTES] [--build=build/release]

TVM's figures are those recorded with each kernel (meta.json: cse_bindings and cse_time_us, the median
of five runs of its pass alone).  Ours are the best of fifteen, proof included.  Without a glob: the
crouton pools, the bicubic resizes and the largest kernels.

With --read only reading is measured: of the five largest texts of the corpus, and of a text of 100 MB
(or so many) that is made up for it: kernels' loops around stores of sums, products and loads."""
import argparse
import fnmatch
import json
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test"))
import corpus  # noqa: E402
import tables  # noqa: E402

DEFAULT = ["crouton_avg_pool*", "*bicubic*", "*cubic*", "ms_winograd*", "ms_conv_bias_relu_0",
           "ms_conv2d_nhwc_0", "gpu_dl_matmul_*"]


def measured(program, files):
    done = subprocess.run([program, *map(str, files)], check=True, capture_output=True, text=True)
    for line in done.stdout.splitlines():
        path, *numbers = line.split("\t")
        yield pathlib.Path(path).parent, [float(n) for n in numbers]


def generate(file, size):
    """A text of that many bytes: one module of functions of 2000 nests."""
    rng, written, n = random.Random("read"), 0, 0
    def put(text):
        out.write(text)
        return len(text)
    def term():
        return f"{rng.choice('ijk')} * {rng.randint(2, 999)}"
    with open(file, "w") as out:
        written += put("# from tvm.script import ir as I\n# from tvm.script import tirx as T\n\n"
                       "@I.ir_module\nclass Module:\n")
        while written < size:
            written += put(f"    @T.prim_func\n    def f{n}(A: T.Buffer((1048576,), \"float32\"), "
                           "B: T.Buffer((1048576,), \"float32\")):\n")
            n += 1
            for _ in range(2000):
                a, b = (f"{term()} + {term()} + {rng.randint(0, 9999)}" for _ in "ab")
                written += put(f"        for i, j, k in T.grid({rng.randint(2, 64)}, 8, 16):\n"
                               f"            B[{a}] = A[{a}] * T.float32({rng.randint(1, 999)}.5)"
                               f" + T.if_then_else({b} < {rng.randint(1, 9999)}, A[{b}], "
                               f"T.float32(0.0))\n")


def read_only(build, megabytes):
    """The table of reading alone."""
    shown, rows = tables.Tables(), []
    texts = sorted((t for f in corpus.folders(None) for t in f.glob("*.py")),
                   key=lambda t: (-t.stat().st_size, str(t)))[:5]
    with tempfile.TemporaryDirectory() as temp:
        large = pathlib.Path(temp) / f"generated-{megabytes}MB.py"
        generate(large, megabytes * 1000000)
        for text, runs in [(t, 15) for t in texts] + [(large, 1)]:
            command = [f"{build}/bin/tirc-speed", "--read", f"--runs={runs}", str(text)]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            size, nodes, us, kept, peak = map(float, done.stdout.split("\t")[1:])
            name = "/".join(text.parts[-2:]) if text != large else text.name
            rows.append([name, f"{size / 1e6:.3f}", f"{nodes:.0f}", f"{size / us:.1f}", f"{1000 * us / nodes:.1f}",
                         f"{kept / 1e6:.2f}", f"{peak / 1e6:.1f}"])
    shown.add(["text", "MB", "nodes", "MB/s", "ns a node", "program, MB", "peak, MB"], rows)
    return shown


def beside_tvm(build, globs):
    """The table of the pass and of reading, beside TVM's pass."""
    folders = [f for f in corpus.folders(None) if any(fnmatch.fnmatch(f.name, g) for g in globs)]
    shown, rows, sums = tables.Tables(), [], [0] * 5
    for folder, (size, nodes, names, read, cse, *_) in measured(f"{build}/bin/tirc-speed",
                                                               [f / "lowered.py" for f in folders]):
        meta = json.loads((folder / "meta.json").read_text())
        told = (size, read, nodes, cse, meta["cse_time_us"])
        sums = [a + b for a, b in zip(sums, told)]
        rows.append(row(folder.name, *told, f"{names:.0f}", meta["cse_bindings"]))
    rows.append(row(f"all {len(rows)}", *sums, "", ""))
    shown.add(["kernel", "KB", "read, MB/s", "nodes", "names", "TVM's", "our pass, us", "TVM's, us", "ns a node",
               "faster"], rows)
    return shown


def row(name, size, read, nodes, cse, tvm, names, theirs):
    return [name, f"{size / 1000:.1f}", f"{size / read:.1f}", f"{nodes:.0f}", names, theirs, f"{cse:.1f}", f"{tvm:.1f}",
            f"{1000 * cse / nodes:.1f}", f"{tvm / cse:.1f} x"]


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--build", default=str(ROOT / "build/release"))
    p.add_argument("globs", nargs="*", default=DEFAULT)
    p.add_argument("--read", type=int, nargs="?", const=100, metavar="MEGABYTES")
    tables.add_option(p)
    o = p.parse_args()
    shown = read_only(o.build, o.read) if o.read else beside_tvm(o.build, o.globs)
    print("\n".join(shown.lines()))
    shown.write(o.tables)


if __name__ == "__main__":
    main()
