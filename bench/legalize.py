#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What our flat form costs against TVM's.

    bench/legalize.py [--build=build/release] [--corpus=DIR] [--json=FILE] [--worst=N] [GLOB...]

Each kernel of the corpus is run in the interpreter twice: stir.py, legalised by us, and lowered.py,
as TVM's own passes left it; both without CSE.  Counted are the nodes evaluated, lanes counted once
(tirc --stats).  Printed are ours, TVM's and ours over TVM's for each kernel, the worst first, and
the geometric mean.  A kernel that one of the two cannot run is named with the reason."""
import argparse
import fnmatch
import json
import math
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test"))
import corpus  # noqa: E402


def nodes(kernel, program):
    """The nodes that a run of the program evaluates, by kind of node."""
    out = kernel.run("--run=interp", "--no-cse", "--stats", f"--function={kernel.meta['func']}",
                     kernel.folder / program, *kernel.arguments())
    return {k: int(v) for k, v in (line.split(": ") for line in out.splitlines() if ": " in line)}


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--build", default=str(ROOT / "build/release"))
    p.add_argument("--corpus", default=str(ROOT / "test/corpus"))
    p.add_argument("--json")
    p.add_argument("--worst", type=int, default=10)
    p.add_argument("--timeout", type=int, default=120)
    p.add_argument("kernels", nargs="*", default=["*"])
    o = p.parse_args()
    table, missed = {}, {}
    with tempfile.TemporaryDirectory() as temp:
        for folder in sorted(pathlib.Path(o.corpus).iterdir()):
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
    for name in worst[:o.worst]:
        ours, theirs = table[name]
        more = {k: ours.get(k, 0) - theirs.get(k, 0) for k in {**ours, **theirs}}
        most = sorted((k for k in more if k not in ("nodes", "steps")), key=lambda k: -more[k])[:3]
        print(f"{ratio[name]:8.3f} {ours['nodes']:12} {theirs['nodes']:12}  {name}: " +
              ", ".join(f"{k} {more[k]:+}" for k in most))
    for name, why in missed.items():
        print(f"  missed {name}: {why[:110]}")
    if ratio:
        mean = math.exp(sum(map(math.log, ratio.values())) / len(ratio))
        print(f"{len(ratio)} kernels, ours over TVM's {mean:.3f}, "
              f"{sum(r <= 1 for r in ratio.values())} no worse, {len(missed)} missed")
    if o.json:
        pathlib.Path(o.json).write_text(json.dumps({"ratio": ratio, "missed": missed}, indent=1))


if __name__ == "__main__":
    main()
