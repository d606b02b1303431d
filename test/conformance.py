#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The conformance programs: one small program for each construct and each corner of the semantics.

    test/conformance.py [--tirc=FILE] [--set=accept,run,legacy,reject,caution] [--only=GLOB] [--stage=interp,jit0,jit2,qemu]

accept/NAME.py is read, and printed as TVM prints it (printed/NAME.py), again so when read back.
legacy/NAME.py, of an older TVM, is read as legacy/NAME.expect.py is.
run/NAME.py is run on the inputs of NAME.npz by every engine, with CSE and without.
reject/NAME.py is refused, caution/NAME.py (what TVM reads and then fails on, or surprises with) is
read or refused as its second line advises: where there are expected-error, -warning or -note comments,
with these messages at these lines (see bad.py), else a program of reject is refused whatever the
reason, unless MANIFEST.tsv says that only TVM cannot read it.  What cannot work
stands in expected-misses.tsv with its reason; a line that is no longer true fails the run.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

import bad
import tables

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
SETS = HERE / "conformance"
ENGINES = {
    "interp": ["--run=interp", "-O2"],
    "jit0": ["--run=jit", "-O0"],
    "jit2": ["--run=jit", "-O2"],
    "nocse": ["--run=jit", "-O2", "--no-cse", "--no-loops"],
    "qemu": ["--run=hexagon", "-O2"],
    "jit-checked": ["--run=jit", "-O2", "--checked"],
    "qemu-checked": ["--run=hexagon", "-O2", "--checked"],
}
# Relative and absolute, by type; "# tolerance: exact" is to the bit.
TOLERANCE = {"float32": (1e-5, 1e-6), "float64": (1e-5, 1e-6), "float16": (2e-3, 2e-3),
             "bfloat16": (1.6e-2, 1.6e-2)}


class Miss(Exception):
    pass


def tirc(o, *args, **more):
    try:
        done = subprocess.run([o.tirc, *map(str, args)], capture_output=True, text=True, timeout=60,
                              **more)
    except subprocess.TimeoutExpired:
        raise Miss("no answer within 60 s") from None
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if "error" in line]
        raise Miss((lines or done.stderr.splitlines() or [f"exit code {done.returncode}"])[0][:200])
    return done.stdout


def code(text):
    """Without the comments at its top, and blank lines."""
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def accept(o, file, temp):
    yield "read", lambda: tirc(o, "-O0", "--emit=tir", "--after=read", file)

    def printed():
        text = tirc(o, "-O0", "--emit=tir", "--after=read", file)
        again = tirc(o, "-O0", "--emit=tir", "--after=read", "-", input=text)
        if again != text:
            raise Miss("printed differently after it was read back")
    yield "print", printed

    def as_tvm():
        theirs = SETS / "printed" / file.name
        if theirs.exists() and code(tirc(o, "-O0", "--emit=tir", "--after=read", file)) != code(theirs.read_text()):
            raise Miss("not what TVM prints")
    yield "same", as_tvm
    yield "cse", lambda: tirc(o, "-O2", "--emit=tir", file)


def arguments(text, data, temp):
    """The words for the command line, and (name, type) of each buffer by number."""
    words, buffers = [], {}
    for line in re.search(r"^# args: (arg.*?)(?:; \(.*)?$", text, re.M)[1].split("; "):
        k, name, kind, rest = re.match(r"arg(\d+) (\w+) (buffer|scalar) (.*)", line).groups()
        if kind == "scalar":
            words.append(f"{name}={rest.split(' = ')[1]}")
            continue
        np.save(temp / f"{name}.npy", data[f"arg{k}"])
        words.append(f"{name}=@{temp / name}.npy")
        buffers[int(k)] = (name, rest.split()[0])
    shapes = re.search(r"^# sym: (.*)$", text, re.M)
    return words + (shapes[1].split("; ") if shapes else []), buffers


def compare(ours, theirs, name, dtype, exact):
    if ours.size != theirs.size or ours.dtype.itemsize != theirs.dtype.itemsize:
        raise Miss(f"'{name}' is {ours.dtype}{list(ours.shape)}, not {theirs.dtype}")
    ours, theirs = ours.reshape(-1).view(theirs.dtype), theirs.reshape(-1)
    if dtype == "bfloat16":
        ours, theirs = ((v.view("u2").astype("u4") << 16).view("f4") for v in (ours, theirs))
    good = ours == theirs
    if ours.dtype.kind == "f":
        good |= np.isnan(ours) & np.isnan(theirs)
        if not exact:
            relative, absolute = TOLERANCE[dtype]
            with np.errstate(all="ignore"):
                a, b = ours.astype("f8"), theirs.astype("f8")
                good |= np.abs(a - b) <= absolute + relative * np.abs(b)
    if not good.all():
        at = int(np.argmin(good))
        raise Miss(f"'{name}'[{at}] is {ours[at]}, not {theirs[at]} "
                   f"({np.count_nonzero(~good)} of {good.size} are wrong)")


