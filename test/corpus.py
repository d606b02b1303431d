#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The corpus run: real kernels through every engine, compared with what TVM's own build computed.

    test/corpus.py [--tirc=FILE] [--only=repository|shared] [--kernel=GLOB] [--stage=a,b] [--json=FILE]
                   [--tables=FILE] [--few]

Kernels are those of test/corpus, and those of $TIRC_SHARED/corpus or ../shared/corpus where such a
folder is present.  What cannot work stands in test/corpus/expected-misses.tsv with its reason; any
other miss fails the run, and so does a miss that is expected and does not happen.  --few takes one of the
slow stages for each kernel, in turn.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import zlib

import numpy as np

import progress
import tables

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
HEXAGON = ["--target=hexagon"]

# In order of running; the second word is what the table says.
STAGES = {
    "read": "read: lowered.py and tvm_cse.py",
    "print": "printed, read back, printed the same",
    "cse": "after CSE: printed, read back, printed the same",
    "tvm": "TVM reads both texts as equal, and takes the one after CSE",
    "interp": "right in the interpreter, the same bits with CSE",
    "jit0": "right under the JIT at -O0",
    "jit2": "right under the JIT at -O2, the same bits with CSE",
    "v67hvx": "compiled for Hexagon v67 with HVX",
    "v67": "compiled for Hexagon v67 without HVX",
    "v73": "compiled for Hexagon v73 with HVX, some twice: the same bytes",
    "qemu": "right under qemu-hexagon, the same bits with CSE",
    # stir.py, the program before TVM lowered it; kernels that have one
    "s-read": "S-TIR: read, printed, read back, printed the same",
    "s-tvm": "S-TIR: TVM reads our text as equal",
    "s-legal": "S-TIR: legalised, printed, read back, printed the same",
    "s-interp": "S-TIR: right in the interpreter, the same bits with CSE",
    "s-jit0": "S-TIR: right under the JIT at -O0",
    "s-jit2": "S-TIR: right under the JIT at -O2, the same bits with CSE",
    "s-qemu": "S-TIR: right under qemu-hexagon, the same bits with CSE",
}
SLOW = ["qemu", "jit2", "qemu", "v73"]  # with --few a kernel goes through one of these, the next one through the next
COMPILES = {
    "v67hvx": [],
    "v67": ["-mcpu=hexagonv67", "-mattr=-hvx"],
    "v73": ["-mcpu=hexagonv73", "-mattr=+hvxv73,+hvx-length128b"],
}


class Miss(Exception):
    """A stage that did not do what it should; the text is the reason."""


