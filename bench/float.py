#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""float.py [--tirc FILE] [--cpu=v67,v73] [--static] [--corpus] [--page] [ROW...]: packets of kernels of floats, 4,096 elements or 64 x 64.

*before* is what they took as loops over scalars.  *clang* is clang-22 -O3 with its vectoriser and -mhvx-ieee-fp on the same loops in C (clang_floats.py), with the
runtime's <math.h>; its results are compared with ours, to the bit, on random numbers ("?": they are the same with --emulate=first-even alone, "differs": not even then, as of tanh, which we make of exponentials; "not
run": the emulation does not know that instruction, of which no public manual says what it does with NaN and zeros).  *bound* counts loads, stores and units by hand; *at most* is what was asked for, from it.
Rows with "reassociated" are compiled with --fp-reassociate; buffers of those with "lines" begin where lines of 128 bytes do, as T.Buffer(..., align=128)
says: elsewhere two lines are loaded and shifted for each vector.
Powers and log1p are those of random numbers, all else of zeros.  Processors from v68 on compute in IEEE's format (-mhvx-ieee-fp), which is emulated (docs/targets.md); the others compute by the bits of floats.
--static: packets in the code instead, ours and clang's, compiled for v73 with -mhvx-ieee-fp and with -mhvx-qfloat, which nothing here runs.
--corpus: packets of the kernels of test/corpus that have floats, on v73, with -mhvx-ieee-fp and without (some minutes).
--page: write docs/floats.md, with v67, v69, v73 and v75 and --static; with --corpus what that tells, too, which stays as it is otherwise.
"""
import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

import clang_floats
import hexagon
from means import geomean
from plain_loops import has_floats

import corpus

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent / "docs/floats.md"
ROWS = {  # before, bound, at most
    "relu_f16": (49673, 64, 200),
    "max_pool_f16": (43401, 64, 300),
    "max_pool_f16 lines": (43401, 64, 300),
    "transpose_f16": (4293, 64, 480),
    "transpose_f32": (4293, 128, 1100),
    "copy_f16": (1037, 64, 160),
    "max_f16": (86538, 128, 450),
    "clamp_f16": (94730, 64, 300),
    "f32_to_f16": (53766, 128, 260),
    "f32_to_f16 lines": (53766, 128, 260),
    "f16_to_f32": (37382, 128, 400),
    # what computes
    "add_f32": (6406, 256, 300),
    "add_f32 lines": (6406, 256, 300),
    "muladd_f32": (6664, 256, 300),
    "muladd_f32 lines": (6664, 256, 300),
    "add_f16": (131338, 128, 165),
    "add_f16 lines": (131338, 128, 165),
    "muladd_f16": (221706, 128, 165),
    "muladd_f16 lines": (221706, 128, 165),
    "dequant_i8_f16": (246023, "", 400),
    "quant_f16_u8": (447499, "", 1500),
    "crouton_pool_slides": (115789, 150, 600),
    "depthwise_f16": (2257203, 600, 1200),
    "matmul_f32": (72536, 3072, 3700),
    "matmul_f32 lines": (72536, 3072, 3700),
    "matmul_f16": (3584584, 1024, 1600),
    "matmul_f16 lines": (3584584, 1024, 1600),
    "matmul_f16f32": (685127, 2048, 2900),
    "matmul_f16f32 lines": (685127, 2048, 2900),
    "rope_f16": (155724, 64, 160),
    "gelu_f16": (1104908, "", 7000),
    "softmax_f32": (33574, "", 2600),
    "softmax_f32 reassociated": (33574, "", 1500),
    "layernorm_f16": (211723, "", 12000),
    "layernorm_f16 reassociated": (211723, "", 2500),
    "sqrt_f16": (119046, "", ""),
    "exp2_f16": (188678, "", ""),
    "log_f16": (152449, "", ""),
    "log2_f32": (476877, "", ""),
    "erf_f16": (254470, "", ""),
    "erf_f32": (164359, "", ""),
    "tanh_f16": (197645, "", ""),
    "tanh_f32": (102411, "", ""),
    "sigmoid_f16": (180746, "", ""),
    "sigmoid_f32": (91145, "", ""),
    "gelu_erf_f16": (619017, "", ""),
    "pow_f16": (926747, "", ""),
    "pow_f32": (811939, "", ""),
    "log1p_f32": (937325, "", ""),
}


def computes(cpu):
    return int(cpu.strip("vt")) >= 68


def read(row):
    """The text of the row's kernel, and its options."""
    name, *how = row.split()
    text = (HERE / "floats" / f"{name}.py").read_text()
    if "lines" in how:
        text = re.sub(r'(T\.Buffer\(\([^()]*\), "\w+")\)', r"\1, align=128)", text)
    return text, ["--fp-reassociate"] if "reassociated" in how else []


