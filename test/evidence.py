#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Long evidence: random programs by the million, in pieces that can be stopped and gone on with.

    test/evidence.py [--seconds=N] [--state=DIR] [JOB ...]      go on where the last run stopped
    test/evidence.py --short                                    a short part of each job, in a state of its own
    test/evidence.py --tables=FILE                              what docs/measured.md shows, from bench/results/evidence.json
    test/evidence.py --list

A job is cut into pieces, each with seeds of its own: piece k is the same on every machine.  What a piece gave is a
line of DIR/JOB.jsonl (build/evidence; a line is written when the piece has ended, so a run may be killed).  At the end
the lines are added to the sums in bench/results/evidence.json, with the commits that they were run at and the number
of the next piece, and the file is removed: another clone goes on from there.  A failure is kept as a text in
DIR/failures, with what repeats it.  Jobs that need what is not there (a build with sanitizers, say) say so and are left
out."""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from tables import Tables, add_option

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench/results/evidence.json"
RANDOM = ROOT / "build/release/bin/tirc-random"


class Absent(Exception):
    """What a job needs is not there."""


def commit():
    def git(*args):
        return subprocess.run(["git", "-C", ROOT, *args], capture_output=True, text=True, check=True).stdout.strip()
    return git("rev-parse", "--short=7", "HEAD") + ("+" if git("status", "--porcelain", "-uno") else "")


def call(*command, timeout=None, env=None):
    try:
        return subprocess.run([str(c) for c in command], capture_output=True, text=True, errors="replace", check=False,
                              timeout=timeout, cwd=ROOT, env={**os.environ, **(env or {})})
    except FileNotFoundError as e:
        raise Absent(f"there is no {e.filename}") from e


# ---- Random programs ------------------------------------------------------------------------------
def random_programs(engine, first):
    """Programs through the interpreter, the passes, and what the engine adds."""
    def piece(k, count, folder):
        if not RANDOM.exists():
            raise Absent("build/release has no tirc-random")
        done = call(RANDOM, f"--engine={engine}", f"--seed={first + k * count}", f"--count={count}",
                    "--failures=1000000", f"--keep={folder}", f"--reduce={ROOT}/scripts/tirc-reduce", "--json")
        found = re.findall(r"^FAILED seed (\d+): (.*)", done.stdout, re.M)
        last = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""
        if not last.startswith("{"):
            raise RuntimeError(f"tirc-random ended with {done.returncode}: {done.stderr[:300]}")
        told = json.loads(last)
        return {"programs": told["programs"], "features": told["features"],
                "failures": [f"tirc-random --engine={engine} --seed={s} --count=1: {why[:160]}" for s, why in found]}
    return piece


def script(name, *options):
    """Seeds of one of the Python generators, through the command."""
    def piece(k, count, folder):
        done = call("test/" + name, f"--seed={1 + k * count}", f"--count={count}", "--jobs=1", *options)
        bad = re.findall(r"^FAILED seed (\d+)[^:]*: (.*)", done.stdout, re.M)
        if done.returncode and not bad:
            raise RuntimeError((done.stdout + done.stderr)[-300:])
        return {"programs": count, "features": {},
                "failures": [f"test/{name} --seed={s} --count=1 {' '.join(options)}: {why[:160]}" for s, why in bad]}
    return piece


def in_tvm(k, count, folder):
    """Programs that TVM builds and runs, too."""
    done = call("test/random_tvm.py", f"--seed={(3 << 30) + k * count}", f"--count={count}", "--jobs=1", "--json")
    if done.returncode == 77:
        raise Absent("there is no TVM 0.27 (scripts/setup-tvm)")
    told = json.loads(done.stdout.strip().splitlines()[-1])
    found = re.findall(r"^FAILED seed (\d+): (.*)", done.stdout, re.M)
    return {"programs": told["programs"], "features": told["features"],
            "failures": [f"test/random_tvm.py --seed={s} --count=1: {why[:160]}" for s, why in found]}


# ---- Memory that ends -----------------------------------------------------------------------------
def memory_ends(k, count, folder):
    """Piece k: kernel k of the corpus, every allocation of it failed in turn, and every limit of its arenas."""
    tool = ROOT / "build/dev/bin/tirc-nomemory"
    if not tool.exists():
        raise Absent("build/dev has no tirc-nomemory (preset dev, with sanitizers)")
    kernels = sorted((ROOT / "test/corpus").glob("*/lowered.py"))
    chosen = kernels[k * count:(k + 1) * count]
    runs, bad = 0, []
    for kernel in chosen:
        done = call(tool, kernel, env={
            "ASAN_OPTIONS": "detect_leaks=1:allocator_may_return_null=1",
            "LSAN_OPTIONS": f"suppressions={ROOT}/test/lsan.supp:print_suppressions=0"})
        told = re.search(r"(\d+) runs", done.stdout)
        runs += int(told.group(1)) if told else 0
        if done.returncode or not told:
            bad.append(f"tirc-nomemory {kernel.relative_to(ROOT)}: {(done.stderr or done.stdout).strip()[-300:]}")
    return {"programs": len(chosen), "runs": runs, "features": {}, "failures": bad, "last": not chosen}


# ---- Fuzz -----------------------------------------------------------------------------------------
def fuzz(target):
    def piece(k, count, folder):
        if not (ROOT / f"build/fuzz/bin/fuzz-{target}").exists():
            raise Absent(f"build/fuzz has no fuzz-{target} (preset fuzz)")
        done = call("scripts/fuzz", target, count)
        finds = re.findall(r"Test unit written to (\S+)", done.stderr)
        return {"programs": 0, "runs": count, "features": {},
                "failures": [f"build/fuzz/bin/fuzz-{target} {f}" for f in dict.fromkeys(finds)]}
    return piece


# ---- The jobs -------------------------------------------------------------------------------------
# aim: programs (or runs); size: of a piece; short: of the piece that ./check runs.
Job = collections.namedtuple("Job", "name title command piece size short aim unit")
JOBS = [
    Job("jit", "host: passes, interpreter, compiled by LLVM and run", "tirc-random --engine=jit",
        random_programs("jit", 0), 8192, 256, 1000000, "programs"),
    Job("interp", "host: passes and interpreter", "tirc-random --engine=interp",
        random_programs("interp", 1 << 30), 32768, 1024, 1000000, "programs"),
    Job("hexagon", "Hexagon: the same, under qemu-hexagon", "tirc-random --engine=hexagon",
        random_programs("hexagon", 1 << 31), 2048, 64, 100000, "programs"),
    Job("cse", "with CSE and without, traps compared", "test/random_cse.py",
        script("random_cse.py"), 480, 24, 100000, "programs"),
    Job("overflow", "CSE adds no signed overflow", "test/random_cse.py --trap-overflow --no-jit",
        script("random_cse.py", "--trap-overflow", "--no-jit"), 240, 24, 20000, "programs"),
    Job("tvm", "TVM's own build beside the interpreter", "test/random_tvm.py", in_tvm, 1024, 32, 10000, "programs"),
    Job("memory", "every allocation and every limit of memory failed in turn, with ASan and leak checking",
        "tirc-nomemory test/corpus/KERNEL/lowered.py", memory_ends, 1, 1, 0, "kernels"),
    Job("fuzz-reader", "any bytes to the reader", "scripts/fuzz reader", fuzz("reader"), 300, 5, 7200, "seconds"),
    Job("fuzz-whole", "texts through all passes and back", "scripts/fuzz whole", fuzz("whole"), 300, 5, 7200, "seconds"),
    Job("fuzz-llvm", "texts to LLVM IR", "scripts/fuzz llvm", fuzz("llvm"), 300, 5, 7200, "seconds"),
]


class State:
    """What the pieces of a job gave so far: the sums that were kept, and the pieces since."""

    def __init__(self, folder, job, kept):
        self.file = folder / f"{job.name}.jsonl"
        self.job, self.kept, self.pieces = job, kept.get(job.name, {}), []
        if self.file.exists():
            lines = self.file.read_text().splitlines()
            self.pieces = [json.loads(line) for line in lines if line.endswith("}")]

    def next(self):
        done = {p["piece"] for p in self.pieces}
        k = self.kept.get("next", 0)
        while k in done:
            k += 1
        return k

    def add(self, piece):
        self.pieces.append(piece)
        with open(self.file, "a", encoding="utf-8") as f:
            f.write(json.dumps(piece) + "\n")

    def done(self):
        return self.kept.get("done", 0) + sum(p.get("runs", 0) if self.job.unit == "seconds" else p["programs"]
                                              for p in self.pieces)

    def sums(self):
        kept = self.kept
        features = collections.Counter(kept.get("features", {}))
        for p in self.pieces:
            features.update(p["features"])
        commits = [*kept.get("commits", []), *(p["commit"] for p in self.pieces)]
        return {"done": self.done(), "next": self.next(),
                "runs": kept.get("runs", 0) + sum(p.get("runs", 0) for p in self.pieces),
                "seconds": round(kept.get("seconds", 0) + sum(p["seconds"] for p in self.pieces)),
                "failures": [*kept.get("failures", []), *(f for p in self.pieces for f in p["failures"])],
                "commits": list(dict.fromkeys(commits)), "features": dict(features)}


def run_piece(job, state, size, folder):
    k, start = state.next(), time.monotonic()
    told = job.piece(k, size, folder)
    if told.pop("last", False):
        return None
    piece = {"piece": k, "size": size, "commit": commit(), "seconds": round(time.monotonic() - start, 1), **told}
    state.add(piece)
    for failure in piece["failures"]:
        print(f"FAILED {failure}", flush=True)
    return piece


def results():
    return json.loads(RESULTS.read_text()) if RESULTS.exists() else {}


def write_results(told):
    RESULTS.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n")


def keep(folder, jobs):
    """Add what was run to the sums; jobs that were not run keep theirs."""
    told = results()
    states = [s for s in (State(folder, job, told) for job in jobs) if s.pieces]
    for state in states:
        told[state.job.name] = state.sums()
    write_results(told)
    for state in states:
        state.file.unlink()


def run(o, jobs):
    """All jobs in turn, a piece each, until the time is over or all have reached their aim."""
    folder = o.state
    (folder / "failures").mkdir(parents=True, exist_ok=True)
    until = time.monotonic() + o.seconds if o.seconds else None
    bad, left, absent = 0, list(jobs), {}
    kept = {} if o.short else results()
    while left and not (until and time.monotonic() > until):
        for job in list(left):
            state = State(folder, job, kept)
            if job.aim and state.done() >= job.aim and not o.short:
                left.remove(job)
                continue
            try:
                piece = run_piece(job, state, job.short if o.short else job.size, folder / "failures")
            except Absent as why:
                absent[job.name] = str(why)
                piece = None
            if piece is None or o.short:
                left.remove(job)
            if piece:
                bad += len(piece["failures"])
                print(f"{job.name}: {state.done()} {job.unit}, {len(piece['failures'])} failures in this "
                      f"piece, {piece['seconds']} s", flush=True)
            if until and time.monotonic() > until:
                break
    for name, why in absent.items():
        print(f"{name}: left out: {why}")
    return bad


# ---- The page -------------------------------------------------------------------------------------
def mutants():
    """[(group, conditions, fail when taken out)]."""
    import tomllib
    kept = ROOT / "test/mutants/results.json"
    found = json.loads(kept.read_text()) if kept.exists() else {}
    for file in sorted((ROOT / "test/mutants").glob("*.toml")):
        rows = tomllib.loads(file.read_text())["mutant"]
        yield file.stem, len(rows), sum(found.get(m["condition"], {}).get("fails") == "yes" for m in rows)


def tables(file):
    told = results()
    t = Tables()
    rows = []
    for job in JOBS:
        s = told.get(job.name)
        aim = f"{job.aim:,} {job.unit}" if job.aim else "all"
        rows.append([job.title, f"`{job.command}`", f"{s['done']:,} {job.unit}" if s else "not run", aim,
                     len(s["failures"]) if s else "", ", ".join(s["commits"][-3:]) if s else ""])
    t.add(["what", "command", "reached", "aim", "failures found", "last commits"], rows)
    if s := told.get("memory"):
        t.say(f"Memory ended in {s['runs']:,} runs.")
    engines = [n for n in ("interp", "jit", "hexagon") if n in told]
    if engines:
        words = read_features()
        t.say("Programs with each feature, of those above:")
        t.add(["feature", *engines], [[text] + [f"{told[e]['features'].get(word, 0):,}" for e in engines]
                                      for word, text in words])
    t.add(["mutants of", "conditions", "fail their test when taken out"], list(mutants()))
    if coverage := told.get("coverage"):
        t.say("Coverage by the tests (`scripts/coverage`), in per cent:")
        t.add(["folder", "functions", "lines", "branches"], coverage)
    t.write(file)


def read_features():
    text = (ROOT / "test/random/features.def").read_text()
    return re.findall(r'^FEATURE\(\w+,\s*"(\w+)",\s*\d+,\s*"([^"]*)"\)', text, re.M)


def take_coverage():
    """Run scripts/coverage and keep its table."""
    done = call("scripts/coverage")
    rows = re.findall(r"^(\w+) +functions +([\d.]+)% +lines +([\d.]+)% of +\d+ +branches +([\d.]+)%", done.stdout, re.M)
    if not rows:
        sys.exit(f"scripts/coverage gave no table: {done.stderr[-300:]}")
    write_results({**results(), "coverage": rows})


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--seconds", type=float, help="stop after the piece in which they end")
    p.add_argument("--state", type=pathlib.Path, default=ROOT / "build/evidence")
    p.add_argument("--short", action="store_true", help="one short piece of each job; nothing is kept")
    p.add_argument("--coverage", action="store_true", help="run scripts/coverage and keep its table")
    p.add_argument("--list", action="store_true")
    p.add_argument("jobs", nargs="*", metavar="JOB")
    add_option(p)
    o = p.parse_args()
    if unknown := set(o.jobs) - {j.name for j in JOBS}:
        p.error(f"no job '{min(unknown)}'; there are {', '.join(j.name for j in JOBS)}")
    jobs = [j for j in JOBS if not o.jobs or j.name in o.jobs]
    if o.list:
        for job in jobs:
            print(f"{job.name:12} {job.command}: {job.title}")
    elif o.tables:
        tables(o.tables)
    elif o.coverage:
        take_coverage()
    elif o.short:
        with tempfile.TemporaryDirectory(prefix="tirc-evidence-") as temp:
            o.state = pathlib.Path(temp)
            return 1 if run(o, jobs) else 0
    else:
        try:
            bad = run(o, jobs)
        except KeyboardInterrupt:
            bad = 0
        keep(o.state, jobs)
        return 1 if bad else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
