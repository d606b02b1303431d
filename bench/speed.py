#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How fast kernels are read and freed of common subexpressions, beside TVM's own pass.

    bench/speed.py [--build=build/release] [GLOB...]

TVM's figures are those recorded with each kernel (meta.json: cse_bindings and cse_time_us, the median
of five runs of its pass alone).  Ours are the best of fifteen, proof included.  Without a glob: the
crouton pools, the bicubic resizes and the largest kernels."""
import argparse
import fnmatch
import json
import pathlib
import subprocess
import sys

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


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--build", default=str(ROOT / "build/release"))
    p.add_argument("globs", nargs="*", default=DEFAULT)
    o = p.parse_args()
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