def count(words, text=None):
    """What a run takes, or why there is none."""
    done = subprocess.run(words, input=text, capture_output=True, text=True, timeout=600, check=False)
    found = re.search(r"packets: (\d+)", done.stdout + done.stderr)
    return int(found[1]) if found else f"failed: {done.stderr.strip()[-100:]}"


def seeds(row):
    """Of the buffers that hold random numbers."""
    return {"A": 7, **({"B": 8} if row.startswith("pow") else {})} if row.startswith(("pow", "log1p")) else {}


def packets(tirc, cpu, row):
    """What a run of the row's kernel takes."""
    text, options = read(row)
    options += ["-mhvx-ieee-fp"] if computes(cpu) else []
    data = [f"{name}=random:{seed}" for name, seed in seeds(row).items()]
    return count([tirc, "--run=hexagon", "-O3", f"-mcpu=hexagon{cpu}", *options, "--stats", "-", *data], text)


def in_code(tirc, form, row):
    """The packets in the code of the row's kernel, and in how many of them is an instruction of HVX."""
    text, options = read(row)
    with tempfile.TemporaryDirectory() as temp:
        made = f"{temp}/kernel.o"
        hexagon.call(tirc, "--target=hexagon", "-O3", "-mcpu=hexagonv73", form, *options, "-c", "-o", made, "-", text=text)
        code = hexagon.call(hexagon.LLVM / "llvm-objdump", "-d", "--no-show-raw-insn", "--mcpu=hexagonv73", "--mattr=+hvxv73,+hvx-length128b,+hvx-ieee-fp,+hvx-qfloat", made)
    if "<unknown>" in code:
        return "failed: an instruction is not known"
    found = code.split("{")[1:]
    return f"{len(found)} ({sum(bool(re.search(r'[^a-z]v(mem|[0-9])', p)) for p in found)})"


def table(names, heads, cell):
    """The lines of a table with a column for each head, one by one: cell gives what stands below a head in a row."""
    yield "| | " + " | ".join(heads) + " |\n" + "|---" * (len(heads) + 1) + "|"
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name, cells in zip(names, pool.map(lambda n: [str(cell(n, h)) for h in heads], names)):
            yield f"| {name} | " + " | ".join(cells) + " |"


def by_clang(tirc, what, row, cell):
    """What clang makes of the row's kernel; rows with other options or alignments are those of the same loops in C."""
    return cell(tirc, what, row, read(row)[0], seeds(row)) if row in names_of_texts() else ""


def names_of_texts():
    return {row for row in ROWS if " " not in row}


def runs(tirc, cpus, names):
    """The lines of the table of packets that run."""
    told, clang = ("before", "bound", "at most"), {f"clang {cpu}": cpu for cpu in cpus if computes(cpu)}
    return table(names, ["before", *clang, *cpus, "bound", "at most"],
                 lambda row, head: packets(tirc, head, row) if head in cpus else
                 by_clang(tirc, clang[head], row, clang_floats.cell) if head in clang else ROWS[row][told.index(head)])


