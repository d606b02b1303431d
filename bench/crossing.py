#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How often each pass of CSE across loops fires in the kernels, and what it brings on Hexagon at -O3.

    bench/crossing.py [--build=build/release] [--group=corpus] [--kernel=GLOB]... [--jobs=N] [--go-on=FILE]

Each kernel is compiled by LLVM's -O3 alone and by our CSE, in loops and across them, in front of it: no vectors of loops, and no choice between
versions at the end (configurations.ACROSS).  A pass fires in a kernel if it says what it has done there.  What it brings is packets without it over
packets with it, of the kernels in which it fires; where it fires and nothing changes, that is 1.  --go-on keeps what is measured in a file, a line a
kernel, and does not measure that again."""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import sys
import tempfile

import configurations
import hexagon
import sets
import tables
from hexagon import ROOT, Broken, Failure
from means import geomean

OURS, LLVM = "ours", "-O3"


def words(without=None):
    """tirc's options for our CSE, perhaps without a pass."""
    return ["--target=hexagon", "-O3", *configurations.across(without)]


def fired(file):
    """How often each pass says that it has done something, of the remarks in a file."""
    return collections.Counter(re.findall(r"^--- !Passed\nPass: +tirc-([\w-]+)$", file.read_text(), re.M))


def measure(tools, group, path):
    """Packets of each configuration by its name, and what fires; or why there are none."""
    try:
        kernel = sets.load(tools, group, path)
        remarks = tools.temp / f"{group}-{path.stem}.yaml"
        packets = {LLVM: kernel.packets("llvm", configurations.options("b3")),
                   OURS: kernel.packets("ours", [*words(), f"--pass-remarks-output={remarks}"])}
        fires = fired(remarks)
        remarks.unlink()
        for name in configurations.ACROSS:
            if name in fires:
                packets[name] = kernel.packets(name, words(name))
        return {"packets": packets, "fires": fires}
    except (Failure, Broken, OSError) as e:
        return {"failed": str(e).splitlines()[0]}


def all_kernels(o, tools):
    """{name: what was measured}, in the order of the sets; what the file of --go-on has is taken from there."""
    kept = {}
    if o.go_on and o.go_on.exists():
        kept = {k["name"]: k for k in map(json.loads, o.go_on.read_text().splitlines())}

    def one(found):
        name = f"{found[0]}/{found[1].stem}"
        if name in kept:
            return kept[name]
        row = {"name": name, **measure(tools, *found)}
        if o.go_on:
            with open(o.go_on, "a", encoding="utf-8") as f:
                f.write(json.dumps(row) + "\n")
        return row
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        return {row["name"]: row for row in pool.map(one, sets.find(o.group.split(","), o.kernel))}


def of_pass(name, rows):
    """The line of a pass: kernels, times, what it brings, the kernels in which that is the most."""
    brings = {k: r["packets"][name] / r["packets"][OURS] for k, r in rows.items() if name in r["packets"]}
    times = sum(r["fires"].get(name, 0) for r in rows.values())
    best = sorted((k for k in brings if brings[k] > 1.01), key=lambda k: -brings[k])[:4]
    return [f"`{name}`", len(brings), times, sum(v > 1.01 for v in brings.values()), sum(v < 1 / 1.01 for v in brings.values()),
            f"{geomean(brings.values()):.3f}" if brings else "", f"{geomean([*brings.values(), *[1] * (len(rows) - len(brings))]):.4f}",
            ", ".join(f"{k.split('/')[-1]} {brings[k]:.2f}" for k in best)]


def tabulate(rows):
    """The passes, and the kernels of which our CSE makes more or fewer packets."""
    shown = tables.Tables()
    ratios = {k: r["packets"][OURS] / r["packets"][LLVM] for k, r in rows.items()}
    own = [v for k, v in ratios.items() if (ROOT / "test/corpus" / k.split("/")[-1]).exists()]
    shown.say(f"Packets of {len(rows)} kernels, our CSE with LLVM's -O3 over LLVM's -O3 alone: {geomean(ratios.values()):.3f} (geometric mean)" +
              (f"; of the {len(own)} that are in the repository {geomean(own):.3f}. " if own else ". ") +
              f"{sum(v < .99 for v in ratios.values())} take less than 0.99, {sum(v > 1.01 for v in ratios.values())} over 1.01.")
    shown.add(["pass", "kernels", "times", "kernels it makes faster by over 1 %", "slower", "brings where it fires", "brings over all", "most"],
              [of_pass(name, rows) for name in configurations.ACROSS])
    changed = sorted((k for k in ratios if abs(ratios[k] - 1) > .01), key=ratios.get)
    shown.add(["kernel", "-O3", "our CSE, -O3", "ratio", "what fires"],
              [[k, f"{rows[k]['packets'][LLVM]:,}", f"{rows[k]['packets'][OURS]:,}", f"{ratios[k]:.3f}",
                ", ".join(f"{name} {rows[k]['fires'][name]}" for name in configurations.ACROSS if name in rows[k]["fires"])] for k in changed])
    return shown


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    p.add_argument("--group", default="corpus")
    p.add_argument("--kernel", action="append")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--go-on", type=pathlib.Path, metavar="FILE")
    tables.add_option(p)
    o = p.parse_args()
    with tempfile.TemporaryDirectory(prefix="tirc-crossing-") as temp:
        rows = all_kernels(o, hexagon.Toolchain(o.build, pathlib.Path(temp)))
    for name, row in rows.items():
        if "failed" in row:
            print(f"{name}: {row['failed']}", file=sys.stderr)
    good = {name: row for name, row in rows.items() if "failed" not in row}
    if not good:
        return 1
    shown = tabulate(good)
    print(*shown.lines(), sep="\n")
    shown.write(o.tables)
    return 0


if __name__ == "__main__":
    sys.exit(main())
