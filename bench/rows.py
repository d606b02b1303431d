# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows that docs/measured.md opens with: what was measured, what came out, and what is to be reached.

A row has the page that tells more (docs/measured/PAGE.md), the commit that was measured (None: that of the file in which the
results were recorded; "": nothing was measured), and the folders that it tells something about."""
import collections
import re

import evidence
import plain_loops
import sets
from means import geomean, ratios
from sections import COMPILER, SECTIONS

Row = collections.namedtuple("Row", "name what now goal commit recorded folders page")


def tables_of(parts):
    return [p for p in parts if "head" in p]


def number(text):
    """The first number of a cell."""
    found = re.search(r"-?[\d,]*\.?\d+", text)
    return float(found.group().replace(",", "")) if found else 0


def column(parts, name, table=0):
    """The cells of a column."""
    t = tables_of(parts)[table]
    at = t["head"].index(name)
    return [row[at] for row in t["rows"]]


def right_of(all_, right):
    """How many are right, of how many."""
    def now(parts):
        return f"{sum(map(number, column(parts, right))):,.0f} of {sum(map(number, column(parts, all_))):,.0f} right"
    return now


def row_of(parts, word, table=0):
    """The row that begins with the word."""
    return next(r for r in tables_of(parts)[table]["rows"] if r[0].startswith(word))


def rules(parts):
    return f"{number(column(parts, 'proofs by Z3')[0]):,.0f} proofs, {column(parts, 'failed')[0]} failed"


def demo(parts):
    mean = dict(zip(tables_of(parts)[0]["head"], row_of(parts, "geometric mean")))
    return ", ".join(f"{name} {mean[name]} %" for name in ("LLVM's", "our CSE", "both CSEs", "all"))


def cases(parts):
    told = column(parts, "verdict")
    return f"{told.count('ok')} of {len(told)} ok"


def brings(parts):
    head = tables_of(parts)[0]["head"]
    mean = next(r for r in tables_of(parts)[0]["rows"] if "geometric mean" in r[0])
    return ", ".join(f"{h} {c}" for h, c in zip(head, mean) if h.startswith("without"))


def crossing(parts):
    """The mean, and the passes that bring most of it."""
    mean = re.search(r"([\d.]+) \(geometric mean\)", str(parts)).group(1)
    best = sorted(tables_of(parts)[0]["rows"], key=lambda row: -number(row[6]))[:4]
    return f"{mean} of -O3's packets; without " + ", ".join(f"{row[0]} {row[6]}" for row in best)


def passes(parts):
    return f"work left, ours : by hand: {row_of(parts, 'hand')[-1].split(', ')[-1]} packets"


def temps(parts):
    return f"{row_of(parts, 'all')[4]} % of the operations saved, TVM's CSE {row_of(parts, 'all')[5]} %"


def flat(parts):
    return re.search(r"geometric mean of ours over TVM's ([\d.]+)", str(parts)).group(1) + " of TVM's nodes"


def host(parts):
    told = tables_of(parts)[0]["rows"]
    over = [row for row in told if number(row[3]) > 1.1]
    return f"{geomean([number(row[3]) for row in told]):.2f} of clang's time, {len(over)} of {len(told)} over 1.1"


def neighbours(parts):
    head = tables_of(parts)[0]["head"]
    return "; ".join(", ".join(f"{c} {h}" if h != "level" else c for h, c in zip(head[:6], row)) for row in tables_of(parts)[0]["rows"])


# The one screen's word on each section of sections.py, and its goal.
NOW = {
    "corpus": (right_of("kernels", "right"), "all, or a reason"),
    "stir": (right_of("kernels", "right"), "all, or a reason"),
    "conformance": (right_of("number", "right"), "all, or a reason"),
    "rules": (rules, "none failed"),
    "demo": (demo, "packets: fewer than LLVM's alone"),
    "cases": (cases, "all"),
    "brings": (brings, "each above 1"),
    "crossing": (crossing, "0.95"),
    "neighbours": (neighbours, "none with known counts over 1 %, none over 10 %; at most 1 in 40 else, at -O2 over 3 %"),
    "passes": (passes, "no more than by hand"),
    "temps": (temps, "more than TVM's"),
    "flat": (flat, "at most 1"),
    "host": (host, "none over 1.1 without a reason"),
}


def of_sections(measured):
    """A row for each section."""
    for section in SECTIONS:
        now, goal = NOW.get(section.name, (lambda parts: "", ""))
        told = measured.get(section.name) or {"commit": ""}
        yield Row(section.name, section.title, now(told["parts"]) if told["commit"] else "not measured", goal, told["commit"], None,
                  section.folders, section.page)


def of_evidence():
    """A row for each job."""
    for job in evidence.JOBS:
        commit, told = evidence.latest(job) or ("", {})
        failed = f", {len(told['failures'])} failures" if told and told["failures"] else ""
        goal = f"{job.goal:,} {job.unit}" if job.goal else "all"
        yield Row(f"evidence-{job.name}", job.title[0].upper() + job.title[1:],
                  f"{told['done']:,} {job.unit}{failed}" if told else "not run", goal, commit, None, job.folders, "evidence")


def of_sets(data):
    """A row for each set of kernels."""
    for group, kernels in sets.by_set(data["kernels"]).items():
        told = ratios(kernels, "d3", "b3").values()
        yield Row(f"set-{group}", f"Packets of {len(told)} kernels, set {sets.SETS[group]}, ours / LLVM's",
                  f"{geomean(told):.3f}, {sum(r > 1.01 for r in told)} over 1.01", "none over 1.01", data["commits"][group], None,
                  COMPILER, group)


def of_hand(data, results):
    """The plain loops beside HVX by hand."""
    _, told = plain_loops.beside_hand(data["kernels"], {})
    commits = [data["commits"][g] for g in ("nn", "layout", "others")]
    yield Row("by-hand", f"Packets of {len(told)} plain loops, ours / HVX by hand",
              f"{geomean([packets for packets, _ in told.values()]):.2f}", "1.00", commits[0], None, COMPILER, "by-hand")


def of_times(times, scaling):
    """Compile time, and the pass."""
    if times:
        yield Row("times", f"Compile time of {len(times)} texts, with our passes / without",
                  f"{geomean([r['d2/b2'] for r in times.values()]):.3f}", "at most 1", None, "bench/results/times.json", COMPILER,
                  "times")
    if scaling:
        ours = [[1e9 * t["tirc"][s] / int(s) for t in scaling.values() if s in t["tirc"]] for s in ("1000", "1000000")]
        yield Row("scaling", "Time of the pass, nanoseconds a node", f"{max(ours[0]):.0f} of 1,000, {max(ours[1]):.0f} of 1,000,000",
                  "the same", None, "bench/results/scaling.json", "analysis cse proof", "scaling")


def all_rows(measured, data, times, scaling, results):
    """All of them, in the order of the page."""
    rows = [*of_sections(measured), *of_evidence()]
    if data:
        rows += [*of_sets(data), *of_hand(data, results)]
    return [*rows, *of_times(times, scaling)]
