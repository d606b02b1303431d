#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The demo: what ./demo shows once everything is built.

    bench/demo.py [--build=build/release] [--all] [GLOB...]

Each kernel is compiled for Hexagon v67 with HVX in six ways (VARIANTS).  What is counted is packets executed under
qemu-hexagon, of the kernel alone; every result is compared with what TVM's own build computed."""
import argparse
import collections
import fnmatch
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test"))
import corpus  # noqa: E402
import tables  # noqa: E402
import configurations  # noqa: E402
import hexagon  # noqa: E402
from hexagon import CPU, LLVM  # noqa: E402
from means import geomean  # noqa: E402

KERNELS = [
    "crouton_avg_pool2d_3x3_s1", "crouton_avg_pool2d_3x3_s2_f16acc_unroll",
    "crouton_max_pool2d_u8_2x2_s2", "crouton_resize2d_nearest_u8", "crouton_qadd_u8",
    "resize2d_bicubic_half_pixel", "conv2d_nchw_i8_i32", "depthwise_conv2d_i8", "qconv2d_i8_requant",
    "sobel_i16", "llama_f32__softmax", "edit_distance",
]
# What it is called, what it is, tirc's options, and whether LLVM runs EarlyCSE and GVN.
Variant = collections.namedtuple("Variant", "name what options gvn")
PLAIN = ["--no-cse", "--no-loops", "--no-sharing"]
OURS = configurations.across()
VARIANTS = [
    Variant("no sharing", "-O2 without EarlyCSE and GVN; what the text computes twice is computed twice", PLAIN, False),
    Variant("LLVM's", "the same with EarlyCSE and GVN", PLAIN, True),
    Variant("our CSE", "our CSE alone, in loops and across them, without EarlyCSE and GVN", [*OURS, "--no-sharing"], False),
    Variant("both CSEs", "our CSE, then EarlyCSE and GVN", OURS, True),
    Variant("loops", "transformations of loops, vectors among them, then EarlyCSE and GVN", ["--no-cse"], True),
    Variant("all", "tirc -O2 as it is", [], True),
]
RIGHT, WRONG = "right", "WRONG"


def llvm(tool, *args, text=None):
    return subprocess.run([LLVM / tool, *map(str, args)], check=True, capture_output=True, text=True,
                          input=text).stdout


def pipeline(gvn):
    """The text of default<O2> for Hexagon, with or without GVN and both EarlyCSE passes."""
    module = 'target triple = "hexagon-unknown-elf"\n'
    text = llvm("opt", "-passes=default<O2>", "-print-pipeline-passes", "-disable-output", *CPU,
                text=module).strip()
    return text if gvn else re.sub(r",(gvn|early-cse)<[^>]*>", "", text)


def packets(kernel, passes, options):
    """Run under qemu through tirc; the outputs are compared, the packets returned."""
    printed = []
    run = kernel.run
    kernel.run = lambda *a, **k: printed.append(run(*a, **k)) or printed[-1]
    try:
        kernel.execute("hexagon", "-O2", "--stats", f"--passes={passes}", *options)
    finally:
        kernel.run = run
    found = re.search(r"(?:packets\D*(\d+))|(?:(\d+) packets)", printed[-1])
    return int(found[1] or found[2])


# ---- through the plugin in opt ------------------------------------------------------------------
def arguments(kernel):
    """The job of a kernel: its buffers and scalars."""
    buffers, scalars = [], []
    for k, arg in enumerate(kernel.meta["args"]):
        if arg["kind"] == "scalar":
            scalars.append(struct.pack("<q", arg["value"]))
        else:
            array = kernel.data.get(f"arg{k}_in", kernel.data[f"arg{k}"])
            buffers.append(bytes(array.nbytes) if arg["role"] == "out" else array.tobytes())
    return hexagon.job_file(buffers, scalars)


