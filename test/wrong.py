#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that were once compiled wrongly, in every engine, on four Hexagons, at every level, and checked.

    test/wrong.py [--tirc=FILE] [--plugin=FILE] [--only=GLOB] [--few] [--jobs=N]

test/wrong/NAME.py is run on random arguments, whose buffers begin at 64 or at 128 bytes, in turn; NAME.expect is
Python beside it that says what it should leave there: expect() does it to NumPy's arrays; ARGS has the numbers,
fill() other contents than random ones.  A program with a comment "# refused: TEXT" is refused instead, with that message.  NAME.ll is a program for
LLVM's code generator, compiled by llc with the plugin; its first comments say which buffers it takes.
--few runs each program once in each engine and on each processor, at levels that go on from program to program; on the
four processors it is compiled at -O2, at -O3 and at two other levels or one of these again.
"""
import argparse
import concurrent.futures
import fnmatch
import itertools
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
SET = HERE / "wrong"
LEVELS = ["-O0", "-O1", "-O2", "-O3", "-Os"]
PROCESSORS = ["v60", "v65", "v68", "v73"]
TURNS = ["-O2", "-O3", "-O0", "-O2", "-O3", "-O1", "-O2", "-O3", "-Os"]  # of levels, with --few
ALIGNS = [64, 128]  # where buffers begin: each level, and each processor, has both
TIMEOUT = 300  # for hangs alone


class Miss(Exception):
    pass


def run(command, **more):
    try:
        return subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=TIMEOUT, **more)
    except subprocess.TimeoutExpired:
        raise Miss(f"no answer within {TIMEOUT} s") from None


def need(done):
    if done.returncode:
        raise Miss((done.stderr.strip() or f"exit code {done.returncode}").splitlines()[0][:200])


class Program:
    """A program's arguments and what it should make of them."""

    def __init__(self, file):
        self.file, self.text = file, file.read_text()
        self.refused = re.findall(r"^# refused: (.*)$", self.text, re.M)
        if self.refused:
            return
        names = {}
        exec((file.parent / (file.stem + ".expect")).read_text(), names)
        self.numbers = names.get("ARGS", {})
        rng = np.random.default_rng(1)
        self.before = {}
        for name, shape, dtype in self.buffers():
            if dtype.startswith("f"):
                self.before[name] = rng.standard_normal(shape).astype(dtype)
            else:
                span = np.iinfo(dtype)
                self.before[name] = rng.integers(max(span.min, -1000), min(span.max, 999) + 1, shape, dtype)
        if "fill" in names:
            names["fill"](*self.before.values())
        self.after = {name: a.copy() for name, a in self.before.items()}
        with np.errstate(all="ignore"):
            names["expect"](*self.after.values(), *self.numbers.values())

    def buffers(self):
        if self.file.suffix == ".ll":
            line = re.search(r"^; buffers: (.*)$", self.text, re.M)[1]
            words = [part.split() for part in line.split(",")]
            return [(w[0], tuple(map(int, w[2:])), w[1]) for w in words]
        signature = re.findall(r"def (?:main|carried\w*)\((.*)\):", self.text)[-1]
        return [(name, eval(shape), dtype) for name, shape, dtype in
                re.findall(r'(\w+): T\.Buffer\((\([^)]*\)), "(\w+)"', signature)]

    def compare(self, name, got):
        want = self.after[name]
        got = got.reshape(want.shape)
        same = got.view(np.uint8) == want.view(np.uint8)
        if want.dtype.kind == "f":  # which NaN is nobody's business
            width = want.dtype.itemsize
            same = same.reshape(*want.shape, width).all(-1) | (np.isnan(got) & np.isnan(want))
        else:
            same = got == want
        if not same.all():
            at = tuple(int(k) for k in np.argwhere(~same)[0])
            raise Miss(f"{name}{list(at)} is {got[at]}, should be {want[at]}")


def check_refused(o, p, folder):
    done = run([o.tirc, "-O0", "--emit=ll", "-o", folder / "out.ll", p.file])
    if done.returncode != 1 or f"error: {p.refused[0]}\n" not in done.stderr:
        raise Miss(f"exit code {done.returncode}: {done.stderr.strip()[:200]}")


