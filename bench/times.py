#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compile time, text to object, with our CSE and without: sets E and G of #6.

    bench/times.py [--build=build/release] [--runs=5] [--nodes=10000] [--json=FILE] [--kernel=GLOB]...

Each text is compiled for Hexagon v67 under the configurations b2, d2 and c of bench/configurations.py, by
turns, so that what else the machine does meets all of them.  A figure is the median over the runs
of what --time-passes tells: what is before CSE, CSE, lowering to LLVM IR, LLVM's passes, its code
generator; the ratio of two configurations is the median of the ratios of neighbours in time.  Written is
bench/results/times.json: medians in milliseconds and those ratios."""
import argparse
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

import configurations
import sets
import shapes
from hexagon import ROOT
from means import geomean

CONFIGS = ("b2", "d2", "c")
PHASES = {"cse": "cse", "lower": "lower", "optimize": "LLVM", "codegen": "codegen"}  # the rest: read


def measure(tirc, source, words, out):
    """{phase: milliseconds} of one compilation."""
    done = subprocess.run([tirc, *words, "--time-passes", "-c", "-o", out, source], capture_output=True,
                          text=True, check=True)
    times = dict.fromkeys(["read", *PHASES.values()], 0.0)
    for value, name in re.findall(r"^ *([\d.]+) ms +[\d.]+ %  (.*)$", done.stderr, re.M):
        if name != "all passes":
            times[PHASES.get(name, "read")] += float(value)
    return times


def compare(tirc, source, runs, out):
    """Medians of each configuration, and the median ratios to b2."""
    told = {c: [] for c in CONFIGS}
    for _ in range(runs):
        for c in CONFIGS:
            told[c].append(measure(tirc, source, configurations.options(c), out))
    result = {c: {phase: round(statistics.median(t[phase] for t in told[c]), 3) for phase in told[c][0]}
              for c in CONFIGS}
    for c in CONFIGS[1:]:
        result[f"{c}/b2"] = round(statistics.median(
            sum(mine.values()) / sum(base.values()) for mine, base in zip(told[c], told["b2"])), 4)
    return result


def texts(o, folder):
    """(name, file) of each text to compile."""
    for group, path in sets.find(["corpus"], o.kernel):
        yield f"{group}/{path.name}", path / "lowered.py"
    for name, shape in shapes.SHAPES.items():
        if sets.matches(name, o.kernel):
            file = folder / f"{name}.py"
            with open(file, "w", encoding="ascii") as f:
                f.writelines(shapes.WRITERS["py"](shape(o.nodes)))
            yield f"scaling/{name}", file


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--build", default=str(ROOT / "build/release"))
    p.add_argument("--runs", type=int, default=5)
    p.add_argument("--nodes", type=int, default=10_000, help="of the shapes")
    p.add_argument("--json", type=pathlib.Path, default=ROOT / "bench/results/times.json")
    p.add_argument("--kernel", action="append", default=[], metavar="GLOB")
    o = p.parse_args()
    rows = {}
    with tempfile.TemporaryDirectory(prefix="tirc-times-") as temp:
        folder = pathlib.Path(temp)
        for name, source in texts(o, folder):
            try:
                rows[name] = compare(f"{o.build}/bin/tirc", source, o.runs, folder / "k.o")
            except subprocess.CalledProcessError as e:
                print(f"{name}: {e.stderr.strip().splitlines()[-1]}", flush=True)
                continue
            print(f"{name:44} d2/b2 {rows[name]['d2/b2']:.3f}  c/b2 {rows[name]['c/b2']:.3f}", flush=True)
    for c in CONFIGS[1:]:
        print(f"geometric mean of {c}/b2: {geomean([r[f'{c}/b2'] for r in rows.values()]):.4f}")
    if not o.kernel or o.json != ROOT / "bench/results/times.json":
        lines = [f"{json.dumps(n)}: {json.dumps(r)}" for n, r in rows.items()]
        o.json.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    return 0 if rows else 1


if __name__ == "__main__":
    sys.exit(main())
