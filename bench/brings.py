#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What each part of the compiler brings on Hexagon: packets at -O3 with all of them, and with each left out by its option.

    bench/brings.py [--build=build/release] [--group=loops,missed,...] [--kernel=GLOB]... [--all]

A part is a row of configurations.PARTS.  Columns: packets of -O3 without any; of all parts together; by hand, where the kernel has
such a version; then what leaving the part out costs, as a factor of packets; spills and bytes of code, as factors of -O3 alone.
The rows are those in which something matters (--all: every one); the last one has geometric means over all."""
import argparse
import concurrent.futures
import pathlib
import re
import sys
import tempfile

import configurations
import hexagon
import sets
import tables
from configurations import PARTS
from hexagon import ROOT, Broken, Failure, call
from means import geomean


class Measure:
    def __init__(self, tools):
        self.tools = tools

    def object(self, kernel, words, source, symbol, name):
        obj = self.tools.temp / f"{kernel.group}-{kernel.name}-{name}.o"
        call(self.tools.tirc, *words, f"--function={symbol}", source, "-c", "-o", obj, timeout=300)
        return obj

    def figures(self, kernel, words, name, source=None, symbol=None):
        """Packets, spills and bytes; the results must be right."""
        source, symbol = source or kernel.source, symbol or kernel.symbol
        obj = self.object(kernel, words, source, symbol, name)
        program = obj.with_suffix(".elf")
        self.tools.link(program, obj, self.tools.c_object(hexagon.entry_source(kernel.params, symbol)))
        ran, _ = hexagon.run(program, kernel.job)
        kernel.check(ran.data)
        text = call(self.tools.tirc, *words, f"--function={symbol}", source, "-S", "-o", "-", timeout=300)
        return ran.packets, len(re.findall(r"-byte Folded (?:Spill|Reload)", text)), self.tools.code_size(obj)

    def row(self, group, path):
        """{name: figures} of a kernel, or why there are none."""
        try:
            kernel = sets.load(self.tools, group, path)
            all_parts, none = configurations.options("d3"), configurations.options("b3")
            row = {"none": self.figures(kernel, none, "none"), "all": self.figures(kernel, all_parts, "all")}
            for part, (_, words) in PARTS.items():
                row[part] = self.figures(kernel, [*all_parts, *words], part)
            if hand := kernel.peers.get("by hand"):
                row["hand"] = self.figures(kernel, none, "hand", hand, hand.stem)
            return row
        except (Failure, Broken, OSError) as e:
            return str(e).splitlines()[0]


def factor(a, b):
    """Of spills, too, of which there may be none."""
    return (a + 1) / (b + 1) if min(a, b) < 20 else a / b


def factors(row):
    """What leaving each part out costs; spills and code beside -O3 alone."""
    packets = [row[part][0] / row["all"][0] for part in PARTS]
    return packets + [factor(row["all"][k], row["none"][k]) for k in (1, 2)]


def tabulate(good, every):
    """The rows in which something matters, or every one, and the geometric means."""
    shown = tables.Tables()
    lines = []
    for name, row in good.items():
        values = factors(row)
        if every or "hand" in row or any(abs(v - 1) > .005 for v in values[:len(PARTS)]):
            hand = f"{row['hand'][0]:,}" if "hand" in row else ""
            lines.append([name, f"{row['none'][0]:,}", f"{row['all'][0]:,}", hand, *(f"{v:.2f}" for v in values)])
    if good:
        means = [geomean(column) for column in zip(*map(factors, good.values()))]
        lines.append([f"{len(good)}, geometric mean", "", "", "", *(f"{m:.3f}" for m in means)])
    shown.add(["kernel", "-O3", "all parts", "by hand", *(f"without {w}" for w in PARTS), "spills", "code"], lines)
    return shown


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    p.add_argument("--group", default="loops,micro,missed")
    p.add_argument("--kernel", action="append")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--all", action="store_true", help="every row")
    tables.add_option(p)
    o = p.parse_args()
    with tempfile.TemporaryDirectory(prefix="tirc-brings-") as temp:
        measure = Measure(hexagon.Toolchain(o.build, pathlib.Path(temp)))
        found = sets.find(o.group.split(","), o.kernel)
        with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
            rows = dict(zip([f"{g}/{f.stem}" for g, f in found], pool.map(lambda x: measure.row(*x), found)))
    for name, why in rows.items():
        if isinstance(why, str):
            print(f"{name}: {why}", file=sys.stderr)
    good = {name: r for name, r in rows.items() if isinstance(r, dict)}
    shown = tabulate(good, o.all)
    print(*shown.lines(), sep="\n")
    shown.write(o.tables)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
