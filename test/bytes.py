#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bytes.py --tirc=FILE [--out=FILE] [--every=N] [FOLDER...]: a digest of each output of each text.

A change that moves code, or puts one piece of code in another's place, gives the same bytes.  Record the
digests before and after such a change and compare the two files:

    test/bytes.py --tirc=old/bin/tirc --out=before.txt
    test/bytes.py --tirc=build/release/bin/tirc --out=after.txt
    diff before.txt after.txt

A line is: text, output, exit code, the first 16 digits of the SHA-256 of output and messages.  FOLDER: further
texts; the repository's own are always taken.
"""
import argparse
import concurrent.futures
import hashlib
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUTPUTS = {
    "tir": ["-O2", "--emit=tir"],
    "tir-hexagon": ["--target=hexagon", "-O3", "--emit=tir"],
    "plan": ["-O3", "--emit=plan"],
    "plan-hexagon": ["--target=hexagon", "-O2", "--emit=plan"],
    "ll": ["-O2", "--emit=ll"],
    "ll-hexagon": ["--target=hexagon", "-O3", "--emit=ll"],
}
# Texts that take LLVM longer than this are left out, in both runs alike.
SECONDS = 120


def texts(folders):
    own = [ROOT / "test" / "corpus", ROOT / "test" / "cases", ROOT / "test" / "conformance",
           ROOT / "bench" / "kernels"]
    for folder in [*own, *map(pathlib.Path, folders)]:
        yield from sorted(path for path in folder.rglob("*.py") if path.name != "tvm_cse.py")


def digest(tirc, path, name):
    try:
        run = subprocess.run([tirc, *OUTPUTS[name], path.name], cwd=path.parent, timeout=SECONDS,
                             capture_output=True, check=False)
    except subprocess.TimeoutExpired:
        return "timeout"
    sha = hashlib.sha256(run.stdout + run.stderr).hexdigest()[:16]
    return f"{run.returncode} {sha}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--tirc", required=True)
    parser.add_argument("--out", help="default: standard output")
    parser.add_argument("--every", type=int, default=1, help="take each N-th text only")
    parser.add_argument("--outputs", default=",".join(OUTPUTS))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("folders", nargs="*")
    o = parser.parse_args()
    tirc = str(pathlib.Path(o.tirc).resolve())
    work = [(path, name) for path in list(texts(o.folders))[::o.every]
            for name in o.outputs.split(",")]
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        results = pool.map(lambda w: digest(tirc, *w), work)
        lines = [f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path} {name} {r}\n"
                 for (path, name), r in zip(work, results)]
    with open(o.out, "w", encoding="utf-8") if o.out else sys.stdout as out:
        out.writelines(lines)


if __name__ == "__main__":
    main()
