# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plain loops beside HVX by hand: the part of docs/measured.md on it (#18).

plain_loops.json has what was measured before iterations became lanes: packets and unaligned accesses of -O3 alone (b3)
and of tirc's -O3 (d3), by kernel.  It cannot be made again.  What a version by hand is bound by stands in its file, as
`Bound: 640 packets: 576 of multiplications, 64 of scaling.`"""
import json
import re

from hexagon import ROOT
from means import geomean

BOUND = re.compile(r"/\* Bound: (\d+) packets: (.*)\. \*/")
FLOATS = re.compile(r"float\d|bfloat16")


def cost(row, config):
    """Packets, and accesses of a second line; None: not measured."""
    figures = row.get(config, {})
    return figures["packets"] + figures["unaligned"] if "packets" in figures else None


def by_hand(kernels, name):
    """The kernel whose version by hand does the same: itself, or the plain one of a text in vectors."""
    plain = name.removesuffix("_vectors")
    return plain if cost(kernels.get(plain, {}), "hvx") else None


def bound(name):
    """What the version by hand cannot fall below, and why."""
    found = BOUND.search((ROOT / f"bench/kernels/{name}.hvx.c").read_text())
    return found.groups() if found else ("", "")


def beside_hand(kernels, before):
    """A row a kernel, and of the plain ones the ratios to the version by hand: of packets, and of bytes of code."""
    rows, ratios = [], {}
    for name, row in kernels.items():
        plain, now = by_hand(kernels, name), cost(row, "d3")
        if not plain or not now:
            continue
        hand = cost(kernels[plain], "hvx")
        code = [kernels[n][config]["bytes"] for n, config in ((name, "d3"), (plain, "hvx"))]
        rows.append([name, before.get(name, {}).get("d3", ""), now, cost(row, "d3-64") or "", hand, f"{now / hand:.2f}", *code,
                     f"{code[0] / code[1]:.2f}", *bound(plain)])
        if name == plain:
            ratios[name] = now / hand, code[0] / code[1]
    return rows, ratios


def has_floats(name):
    """Does the text of a kernel of the corpus compute with floats?"""
    return bool(FLOATS.search((ROOT / "test" / name / "lowered.py").read_text()))


def against_record(kernels, before):
    """What is left of the packets of -O3 alone that were recorded, by set."""
    chosen = {"C loops": lambda n: n.startswith("loops/"),
              "E corpus, without floats": lambda n: n.startswith("corpus/") and (ROOT / "test" / n).exists() and not has_floats(n)}
    for title, is_in in chosen.items():
        left = [cost(row, "d3") / before[name]["b3"] for name, row in kernels.items()
                if is_in(name) and cost(row, "d3") and before.get(name, {}).get("b3")]
        yield [title, len(left), f"{geomean(left):.3f}", f"{min(left):.3f}", f"{max(left):.3f}"] if left else [title, 0, "", "", ""]


def lines(kernels, results, table):
    """The lines of the page; `table` makes one of columns and rows."""
    told = json.loads((results / "plain_loops.json").read_text())
    before = told["kernels"]
    rows, ratios = beside_hand(kernels, before)
    yield "### Plain loops beside HVX by hand"
    yield ""
    yield f"Packets and unaligned accesses at -O3: as they were recorded before iterations became lanes ({told['commit']}), now,"
    yield "and of C with intrinsics (`bench/kernels/*/NAME.hvx.c`). The bound is that of the version by hand: the units that"
    yield "its operations need. `_vectors` is the same kernel with `T.vectorized`. Buffers begin at 128 bytes, as the version by"
    yield "hand needs it; `now, at 64` is the same object with buffers that begin at 64, which is what TVM promises and `--run=hexagon` gives."
    yield ""
    yield from table(["kernel", "before", "now", "now, at 64", "by hand", "now / by hand", "bytes of code now", "by hand", "now / by hand",
                      "bound", "of"], rows)
    for title, part in (("nn and layout", ("nn/", "layout/")), ("others", ("others/",))):
        told_of = [r for n, r in ratios.items() if n.startswith(part)]
        packets, code = (geomean(r) for r in zip(*told_of))
        yield f"Geometric means of {len(told_of)} of {title}: {packets:.2f} x by hand in packets, {code:.2f} x in bytes of code."
    yield ""
    yield "Packets and unaligned accesses of tirc's -O3 over those of -O3 alone that were recorded then, geometric means:"
    yield ""
    yield from table(["set", "kernels", "now", "best", "worst"], list(against_record(kernels, before)))
