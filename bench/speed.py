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
    texts = sorted((t for f in corpus.folders(None) for t in f.glob("*.py")),
                   key=lambda t: (-t.stat().st_size, str(t)))[:5]
    print(f"{'text':56} {'MB':>7} {'nodes':>9} {'MB/s':>6} {'ns/node':>8} {'program MB':>10} "
          f"{'peak MB':>8}")
    with tempfile.TemporaryDirectory() as temp:
        large = pathlib.Path(temp) / f"generated-{megabytes}MB.py"
        generate(large, megabytes * 1000000)
        for text, runs in [(t, 15) for t in texts] + [(large, 1)]:
            command = [f"{build}/bin/tirc-speed", "--read", f"--runs={runs}", str(text)]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            size, nodes, us, kept, peak = map(float, done.stdout.split("\t")[1:])
            name = "/".join(text.parts[-2:]) if text != large else text.name
            print(f"{name:56} {size / 1e6:7.3f} {nodes:9.0f} {size / us:6.1f} "
                  f"{1000 * us / nodes:8.1f} {kept / 1e6:10.2f} {peak / 1e6:8.1f}")


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--build", default=str(ROOT / "build/release"))
    p.add_argument("globs", nargs="*", default=DEFAULT)
    p.add_argument("--read", type=int, nargs="?", const=100, metavar="MEGABYTES")
    o = p.parse_args()
    if o.read:
        return read_only(o.build, o.read)
    chosen = [f for f in corpus.folders(None) if any(fnmatch.fnmatch(f.name, g) for g in o.globs)]
    print(f"{'kernel':44} {'KB':>6} {'read MB/s':>9} {'nodes':>7} {'names':>6} {'TVM':>5} "
          f"{'CSE us':>8} {'TVM us':>9} {'ns/node':>8} {'faster':>7}")
    total_bytes = total_read = total_nodes = total_cse = total_tvm = 0
    files = [f / "lowered.py" for f in chosen]
    for folder, (size, nodes, names, read, cse, *_) in measured(f"{o.build}/bin/tirc-speed", files):
        meta = json.loads((folder / "meta.json").read_text())
        tvm = meta["cse_time_us"]
        print(f"{folder.name:44} {size / 1000:6.1f} {size / read:9.1f} {nodes:7.0f} {names:6.0f} "
              f"{meta['cse_bindings']:5} {cse:8.1f} {tvm:9.1f} {1000 * cse / nodes:8.1f} "
              f"{tvm / cse:6.1f}x")
        total_bytes += size
        total_read += read
        total_nodes += nodes
        total_cse += cse
        total_tvm += tvm
    print(f"{'all':44} {total_bytes / 1000:6.1f} {total_bytes / total_read:9.1f} {total_nodes:7.0f} "
          f"{'':6} {'':5} {total_cse:8.1f} {total_tvm:9.1f} {1000 * total_cse / total_nodes:8.1f} "
          f"{total_tvm / total_cse:6.1f}x")


if __name__ == "__main__":
    main()