def static(tirc, names):
    """The lines of the table of packets in the code."""
    forms = ("-mhvx-ieee-fp", "-mhvx-qfloat")
    return table(names, [*forms, *(f"clang {form}" for form in forms)],
                 lambda row, head: in_code(tirc, head, row) if head in forms else
                 by_clang(tirc, head.split()[1], row, clang_floats.in_code))


def pair(tirc, temp, folder):
    """Packets of a kernel of the corpus without the option, and with it."""
    kernel = corpus.Kernel(tirc, folder, temp, 600)
    words = [f"--function={kernel.meta['func']}", "--stats", folder / "lowered.py", *kernel.arguments()]
    return [count([tirc, "--run=hexagon", "-O3", "-mcpu=hexagonv73", *options, *map(str, words)]) for options in ([], ["-mhvx-ieee-fp"])]


def of_corpus(tirc):
    """What the option brings to the kernels of the corpus, line by line."""
    missed = {k for k, stage in corpus.read_expected() if stage == "qemu"}
    folders = [f for f in corpus.folders("repository")
               if f.name not in missed and '"ran": true' in (f / "meta.json").read_text() and has_floats(f"corpus/{f.name}")]
    with tempfile.TemporaryDirectory() as temp, concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = dict(zip((f.name for f in folders), pool.map(lambda f: pair(tirc, pathlib.Path(temp), f), folders)))
    failed = {k: v for k, v in found.items() if not all(isinstance(n, int) for n in v)}
    rates = {k: v[1] / v[0] for k, v in found.items() if k not in failed and v[0]}  # an empty function takes none
    worse = {k: r for k, r in sorted(rates.items(), key=lambda kr: -kr[1]) if r > 1.01}
    yield (f"Kernels of `test/corpus` that have floats, on v73: {len(rates)}. With `-mhvx-ieee-fp` they take {geomean(rates.values()):.3f} of the packets they take without "
           f"an option (geometric mean); {sum(r < 0.99 for r in rates.values())} take less by over 1 %, {len(worse)} take more by over 1 %" + (":" if worse else "."))
    if worse:
        yield "\n| more by over 1 % | no option | -mhvx-ieee-fp | |\n|---|---|---|---|"
    for name, rate in worse.items():
        yield f"| {name} | {found[name][0]} | {found[name][1]} | {rate:.2f} |"
    for name, what in failed.items():
        yield f"\n`{name}`: {next(n for n in what if not isinstance(n, int))}"


def write_page(tirc, measure_corpus):
    head = "# Floats\n\n`bench/float.py --page` writes this page: packets of a run of the kernels in `bench/floats/` at `-O3`.\n\n"
    notes = " ".join(__doc__.split("\n\n", 1)[1].split("--static")[0].split())
    code = ("## IEEE's format and qfloat\nPackets in the code, compiled for v73 and not run; in how many of them is an instruction of HVX. With `-mhvx-qfloat` loops "
            "of sums and products stay loops over scalars: their packets are few and run once for an element, so the columns do not tell which takes less time.")
    parts = [notes, "\n".join(runs(tirc, ("v67", "v69", "v73", "v75"), ROWS)), code, "\n".join(static(tirc, ROWS))]
    title = "## The corpus\n"
    kept = title + ("\n".join(of_corpus(tirc)) + "\n" if measure_corpus else PAGE.read_text().partition(title)[2])
    PAGE.write_text(head + "\n\n".join(parts) + "\n\n" + kept)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tirc", default=str(HERE.parent / "build/release/bin/tirc"))
    p.add_argument("--cpu", default="v67")
    p.add_argument("--static", action="store_true")
    p.add_argument("--corpus", action="store_true")
    p.add_argument("--page", action="store_true")
    p.add_argument("rows", nargs="*", metavar="ROW", help="kernels; default: all")
    options = p.parse_args()
    if options.page:
        return write_page(options.tirc, options.corpus)
    names = options.rows or list(ROWS)
    lines = of_corpus(options.tirc) if options.corpus else static(options.tirc, names) if options.static else \
        runs(options.tirc, options.cpu.split(","), names)
    for line in lines:
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
