#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""float.py [--tirc FILE] [--cpu=v67] [ROW...]: packets of kernels of floats, 4,096 elements or 64 x 64.

*before* is what they took as loops over scalars (v67).  *bound* counts loads, stores and units by hand; *at most* is what was asked for, from it:
for v67, but those of conversions, limits and maxima for processors that have float instructions.
"""
import argparse
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROWS = {  # before, bound, at most
    "relu_f16": (49673, 64, 200),
    "max_pool_f16": (43401, 64, 300),
    "transpose_f16": (4293, 64, 480),
    "transpose_f32": (4293, 128, 1100),
    "copy_f16": (1037, 64, 160),
    "max_f16": (86538, 128, 450),
    "clamp_f16": (94730, 64, 300),
    "f32_to_f16": (53766, 128, 260),
    "f16_to_f32": (37382, 128, 400),
}


def packets(tirc, cpu, name):
    """What a run of the kernel takes."""
    done = subprocess.run([tirc, "--run=hexagon", "-O3", f"-mcpu=hexagon{cpu}", "--stats", str(HERE / "floats" / f"{name}.py")],
                          capture_output=True, text=True, timeout=600, check=False)
    found = re.search(r"packets: (\d+)", done.stdout + done.stderr)
    return int(found[1]) if found else f"failed: {done.stderr.strip()[-100:]}"


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tirc", default=str(HERE.parent / "build/release/bin/tirc"))
    p.add_argument("--cpu", default="v67")
    p.add_argument("rows", nargs="*", metavar="ROW", help="kernels; default: all")
    options = p.parse_args()
    print(f"| {options.cpu} | before | now | bound | at most |\n|---|---|---|---|---|")
    for name in options.rows or ROWS:
        before, bound, most = ROWS[name]
        print(f"| {name} | {before} | {packets(options.tirc, options.cpu, name)} | {bound} | {most} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