def check_run(o, p, options, folder):
    args = [f"{k}={v}" for k, v in p.numbers.items()]
    for name, array in p.before.items():
        np.save(folder / f"{name}.npy", array)
        args.append(f"{name}=@{folder / name}.npy")
    main = ["--function=main"] if "def main(" in p.text else []
    need(run([o.tirc, *options, *main, p.file, *args, f"--save={folder / 'out'}"]))
    for name in p.before:
        p.compare(name, np.load(folder / "out" / f"{name}.npy"))


def job_file(arrays):
    """runtime/job.h"""
    at = 16 + 24 * len(arrays)
    table, contents = b"", b""
    for a in arrays:
        table += struct.pack("<QQII", a.nbytes, at + len(contents), 128, 0)
        contents += a.tobytes() + bytes(-a.nbytes % 8)
    return struct.pack("<8sII", b"TIRCJOB1", len(arrays), 0) + table + contents


def check_llc(o, p, options, folder):
    cpu, level = options
    features = f"+hvx{cpu},+hvx-length128b"
    llc = [o.llc, f"-load-pass-plugin={o.plugin}", "-mtriple=hexagon", f"-mcpu=hexagon{cpu}", f"-mattr={features}",
           level, "-relocation-model=pic", "-filetype=obj", p.file, "-o", folder / "kernel.o"]
    need(run(llc))
    runtime = pathlib.Path(o.tirc).parent.parent / "lib" / "libtirc-hexagon.a"
    need(run(["ld.lld-22", "-static", "-o", folder / "kernel", folder / "kernel.o", runtime]))
    (folder / "job").write_bytes(job_file(list(p.before.values())))
    need(run(["qemu-hexagon", "-cpu", "v67", folder / "kernel", folder / "job", folder / "result"]))
    result = (folder / "result").read_bytes()[48:]
    for name, array in p.before.items():
        p.compare(name, np.frombuffer(result[:array.nbytes], array.dtype))
        result = result[array.nbytes + -array.nbytes % 8:]


def ways(o, engines, levels, i):
    """(engine, level, number) of the program with the number i: all, or with --few a level for each engine."""
    if o.few:
        turns = [t for t in TURNS if t in levels]
        return [(e, turns[(i + k) % len(turns)], i + k) for k, e in enumerate(engines)]
    return [(e, level, k + m) for (k, e), (m, level) in itertools.product(enumerate(engines), enumerate(levels))]


def cases(o, p, i):
    """(what, function of a folder) for each run of the program, whose number is i."""
    if p.file.suffix == ".ll":
        for cpu, level, _ in ways(o, PROCESSORS if o.plugin else [], LEVELS[:4], i):
            yield f"llc {cpu} {level}", lambda f, x=(cpu, level): check_llc(o, p, x, f)
        return
    if p.refused:
        yield "refused", lambda f: check_refused(o, p, f)
        return
    engines = [["--run=interp"], ["--run=jit"]]
    engines += [["--run=hexagon", f"-mcpu=hexagon{cpu}"] for cpu in PROCESSORS]
    for engine, level, number in ways(o, engines, LEVELS, i):
        options = [*engine, level, f"--align={ALIGNS[number % len(ALIGNS)]}"]
        yield " ".join(options), lambda f, x=options: check_run(o, p, x, f)
    checked = [engines[1], engines[4]]
    for engine in checked[i % 2:][:1] if o.few else checked:
        yield " ".join([*engine, "--checked"]), lambda f, x=[*engine, "--checked"]: check_run(o, p, x, f)


def main():
    here = HERE.parent / "build" / "release"
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--tirc", default=here / "bin" / "tirc")
    ap.add_argument("--plugin", help="else programs for llc are left out", default=None)
    ap.add_argument("--llc", default="llc-22")
    ap.add_argument("--only", default="*")
    ap.add_argument("--few", action="store_true", help="one level for each engine and processor")
    ap.add_argument("--jobs", type=int, default=2)
    o = ap.parse_args()
    files = sorted(f for f in SET.iterdir() if f.suffix in (".py", ".ll") and fnmatch.fnmatch(f.stem, o.only))
    work = [(f.name, *case) for i, f in enumerate(files) for case in cases(o, Program(f), i)]

    def one(item):
        name, what, check = item
        with tempfile.TemporaryDirectory() as folder:
            try:
                check(pathlib.Path(folder))
            except Miss as miss:
                return f"{name}: {what}: {miss}"
        return None

    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        misses = [m for m in pool.map(one, work) if m]
    for m in misses:
        print(m)
    print(f"{len(work)} runs of {len(files)} programs, {len(misses)} wrong")
    return bool(misses) or not work


if __name__ == "__main__":
    sys.exit(main())