def check_result(kernel, data):
    """Compare the outputs among the bytes of all buffers."""
    at = 0
    for k, arg in enumerate(kernel.meta["args"]):
        if arg["kind"] != "buffer":
            continue
        theirs = kernel.data[f"arg{k}"]
        if arg["role"] != "in":
            kernel.compare(arg, np.frombuffer(data, np.uint8, theirs.nbytes, at).view(theirs.dtype), theirs)
        at += -(-theirs.nbytes // 8) * 8


def run_plugin(build, tools, kernel):
    """Compile with opt, the plugin and llc, link with a C caller, run, check."""
    source, temp = kernel.folder / "lowered.py", kernel.temp
    (temp / "empty.ll").write_text('target triple = "hexagon-unknown-elf"\n')
    llvm("opt", f"-load-pass-plugin={build}/lib/tirc-plugin.so", *CPU,
         f"-passes=tir-lower<file={source}>,default<O2>", temp / "empty.ll", "-o", temp / "k.bc")
    llvm("llc", "-O2", *CPU, "-relocation-model=pic", "-filetype=obj", temp / "k.bc", "-o",
         temp / "k.o")
    symbol = kernel.meta["func"]
    params, _ = hexagon.signature(kernel.run("--emit=header", "-o", "-", source), symbol)
    tools.link(temp / "program", temp / "k.o", tools.c_object(hexagon.entry_source(params, symbol)))
    kernel.arguments()
    ran, _ = hexagon.run(temp / "program", arguments(kernel))
    check_result(kernel, ran.data)


# ---- the tables ---------------------------------------------------------------------------------
def why(e):
    """What an exception says, in a line."""
    stderr = getattr(e, "stderr", None)
    if stderr:
        text = stderr if isinstance(stderr, str) else stderr.decode(errors="replace")
        return corpus.first_error(text)
    return str(e)


def show(build, tools, kernel, passes):
    """Print the kernel's line of the first table; its packets by variant, or None after a miss."""
    try:
        corpus.stage_cse(kernel)
        counts = [packets(kernel, passes[v.gvn], v.options) for v in VARIANTS]
        tirc = RIGHT
    except (corpus.Miss, subprocess.CalledProcessError) as e:
        counts, tirc = None, f"{WRONG}: {why(e)}"
    try:
        run_plugin(build, tools, kernel)
        plugin = RIGHT
    except (corpus.Miss, hexagon.Failure, hexagon.Broken, subprocess.CalledProcessError) as e:
        plugin = f"{WRONG}: {why(e)}"
    lines = len((kernel.folder / "lowered.py").read_text().splitlines())
    print(f"  {kernel.name:40} {lines:5} {kernel.names or 0:6} {kernel.meta['cse_bindings']:5}   "
          f"{tirc:10} {plugin}", flush=True)
    return counts if plugin == RIGHT else None


def print_packets(table):
    print("\nPackets executed under qemu-hexagon (-O2, v67 with HVX), and in per cent of the first column:\n")
    print(f"  {'kernel':40} " + " ".join(f"{v.name:>10}" for v in VARIANTS))
    for name, counts in table.items():
        print(f"  {name:40} " + f"{counts[0]:10} " + " ".join(f"{100 * c / counts[0]:9.1f}%" for c in counts[1:]))
    means = [geomean([c[i] / c[0] for c in table.values()]) for i in range(len(VARIANTS))]
    print(f"  {'geometric mean':40} {'':10} " + " ".join(f"{100 * m:9.1f}%" for m in means[1:]) + "\n")
    for v in VARIANTS:
        print(f"  {v.name + ':':12} {v.what}")


def tabulate(table):
    """What docs/measured.md shows."""
    shown, means = tables.Tables(), [geomean([c[i] / c[0] for c in table.values()]) for i in range(len(VARIANTS))]
    shown.add(["kernel", *(v.name for v in VARIANTS)],
              [[name, c[0], *(f"{100 * n / c[0]:.1f}" for n in c[1:])] for name, c in table.items()] +
              [["geometric mean", "", *(f"{100 * m:.1f}" for m in means[1:])]])
    return shown


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--build", default=str(ROOT / "build/release"))
    p.add_argument("--all", action="store_true", help="every kernel of the corpus that runs")
    tables.add_option(p)
    p.add_argument("globs", nargs="*", help="kernels; default: a dozen")
    o = p.parse_args()
    globs = o.globs or (["*"] if o.all else KERNELS)
    folders = [f for f in corpus.folders(None if o.globs or o.all else "repository")
               if any(fnmatch.fnmatch(f.name, g) for g in globs)]
    folders.sort(key=lambda f: KERNELS.index(f.name) if f.name in KERNELS else len(KERNELS))
    missed = {k for k, stage in corpus.read_expected() if stage == "qemu"}
    passes = {gvn: pipeline(gvn) for gvn in (False, True)}
    print("Kernels as TVM 0.27 prints them: read, common subexpressions named, compiled for Hexagon, run"
          "\nunder qemu-hexagon, compared with the results of TVM's own build.\n")
    print(f"  {'kernel':40} {'lines':>5} {'names':>6} {'TVM':>5}   {'tirc':10} plugin in opt, llc, lld")
    table, wrong = {}, 0
    with tempfile.TemporaryDirectory(prefix="tirc-demo-") as temp:
        tools = hexagon.Toolchain(o.build, temp)
        for folder in folders:
            kernel = corpus.Kernel(f"{o.build}/bin/tirc", folder, pathlib.Path(temp), 300)
            if not kernel.meta["run"]["ran"] or kernel.name in missed:
                continue
            counts = show(o.build, tools, kernel, passes)
            if counts:
                table[kernel.name] = counts
            wrong += not counts
    print("  (names: introduced by our CSE; TVM: by TVM's own pass)")
    if table:
        print_packets(table)
        tabulate(table).write(o.tables)
    return 1 if wrong or not table else 0


if __name__ == "__main__":
    sys.exit(main())
