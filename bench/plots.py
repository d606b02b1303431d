# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The plots of docs/measured.md: run by a Python with matplotlib.

    plots.py RESULTS OUT

Same results, same bytes: no date, no random names."""
import json
import pathlib
import sys

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.hashsalt": "tirc", "svg.fonttype": "none", "font.size": 9, "figure.dpi": 72})
import matplotlib.pyplot as plt  # noqa: E402

SERIES = [("e3", "TVM's CSE", "tab:orange"), ("d3", "our CSE", "tab:blue")]
TOP = 24  # kernels in the plot of where the packets went


def save(figure, out, name):
    figure.savefig(out / name, metadata={"Date": None, "Creator": None}, bbox_inches="tight")
    plt.close(figure)


def packets(row, config):
    return row.get(config, {}).get("packets")


def plot_ratios(kernels, out):
    """Ratio of packets to -O3, each series sorted by itself."""
    figure, axes = plt.subplots(figsize=(9, 4))
    for config, what, colour in SERIES:
        ratios = sorted(packets(r, config) / packets(r, "b3") for r in kernels.values()
                        if packets(r, config) and packets(r, "b3"))
        axes.plot([100 * (i + 0.5) / len(ratios) for i in range(len(ratios))], ratios, ".-", ms=3, lw=1,
                  color=colour, label=f"{what} ({len(ratios)} kernels)")
    axes.axhline(1, color="black", lw=0.7)
    axes.set(xlabel="kernels, sorted, %", ylabel="packets with -O3 / those of -O3 alone", yscale="log")
    ticks = [0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5]
    axes.set_yticks(ticks, [str(t) for t in ticks])
    axes.minorticks_off()
    axes.grid(alpha=0.3)
    axes.legend()
    save(figure, out, "ratios.svg")


def plot_front(kernels, out):
    """The README's: plain loops beside HVX by hand, tirc's and clang's, packets over those by hand."""
    rows = {k: r for k, r in kernels.items()
            if k.split("/")[0] in ("layout", "nn", "others") and all(packets(r, c) for c in ("hvx", "clang-v", "d3"))
            and not k.endswith("_vectors")}
    names = sorted(rows, key=lambda k: packets(rows[k], "clang-v") / packets(rows[k], "hvx"))
    figure, axes = plt.subplots(figsize=(8, 0.22 * len(names) + 0.8))
    for config, what, colour in (("clang-v", "clang -O3 with its vectoriser, on C", "tab:gray"), ("d3", "tirc -O3, on TIR", "tab:blue")):
        ratios = [packets(rows[k], config) / packets(rows[k], "hvx") for k in names]
        axes.plot(ratios, range(len(names)), "o", ms=5, color=colour, label=what)
    axes.axvline(1, color="black", lw=0.7)
    axes.set_yticks(range(len(names)), [k.partition("/")[2] for k in names])
    axes.set(xscale="log", xlabel="packets over those of HVX written by hand (1: the same; right is worse)")
    ticks = [1, 2, 5, 10, 20, 50, 100, 200, 500]
    axes.set_xticks(ticks, [str(t) for t in ticks])
    axes.minorticks_off()
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    save(figure, out, "front.svg")


def plot_where(kernels, out):
    """Of the kernels that changed most: what became of packets, instructions, code."""
    changed = {k: packets(r, "d3") / packets(r, "b3") for k, r in kernels.items()
               if packets(r, "d3") and packets(r, "b3")}
    names = sorted(changed, key=lambda k: -abs(changed[k] - 1))[:TOP]
    names.sort(key=lambda k: -changed[k])
    figure, axes = plt.subplots(figsize=(9, 0.3 * len(names) + 1))
    for i, (what, colour) in enumerate((("packets", "tab:blue"), ("instructions", "tab:gray"),
                                        ("bytes", "tab:green"), ("ir", "tab:red"))):
        at = [y + 0.2 * (1.5 - i) for y in range(len(names))]
        values = [kernels[k]["d3"].get(what, 0) / kernels[k]["b3"].get(what, 1) for k in names]
        axes.barh(at, values, 0.2, color=colour,
                  label={"bytes": "bytes of code", "ir": "instructions handed to LLVM"}.get(what, what))
    axes.axvline(1, color="black", lw=0.7)
    axes.set_yticks(range(len(names)), names)
    axes.set(xlabel="with our CSE / without, both -O3")
    axes.legend(loc="lower right")
    save(figure, out, "where.svg")


def plot_scaling(told, out):
    figure, all_axes = plt.subplots(1, len(told), figsize=(3 * len(told), 3.2), sharey=True)
    colours = {}
    for axes, (shape, tools) in zip(all_axes, told.items()):
        for tool, seconds in tools.items():
            colour = colours.setdefault(tool, f"C{len(colours)}")
            axes.plot([int(s) for s in seconds], list(seconds.values()), ".-", color=colour, label=tool,
                      lw=2 if tool == "tirc" else 1)
        axes.set(title=shape, xscale="log", yscale="log", xlabel="nodes")
        axes.grid(alpha=0.3)
    all_axes[0].set(ylabel="seconds of the pass")
    all_axes[0].legend(fontsize=7)
    save(figure, out, "scaling.svg")


def main():
    results, out = map(pathlib.Path, sys.argv[1:])
    kernels = json.loads((results / "benchmark.json").read_text())["kernels"]
    plot_ratios(kernels, out)
    plot_where(kernels, out)
    plot_front(kernels, out)
    if (results / "scaling.json").exists():
        plot_scaling(json.loads((results / "scaling.json").read_text()), out)


main()
