#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What each engine does where a program cannot go on: the table of docs/engines.md, row by row.

    test/engines.py [--tirc=FILE] [--only=GLOB] [--jobs=N]

A row names test/engines/NAME.py, whose comment "# args:" has the words behind it on the command line, and what becomes of it in
the interpreter: a message, or "value". For each other engine a cell says: same (the same message at the same place, or the same
bytes), ends (an error that names the function), any (no more than that the command itself is well)."""
import argparse
import concurrent.futures
import fnmatch
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
SET = HERE / "engines"
TIMEOUT = 300  # for hangs alone
COLUMNS = [["--run=jit"], ["--run=hexagon"], ["--checked"]]
CELLS = ("same", "ends", "any")
ARRAYS = {"zeros": np.zeros(16, "int32"),
          "floats": np.array([1e20, -1e20, np.nan, 300.5, -1.5, 2147483648.0, np.inf, -np.inf], "float32")}


def rows():
    """(program, what the interpreter does, cells) for each row of the table."""
    for line in (HERE.parent / "docs" / "engines.md").read_text().splitlines():
        cells = [c.strip() for c in line.split("|")[1:-1]]
        if len(cells) == 6 and cells[0].startswith("`"):
            yield cells[0].strip("`"), cells[2].strip("`"), cells[3:]


def run(o, file, words, folder):
    """The exit code, the first error with its place, and the buffers' bytes."""
    args = re.search(r"^# args:(.*)$", file.read_text(), re.M)[1].split()
    done = subprocess.run([str(o.tirc), *words, str(file), *args, f"--save={folder / 'out'}"], cwd=folder, capture_output=True,
                          text=True, errors="replace", timeout=TIMEOUT)
    error = re.search(r"^.*?error: .*$", done.stderr, re.M)
    saved = {f.name: f.read_bytes() for f in sorted((folder / "out").glob("*.npy"))} if done.returncode == 0 else {}
    return done.returncode, error and error[0].replace(str(file), file.name), saved


def wrong(cell, want, got):
    """What is wrong with how an engine ended, or None."""
    code, error, _ = got
    if code not in (0, 1) or (error and "internal error" in error) or (code and not error):
        return f"exit code {code}: {error}"
    if cell == "same" and got != want:
        return f"{error or 'ended well'}; should be: {want[1] or 'the same values'}"
    if cell == "ends" and (code != 1 or not re.search(r"error: '", error)):
        return f"should end: {error}"
    return None


def check(o, row):
    name, says, cells = row
    file, misses = SET / f"{name}.py", []
    if not all(c in CELLS for c in cells):
        return [f"{name}: a cell is none of {CELLS}: {cells}"]

    def one(*words):
        with tempfile.TemporaryDirectory(prefix="tirc-engines-") as temp:
            for array, contents in ARRAYS.items():
                np.save(pathlib.Path(temp) / f"{array}.npy", contents)
            return run(o, file, words, pathlib.Path(temp))

    want = one("--run=interp")
    if want[0] != (says != "value") or (want[1] and not re.fullmatch(rf"{name}\.py:\d+:\d+: error: {re.escape(says)}", want[1])):
        misses.append(f"{name}: interp: {want[:2]}; should be: {says}")
    for cell, words in zip(cells, COLUMNS):
        engines = [["--run=jit"], ["--run=hexagon"]] if words == ["--checked"] else [[]]
        for engine in engines:
            for level in o.levels.split(","):
                why = wrong(cell, want, one(*engine, *words, level))
                if why:
                    misses.append(f"{name}: {' '.join([*engine, *words, level])}: {why}")
    return misses


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--tirc", type=pathlib.Path, default=HERE.parent / "build" / "release" / "bin" / "tirc")
    ap.add_argument("--only", default="*")
    ap.add_argument("--levels", default="-O2")
    ap.add_argument("--jobs", type=int, default=2)
    o = ap.parse_args()
    o.tirc = o.tirc.resolve()
    table = [r for r in rows() if fnmatch.fnmatch(r[0], o.only)]
    files = {f.stem for f in SET.glob("*.py") if fnmatch.fnmatch(f.stem, o.only)}
    misses = [f"{n}: stands in the table or in test/engines, not in both" for n in files ^ {r[0] for r in table}]
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        misses += [m for found in pool.map(lambda r: check(o, r), table) for m in found]
    print("\n".join([*misses, f"{len(table)} rows, {len(misses)} wrong"]))
    return bool(misses) or not table


if __name__ == "__main__":
    sys.exit(main())
