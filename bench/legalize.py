#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What our flat form costs against TVM's.

    bench/legalize.py [--build=build/release] [--tables=FILE] [--worst=N] [GLOB...]

Each kernel of the corpus is run in the interpreter twice: stir.py, legalised by us, and lowered.py,
as TVM's own passes left it; both without CSE.  Counted are the nodes evaluated, lanes counted once
(tirc --stats).  Printed are ours, TVM's and ours over TVM's for each kernel, the worst first, and
the geometric mean.  A kernel that one of the two cannot run is named with the reason."""
import argparse
import fnmatch
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test"))
import corpus  # noqa: E402
import tables  # noqa: E402
from means import geomean  # noqa: E402


def nodes(kernel, program):
    """The nodes that a run of the program evaluates, by kind of node."""
    out = kernel.run("--run=interp", "--no-cse", "--no-loops", "--stats", f"--function={kernel.meta['func']}",
                     kernel.folder / program, *kernel.arguments())
    return {k: int(v) for k, v in (line.split(": ") for line in out.splitlines() if ": " in line)}


def surplus(ours, theirs):
    """The three kinds of node that ours evaluates most of beyond TVM's."""
    more = {k: ours.get(k, 0) - theirs.get(k, 0) for k in {**ours, **theirs} if k not in ("nodes", "steps")}
    return ", ".join(f"{k} {more[k]:+}" for k in sorted(more, key=lambda k: -more[k])[:3])


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--build", default=str(ROOT / "build/release"))
    tables.add_option(p)
    p.add_argument("--worst", type=int, default=10)
    p.add_argument("--timeout", type=int, default=120)
    p.add_argument("kernels", nargs="*", default=["*"])
    o = p.parse_args()
    table, missed = {}, {}
    with tempfile.TemporaryDirectory() as temp:
        for folder in corpus.folders(None):
            if not (folder / "stir.py").exists() or not (folder / "data.npz").exists() or not any(
                    fnmatch.fnmatch(folder.name, g) for g in o.kernels):
                continue
            kernel = corpus.Kernel(f"{o.build}/bin/tirc", folder, pathlib.Path(temp), o.timeout)
            try:
                table[folder.name] = [nodes(kernel, "stir.py"), nodes(kernel, "lowered.py")]
            except corpus.Miss as miss:
                missed[folder.name] = str(miss)
    ratio = {k: (ours["nodes"] + 1) / (theirs["nodes"] + 1) for k, (ours, theirs) in table.items()}
    worst = sorted(ratio, key=lambda k: -ratio[k])
    shown = tables.Tables()
    if ratio:
        mean = geomean(ratio.values())
        shown.say(f"{len(ratio)} kernels, geometric mean of ours over TVM's {mean:.3f}, "
                  f"{sum(r <= 1 for r in ratio.values())} no worse, {len(missed)} that one of the two cannot run. "
                  f"The worst {min(o.worst, len(ratio))}:")
        shown.add(["kernel", "ours", "TVM's", "ratio", "what ours has more of"],
                  [[name, *(side["nodes"] for side in table[name]), f"{ratio[name]:.3f}", surplus(*table[name])]
                   for name in worst[:o.worst]])
    print("\n".join(shown.lines()))
    for name, why in missed.items():
        print(f"missed {name}: {why[:110]}")
    shown.write(o.tables)


if __name__ == "__main__":
    main()