class Kernel:
    """One folder of the corpus, and its data unpacked for the command line."""

    def __init__(self, tirc, folder, temp, timeout):
        self.tirc, self.folder, self.timeout = tirc, folder, timeout
        self.name = folder.name
        self.meta = json.loads((folder / "meta.json").read_text())
        self.temp = temp / self.name
        self.temp.mkdir()
        self.data = None
        self.names = None  # introduced by CSE

    def run(self, *args, text=None):
        """Run the command and return what it printed."""
        try:
            done = subprocess.run([self.tirc, *map(str, args)], capture_output=True, text=True,
                                  input=text, timeout=self.timeout)
        except subprocess.TimeoutExpired:
            raise Miss(f"no answer within {self.timeout} s") from None
        except UnicodeDecodeError:
            raise Miss("printed text that is not UTF-8") from None
        if done.returncode < 0:
            raise Miss(f"died of signal {-done.returncode}: {last_line(done.stderr)}")
        if done.returncode:
            raise Miss(first_error(done.stderr) or f"exit code {done.returncode}")
        return done.stdout

    def text(self, which):
        """The printed text of lowered.py or tvm_cse.py, or of lowered.py after CSE."""
        file = self.temp / f"{which}.printed.py"
        if not file.exists():
            if which == "stir":
                out = self.run("-O0", "--emit=tir", self.folder / "stir.py")
            elif which == "legal":
                out = self.run("-O0", "--emit=tir", "--after=legalize", self.folder / "stir.py")
            elif which == "cse":
                out = self.run("-O2", "--emit=tir", self.folder / "lowered.py")
            else:
                out = self.run("-O0", "--emit=tir", "--after=read", self.folder / f"{which}.py")
            file.write_text(out)
        return file

    def arguments(self):
        """The command-line words for the kernel's arguments."""
        words = []
        self.data = dict(np.load(self.folder / "data.npz"))
        for k, arg in enumerate(self.meta["args"]):
            if arg["kind"] == "scalar":
                words.append(f"{arg['name']}={arg['value']}")
            elif arg["role"] != "out":
                file = self.temp / f"{arg['name']}.npy"
                np.save(file, self.data.get(f"arg{k}_in", self.data.get(f"arg{k}")))
                words.append(f"{arg['name']}=@{file}")
        # What no array tells: symbolic sizes, and offsets, for the arrays begin at the first element.
        text = (self.folder / "lowered.py").read_text()
        head = text[text.index("    def "):text.index("):\n")]
        symbols = {name: 0 for name in re.findall(r"elem_offset=(\w+)", head)}
        symbols.update(self.meta.get("sym", {}))
        scalars = {a["name"] for a in self.meta["args"] if a["kind"] == "scalar"}
        return words + [f"{n}={v}" for n, v in symbols.items() if n not in scalars]

    def execute(self, engine, *options, program="lowered.py"):
        """Run the kernel; returns its outputs by argument number after checking them."""
        if engine == "hexagon":  # half of the kernels at lines of HVX
            options += (f"--align={64 << zlib.crc32(self.meta['func'].encode()) % 2}",)
        with tempfile.TemporaryDirectory(dir=self.temp) as out:
            self.run(f"--run={engine}", *options, f"--function={self.meta['func']}", f"--save={out}",
                     self.folder / program, *self.arguments())
            results = {}
            for k, arg in enumerate(self.meta["args"]):
                if arg["kind"] == "buffer" and arg["role"] != "in":
                    file = pathlib.Path(out) / f"{arg['name']}.npy"
                    if not file.exists():
                        raise Miss(f"did not save '{arg['name']}'")
                    results[k] = np.load(file)
                    self.compare(arg, results[k], self.data[f"arg{k}"])
        return results

    def compare(self, arg, ours, theirs):
        name, tolerance = arg["name"], self.meta["tolerance"]
        if ours.size != theirs.size or ours.dtype.itemsize != theirs.dtype.itemsize:
            raise Miss(f"'{name}' is {ours.dtype}{list(ours.shape)}, "
                       f"not {theirs.dtype}{list(theirs.shape)}")
        ours = ours.reshape(-1).view(theirs.dtype)
        theirs = theirs.reshape(-1)
        if arg["dtype"] == "bfloat16":
            ours, theirs = bfloat16(ours), bfloat16(theirs)
        if ours.dtype.kind == "f":
            good = (ours == theirs) | np.isnan(ours) & np.isnan(theirs)
        else:
            good = ours == theirs
        with np.errstate(all="ignore"):
            a, b = ours.astype(np.float64), theirs.astype(np.float64)
            good |= np.abs(a - b) <= tolerance["atol"] + tolerance["rtol"] * np.abs(b)
        if not good.all():
            at = int(np.argmin(good))
            raise Miss(f"'{name}'[{at}] is {ours[at]}, not {theirs[at]} "
                       f"({np.count_nonzero(~good)} of {good.size} are wrong)")

    def execute_both(self, engine, *options, program="lowered.py"):
        """With CSE and without: both right, and the same to the bit."""
        with_cse = self.execute(engine, *options, program=program)
        without = self.execute(engine, *options, "--no-cse", "--no-loops", program=program)
        for k, value in with_cse.items():
            if value.tobytes() != without[k].tobytes():
                raise Miss(f"'{self.meta['args'][k]['name']}' differs with and without CSE")


