#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pass against pass: the work that is left in the cases after our CSE alone, and after LLVM's.

    bench/passes.py [--build=build/release] [--cases=DIR]... [--metric=static,dynamic,packets] [GLOB...]

Each case of test/cases (bench/cases.py) goes to LLVM IR for Hexagon v67, and through one of

    none   nothing                             early   early-cse<memssa>
    ours   our CSE (profile host)              gvn     gvn
    tvm    TVM's CSE as recorded               newgvn  newgvn
    hand   the version written by hand         O2      what -O2 does to a function before it unrolls
                                                       and vectorises

after sroa and instsimplify (x + 0 is x), before code is generated.  Work is counted by weight: a
division 20, a call 30, a load or multiplication 2, anything else 1; branches, stores, casts, phis and
getelementptr (an addressing mode; arithmetic in the index counts) nothing.  static is the sum over the
program; dynamic counts each block as often as it runs under qemu-hexagon, on the row "main" of
bench/cases.py; packets are those of the code without counters.  A value in brackets is of a program
that is wrong on another row.  Fails if ours is."""
import argparse
import concurrent.futures
import functools
import pathlib
import re
import struct
import sys
import tempfile

import cases
import hexagon
import progress
import tables
from demo import llvm
from hexagon import LLVM, call

ROOT = pathlib.Path(__file__).resolve().parent.parent
METRICS = ("static", "dynamic", "packets")
COUNTER = hexagon.Param("tirc_count", "int64_t", (1,))
WEIGHTS = {**dict.fromkeys(("sdiv", "udiv", "srem", "urem", "fdiv", "frem"), 20), "load": 2, "mul": 2,
           "fmul": 2, **dict.fromkeys(
               ("getelementptr", "br", "switch", "ret", "unreachable", "store", "phi", "alloca", "fence", "freeze", "trunc",
                "zext", "sext", "fptrunc", "fpext", "fptosi", "fptoui", "sitofp", "uitofp", "bitcast",
                "ptrtoint", "inttoptr"), 0)}
CALL, LIBRARY = 30, r"exp|log|sin|cos|tan|pow|asin|acos|atan|sinh|cosh|tanh|fdiv"
NOTHING = ("assume", "lifetime", "experimental.noalias")


@functools.cache
def scalar_pipeline():
    """The function simplification of -O2, by its own account, without what copies loops."""
    text = llvm("opt", "-passes=default<O2>", "-print-pipeline-passes", "-disable-output",
                text='target triple = "hexagon-unknown-elf"\n').strip()
    start = text.index("(", text.index("cgscc(")) + 1
    start = text.index("function<", start)
    depth, end = 0, start
    for end in range(text.index("(", start), len(text)):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if depth == 0:
            break
    simplification = re.sub(r"^function<.*?>", "function", text[start:end + 1])
    return "function(sroa)," + re.sub(r",?loop-unroll-full", "", simplification)


VARIANTS = {
    "none": ("a", ["--no-cse", "--no-loops", "--passes=sroa,instsimplify"]),
    "ours": ("a", ["--cse-profile=host", "--passes=sroa,instsimplify"]),
    "tvm": ("c", ["--no-cse", "--no-loops", "--passes=sroa,instsimplify"]),
    "early": ("a", ["--no-cse", "--no-loops", "--passes=sroa,instsimplify,early-cse<memssa>"]),
    "gvn": ("a", ["--no-cse", "--no-loops", "--passes=sroa,instsimplify,gvn"]),
    "newgvn": ("a", ["--no-cse", "--no-loops", "--passes=sroa,instsimplify,newgvn"]),
    "O2": ("a", ["--no-cse", "--no-loops", "--passes=" + scalar_pipeline()]),
    "hand": ("d", ["--no-cse", "--no-loops", "--passes=sroa,instsimplify"]),
}


# ---- weighing LLVM's text -----------------------------------------------------------------------
def weight(line):
    """Of an instruction."""
    word = re.match(r"  (?:%[^=]* = )?(?:tail |musttail |notail )?(\w+)", line)[1]
    if word == "call":
        intrinsic = re.search(r"@llvm\.([\w.]+)\(", line)
        if not intrinsic:
            return CALL
        if intrinsic[1].startswith(NOTHING):
            return 0
        return CALL if re.match(rf"(?:{LIBRARY})\d*\b", intrinsic[1]) else 1
    return WEIGHTS.get(word, 1)


def is_terminator(line):
    return re.match(r"  (?:br|switch|ret|unreachable)\b", line) is not None


def weigh(text):
    """The weight of a module, and its text with a counter in each block."""
    total, block, out = 0, 0, []
    inside = False
    for n, line in enumerate(text.splitlines()):
        if line.startswith("define"):
            inside = True
        elif line == "}":
            inside = False
        elif inside and re.match(r"  \S", line) and not line.startswith("  ]"):
            block += weight(line)
            if is_terminator(line):
                if block:
                    out += [f"  %tirc.{n} = load i64, ptr @tirc_count",
                            f"  %tirc.{n}.sum = add i64 %tirc.{n}, {block}",
                            f"  store i64 %tirc.{n}.sum, ptr @tirc_count"]
                total, block = total + block, 0
        out.append(line)
    return total, "\n".join([*out, "@tirc_count = global i64 0", ""])


# ---- running ------------------------------------------------------------------------------------
def counted_entry(params):
    """The entry of bench/cases.py, which then puts the counter into a buffer behind the others."""
    buffers = sum(p.size is not None for p in params)
    return hexagon.entry_source(params, "case_kernel").replace(
        ");\n}", f");\n\t*(int64_t *)buffer[{buffers}] = tirc_count;\n}}").replace(
        "void tirc_entry", "extern int64_t tirc_count;\nvoid tirc_entry", 1)


def dynamic(tools, program, text, symbol, externs):
    """Run the text with counters: the weight that was executed."""
    base = program.base.with_suffix(".counted")
    source, kernel, elf = (base.with_suffix(s) for s in (".ll", ".o", ".elf"))
    source.write_text(text)
    call(LLVM / "llc", "-O2", "-relocation-model=pic", "-hexagon-small-data-threshold=0", "-filetype=obj",
         "-o", kernel, source)
    tools.link(elf, kernel, tools.c_object(counted_entry(program.params)), tools.c_object(externs.read_text()),
               options=[f"--defsym=case_kernel={symbol}"])
    ran, _ = hexagon.run(elf, cases.arguments(program.params + [COUNTER], cases.ROWS["main"]))
    # The counter is the last buffer: its eight bytes end the data.
    return struct.unpack("<q", ran.data[-8:])[0]


def measure(tools, folder):
    """{variant: {metric: value}}, and which are wrong on some row."""
    found = {letter: (source, symbol) for letter, source, symbol, _ in cases.find_variants(folder)}
    externs = cases.find_externs(folder)
    told, wrong, reference = {}, set(), {}
    for name, (letter, options) in VARIANTS.items():
        if letter not in found:
            continue
        source, symbol = found[letter]
        program = cases.Program(tools, folder, name, source, symbol, options)
        for row in program.rows:
            try:
                packets, data = program.run(row)
            except hexagon.Broken:
                packets, data = None, None
            if name == "none":
                reference[row] = data
            elif reference[row] is not None and data != reference[row]:
                wrong.add(name)
            if row == "main":
                told[name] = {"packets": packets}
        text = call(tools.tirc, "-O3", *options, "--target=hexagon", f"--function={symbol}", "--emit=ll",
                    "-o", "-", source)
        told[name]["static"], counted = weigh(text)
        told[name]["dynamic"] = dynamic(tools, program, counted, symbol, externs)
    return told, wrong


# ---- tables -------------------------------------------------------------------------------------
def table(metric, told, wrong):
    print(f"\n| {metric} | " + " | ".join(VARIANTS) + " |\n|" + "---|" * (len(VARIANTS) + 1))
    for name, values in told.items():
        cells = [str(values[v][metric]) if v in values else "" for v in VARIANTS]
        cells = [f"({c})" if v in wrong[name] else c for v, c in zip(VARIANTS, cells)]
        print(f"| {name} | " + " | ".join(cells) + " |")


def summary(told, wrong, metrics):
    """How ours stands against each, over the cases where the other is right; what docs/measured.md shows."""
    head, rows = ["ours against", "cases", *(f"{m}: less, same, more, sums" for m in metrics)], []
    for other in VARIANTS:
        if other == "ours":
            continue
        usable = [v for n, v in told.items() if other in v and other not in wrong[n]]
        cells = []
        for m in metrics:
            pairs = [(v["ours"][m], v[other][m]) for v in usable]
            cells.append(f"{sum(a < b for a, b in pairs)}, {sum(a == b for a, b in pairs)}, "
                         f"{sum(a > b for a, b in pairs)}, "
                         f"{sum(a for a, _ in pairs)} : {sum(b for _, b in pairs)}")
        rows.append([other, len(usable), *cells])
    print("", *tables.markdown(head, rows), sep="\n", end="")
    worst = [(n, v["ours"]["static"] - min(v["gvn"]["static"], v["early"]["static"])) for n, v in told.items()]
    print("\nmore static work than after gvn or early: " +
          (", ".join(f"{n} +{by}" for n, by in sorted(worst, key=lambda w: -w[1]) if by > 0) or "none"))
    shown = tables.Tables()
    shown.add(head, rows)
    return shown


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--build", default=str(ROOT / "build/release"))
    p.add_argument("--cases", action="append", type=pathlib.Path, help="a folder of cases")
    p.add_argument("--metric", default=",".join(METRICS), help="the tables to print")
    p.add_argument("--jobs", type=int, default=2)
    tables.add_option(p)
    p.add_argument("globs", nargs="*", help="names of cases; default: all")
    progress.add_option(p)
    o = p.parse_args()
    folders = cases.find_folders(o.cases, o.globs)
    told, wrong = {}, {}
    with tempfile.TemporaryDirectory(prefix="tirc-passes-") as temp:
        tools = hexagon.Toolchain(o.build, temp)
        with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
            running = [(f.name, pool.submit(measure, tools, f)) for f in folders]
            for name, future in progress.over(running, len(running), o.progress):
                try:
                    told[name], wrong[name] = future.result()
                except hexagon.Failure as e:
                    print(f"{name}: {str(e)[-200:]}", file=sys.stderr)
    metrics = [m for m in METRICS if m in o.metric.split(",")]
    for metric in metrics:
        table(metric, told, wrong)
    summary(told, wrong, METRICS).write(o.tables)
    return 0 if len(told) == len(folders) and not any("ours" in w for w in wrong.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