def run(o, file, temp):
    text = file.read_text()
    data = file.with_suffix(".npz")
    yield "read", lambda: tirc(o, "-O0", "--emit=tir", "--after=read", file)
    if not data.exists():
        return
    data = np.load(data)
    words, buffers = arguments(text, data, temp)

    def with_engine(name):
        out = temp / name
        out.mkdir()
        tirc(o, *ENGINES[name], f"--save={out}", file, *words)
        for k, (buffer, dtype) in buffers.items():
            compare(np.load(out / f"{buffer}.npy"), data[f"out{k}"], buffer, dtype,
                    "# tolerance: exact" in text)
    for name in o.stage.split(","):
        yield name, lambda: with_engine(name)


def legacy(o, file, temp):
    """NNN.py, of an older TVM, is the program NNN.expect.py."""
    if file.name.endswith(".expect.py"):
        return
    yield "read", lambda: tirc(o, "-O0", "--emit=tir", "--after=read", file)

    def as_today():
        today = file.with_suffix(".expect.py")
        ours, theirs = (code(tirc(o, "-O0", "--emit=tir", "--after=read", f)) for f in (file, today))
        if ours != theirs:
            raise Miss("not the program of today that it means")
    yield "same", as_today


def must_fail(file):
    """Is a program of reject more than a limit of TVM's?"""
    for line in (SETS / "MANIFEST.tsv").read_text().splitlines():
        cell = line.split("\t")
        if cell[:2] == ["reject", file.name]:
            return cell[4] == "hard"
    raise Miss("not in MANIFEST.tsv")


def reject(o, file, temp):
    def refused():
        text = file.read_text()
        if bad.EXPECTED.search(text):
            trouble, _ = bad.check(o, file)
            if trouble:
                raise Miss("; ".join(trouble)[:300])
            return
        got, trouble = bad.said(o, file, text)
        if trouble or (must_fail(file) and not any(g[2] == "error" and g[0] for g in got)):
            raise Miss("; ".join(trouble) or "not refused at a line")
    yield "refused", refused


def caution(o, file, temp):
    if not bad.EXPECTED.search(file.read_text()):
        yield from accept(o, file, temp)
        return

    def advised():
        trouble, _ = bad.check(o, file)
        if trouble:
            raise Miss("; ".join(trouble)[:300])
    yield "advised", advised


def one(o, group, file):
    """[(stage, None or the reason)] for one program."""
    results = []
    with tempfile.TemporaryDirectory() as temp:
        for stage, work in GROUPS[group](o, file, pathlib.Path(temp)):
            try:
                work()
                results.append((stage, None))
            except Miss as miss:
                results.append((stage, str(miss)))
                if stage == "read":
                    break
    return results


GROUPS = {"legacy": legacy, "accept": accept, "run": run, "reject": reject, "caution": caution}


def expected_misses():
    expected = {}
    for line in (SETS / "expected-misses.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            program, stages, reason = line.split("\t")
            expected.update({(program, stage): reason for stage in stages.split(",")})
    return expected


def main():
    p = argparse.ArgumentParser(description="run the conformance programs")
    p.add_argument("--tirc", default=str(ROOT / "build/release/bin/tirc"))
    p.add_argument("--set", default=",".join(GROUPS))
    p.add_argument("--only", default="*")
    p.add_argument("--stage", default=",".join(e for e in ENGINES if e != "qemu-checked"))
    p.add_argument("--jobs", type=int, default=2)
    tables.add_option(p)
    o = p.parse_args()
    expected, table, lines = expected_misses(), collections.defaultdict(collections.Counter), []
    missed = collections.defaultdict(list)
    for group in o.set.split(","):
        files = sorted(f for f in (SETS / group).glob("*.py") if fnmatch.fnmatch(f.stem, o.only))
        with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
            for file, results in zip(files, pool.map(lambda f: one(o, group, f), files)):
                for stage, why in results:
                    reason = expected.get((f"{group}/{file.stem}", stage))
                    verdict = "right" if not why and not reason else \
                        "missed" if why and reason else "failed" if why else "fixed"
                    table[group, stage][verdict] += 1
                    if verdict == "missed":
                        missed[group, stage].append(reason)
                    if verdict != "right":
                        lines.append(f"  {group}/{file.stem} {stage}: {reason or why}"
                                     + (" -- but it works" if verdict == "fixed" else ""))
    shown = tables.Tables()
    shown.add(["programs", "stage", "number", "right", "missed, with a reason"],
              [[f"`{group}/`", stage, sum(c.values()), c["right"], tables.counted(missed[group, stage])]
               for (group, stage), c in table.items()])
    shown.write(o.tables)
    print(f"{'programs':>8} {'right':>6} {'missed':>7} {'failed':>7}")
    for (group, stage), c in table.items():
        print(f"{sum(c.values()):8} {c['right']:6} {c['missed']:7} {c['failed'] + c['fixed']:7}   "
              f"{group}: {stage}")
    print("\n".join(lines))
    return any(c["failed"] or c["fixed"] for c in table.values())


if __name__ == "__main__":
    sys.exit(main())