def bfloat16(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


def first_error(text):
    for line in text.splitlines():
        if "error" in line or "rror:" in line:
            return line.strip()[:300]
    return last_line(text)


def last_line(text):
    lines = text.strip().splitlines()
    return lines[-1].strip()[:300] if lines else ""


def stage_read(kernel):
    for which in ("lowered", "tvm_cse"):
        kernel.text(which)


def expect_fixed(kernel, file):
    """Reading a printed text and printing it gives the same text."""
    again = kernel.run("-O0", "--emit=tir", "--after=read", file)
    if again != file.read_text():
        raise Miss(f"{file.name} is printed differently after it was read back")


def stage_print(kernel):
    for which in ("lowered", "tvm_cse"):
        expect_fixed(kernel, kernel.text(which))


def stage_cse(kernel):
    expect_fixed(kernel, kernel.text("cse"))
    before, after = (kernel.text(w).read_text() for w in ("lowered", "cse"))
    kernel.names = after.count("cse_v") and len(
        {w for line in after.splitlines() for w in [line.strip().split(":")[0].split(" ")[0]]
         if w.startswith("cse_v")})
    if kernel.names == 0 and before != after:  # the passes in front of it change texts, too
        after = kernel.run("-O2", "--emit=tir", "--optimize=cse", kernel.folder / "lowered.py")
    if kernel.names == 0 and before != after:
        raise Miss("CSE names nothing and yet changes the text")


def stage_compile(cpu):
    def compile_for(kernel):
        objects = []
        again = cpu == "v73" and zlib.crc32(kernel.name.encode()) % 4 == 0  # addresses differ, the bytes may not: test/determinism.py
        for i in range(1 + again):
            file = kernel.temp / f"{cpu}.{i}.o"
            kernel.run("-O2", *HEXAGON, *COMPILES[cpu], "-c", "-o", file,
                       kernel.folder / "lowered.py")
            objects.append(file.read_bytes())
        if objects[0] != objects[-1]:
            raise Miss("the same input gives other bytes the second time")
    return compile_for


RUN = {
    "read": stage_read,
    "print": stage_print,
    "cse": stage_cse,
    "interp": lambda k: k.execute_both("interp", "-O2"),
    "jit0": lambda k: k.execute("jit", "-O0"),
    "jit2": lambda k: k.execute_both("jit", "-O2"),
    **{cpu: stage_compile(cpu) for cpu in COMPILES},
    "qemu": lambda k: k.execute_both("hexagon", "-O2"),
    "s-read": lambda k: expect_fixed(k, k.text("stir")),
    "s-legal": lambda k: expect_fixed(k, k.text("legal")),
    "s-interp": lambda k: k.execute_both("interp", "-O2", program="stir.py"),
    "s-jit0": lambda k: k.execute("jit", "-O0", program="stir.py"),
    "s-jit2": lambda k: k.execute_both("jit", "-O2", program="stir.py"),
    "s-qemu": lambda k: k.execute_both("hexagon", "-O2", program="stir.py"),
}
NEED_DATA = {"interp", "jit0", "jit2", "qemu", "s-interp", "s-jit0", "s-jit2", "s-qemu"}


def stages_of(o, stages, i):
    """Those of the kernel with the number i."""
    return [s for s in stages if not o.few or s not in SLOW or s == SLOW[i % len(SLOW)]]


def run_kernel(kernel, stages):
    """Results by stage: None for right, else the reason; stages without data are left out."""
    results, times = {}, {}
    unread = set()  # has False: lowered.py cannot be read; True: stir.py
    for stage in stages:
        structured = stage.startswith("s-")
        if structured in unread or structured and not (kernel.folder / "stir.py").exists():
            continue
        if stage in ("tvm", "s-tvm") or stage in NEED_DATA and not kernel.meta["run"]["ran"]:
            continue
        start = time.monotonic()
        try:
            RUN[stage](kernel)
            results[stage] = None
        except Miss as miss:
            results[stage] = str(miss)
        times[stage] = round(time.monotonic() - start, 3)
        if stage in ("read", "s-read") and results[stage]:
            unread.add(structured)
    return results, times


# ---- TVM ---------------------------------------------------------------------------------------
def find_tvm():
    for python in (os.environ.get("TIRC_TVM"), ROOT / "build/.venv-tvm/bin/python"):
        if python and os.access(python, os.X_OK) and \
                subprocess.run([python, "-c", "import tvm"], capture_output=True).returncode == 0:
            return str(python)
    return None


def run_tvm(python, kernels, jobs, stage):
    """The stage "tvm" or "s-tvm" for all kernels, in a few processes, for TVM takes a second to
    start."""
    def one(part):
        lines = []
        for kernel in part:
            for which in ("lowered", "tvm_cse") if stage == "tvm" else ("stir",):
                lines.append([kernel.name, str(kernel.folder / f"{which}.py"),
                              str(kernel.text(which))])
            if stage == "tvm":
                lines.append([kernel.name, "", str(kernel.text("cse"))])
        done = subprocess.run([python, str(HERE / "tvm_equal.py")], text=True, capture_output=True,
                              input="\n".join(map(json.dumps, lines)))
        told = [json.loads(line) for line in done.stdout.splitlines()]
        results = {kernel.name: None for kernel in part}
        for name, why in told:
            results[name] = results[name] or why
        if len(told) != len(lines):
            results[lines[len(told)][0]] = "TVM died: " + last_line(done.stderr)
        return results

    results = {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for part in pool.map(one, [kernels[i::4 * jobs] for i in range(4 * jobs)]):
            results.update(part)
    return results


# ---- what is expected, and the report ----------------------------------------------------------
def read_expected():
    """{(kernel, stage): reason}; a kernel may be a pattern."""
    expected = {}
    for line in (HERE / "corpus" / "expected-misses.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            kernel, stages, reason = line.split("\t")
            for stage in stages.split(","):
                if stage not in STAGES:
                    sys.exit(f"expected-misses.tsv: no stage '{stage}'")
                expected[kernel, stage] = reason
    return expected


def judge(results, expected):
    """Sort every result: {stage: Counter of right, missed, wrong, fixed}, and the lines to show."""
    table = collections.defaultdict(collections.Counter)
    lines = []
    for name, stages in sorted(results.items()):
        for stage, why in stages.items():
            reason = expected.get((name, stage))
            verdict = ("wrong" if why and not reason else "missed" if why
                       else "fixed" if reason else "right")
            table[stage][verdict] += 1
            if verdict == "wrong":
                lines.append(f"  {name} {stage}: {why}")
            elif verdict == "missed":
                lines.append(f"  {name} {stage}: expected: {reason}")
            elif verdict == "fixed":
                lines.append(f"  {name} {stage}: works, though expected-misses.tsv says: {reason}")
    return table, lines


def report(table, lines, seconds):
    out = [f"{'kernels':>8} {'right':>6} {'missed':>7} {'failed':>7}   stage"]
    for stage, words in STAGES.items():
        if stage in table:
            c = table[stage]
            out.append(f"{sum(c.values()):8} {c['right'] + c['fixed']:6} {c['missed']:7} "
                       f"{c['wrong']:7}   {words}  ({seconds[stage]:.0f} s)")
    if lines:
        out += ["misses:", *lines]
    return "\n".join(out) + "\n"


def tabulate(table, results, expected):
    """What docs/measured.md shows: a row for each stage."""
    shown, rows = tables.Tables(), []
    for stage, words in STAGES.items():
        if stage in table:
            c = table[stage]
            reasons = [expected.get((name, stage), "not expected") for name, r in results.items() if r.get(stage)]
            rows.append([words, sum(c.values()), c["right"] + c["fixed"], tables.counted(reasons)])
    shown.add(["stage", "kernels", "right", "missed, with a reason"], rows)
    return shown


def folders(only):
    found = {}
    shared = pathlib.Path(os.environ.get("TIRC_SHARED") or ROOT.parent / "shared")
    places = [shared / "corpus" / "kernels"] if only != "repository" else []
    places += [HERE / "corpus"] if only != "shared" else []
    for place in places:
        for meta in place.glob("*/meta.json"):
            found[meta.parent.name] = meta.parent
    return [found[name] for name in sorted(found)]


def options():
    p = argparse.ArgumentParser(description="run tirc on real kernels")
    p.add_argument("--tirc", default=str(ROOT / "build/release/bin/tirc"))
    p.add_argument("--only", choices=["repository", "shared"], help="take only these kernels")
    p.add_argument("--kernel", default="*", help="glob of names, several separated by commas")
    p.add_argument("--stage", default=",".join(STAGES), help="stages, separated by commas")
    p.add_argument("--few", action="store_true", help="of the slow stages one for each kernel")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--timeout", type=int, default=300, help="seconds for each run of the command")
    p.add_argument("--report", help="write what is printed to this file too")
    p.add_argument("--json", help="write every result to this file")
    tables.add_option(p)
    progress.add_option(p)
    return p.parse_args()


def main():
    o = options()
    stages = [s for s in STAGES if s in o.stage.split(",")]
    if len(stages) != len(o.stage.split(",")):
        sys.exit(f"stages are {', '.join(STAGES)}")
    chosen = [f for f in folders(o.only)
              if any(fnmatch.fnmatch(f.name, g) for g in o.kernel.split(","))]
    if not chosen:
        sys.exit("no such kernel")
    expected = read_expected()
    seconds = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="tirc-corpus-") as temp:
        kernels = [Kernel(o.tirc, f, pathlib.Path(temp), o.timeout) for f in chosen]
        with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
            told = list(progress.over(pool.map(lambda i: run_kernel(kernels[i], stages_of(o, stages, i)), range(len(kernels))), len(kernels), o.progress))
        results = {k.name: r for k, (r, _) in zip(kernels, told)}
        for _, times in told:
            seconds.update(times)
        python = find_tvm()
        if "tvm" in stages and python:
            start = time.monotonic()
            readable = [k for k in kernels if not results[k.name].get("read")
                        and not results[k.name].get("cse")]
            for name, why in run_tvm(python, readable, o.jobs, "tvm").items():
                results[name]["tvm"] = why
            seconds["tvm"] = time.monotonic() - start
        if "s-tvm" in stages and python:
            start = time.monotonic()
            readable = [k for k in kernels if (k.folder / "stir.py").exists()
                        and not results[k.name].get("s-read")]
            for name, why in run_tvm(python, readable, o.jobs, "s-tvm").items():
                results[name]["s-tvm"] = why
            seconds["s-tvm"] = time.monotonic() - start
        names = {k.name: k.names for k in kernels}
    table, lines = judge(results, expected)
    text = report(table, lines, seconds)
    if "tvm" in stages and not python:
        text += "no TVM here (scripts/setup-tvm): texts were not compared by TVM\n"
    print(text, end="")
    if o.report:
        pathlib.Path(o.report).write_text(text)
    tabulate(table, results, expected).write(o.tables)
    if o.json:
        pathlib.Path(o.json).write_text(json.dumps(
            {"results": results, "names": names, "seconds": seconds}, indent=1))
    return 1 if any(c["wrong"] or c["fixed"] for c in table.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
