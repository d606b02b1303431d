#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The long evidence for the commit at hand: random programs, memory that ends, fuzzing, mutants.

    test/evidence.py [--seconds=N] [--more] [JOB ...]   build, and go on where the last run stopped, until all goals are reached
    test/evidence.py --rates [JOB ...]                  what each job has reached, and what it does in an hour
    test/evidence.py --share=K/N [...]                  of N runs beside each other, on one machine or several, the K-th
    test/evidence.py --record                           add that to bench/results/evidence.json: bench/report shows it
    test/evidence.py --short                            a short piece of each job, in a state of its own
    test/evidence.py --list

A job is cut into pieces.  What a piece gave is a line of build/evidence/COMMIT/JOB.jsonl, written when the piece has ended:
a run may be stopped or killed at any time, and another one goes on; of N runs the K-th takes the pieces K - 1, K - 1 + N, ...,
and writes JOB.KofN.jsonl.  The files of other machines are copied into the folder, and --record adds up all of them.  All of it is of one commit: the last one that changed
more than recorded results.  Files that differ from it are refused.  The seeds follow from the commit and the piece: each commit has
programs that no other one had, and piece k is the same on every machine.  A failure is kept as a text in
build/evidence/COMMIT/failures, with what repeats it.  A job that needs what is not there (TVM, say) says so and is left out.
One core is used, and nice."""
import argparse
import collections
import fcntl
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

import mutants

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench/results/evidence.json"
RANDOM = ROOT / "build/release/bin/tirc-random"
# What is recorded about a commit is no part of it.
RECORDED = [":!bench/results", ":!docs/measured", ":!docs/measured.md", ":!docs/mutants.md", ":!test/mutants/results.json"]
SEEDS = 1 << 17  # of each commit, in a job


class Absent(Exception):
    """What a job needs is not there."""


def git(*args):
    return subprocess.run(["git", "-C", ROOT, *args], capture_output=True, text=True, check=True).stdout.strip()


def commit():
    """The commit at hand; the program ends if files differ from it."""
    if changed := git("status", "--porcelain", "-uno", "--", ".", *RECORDED):
        sys.exit(f"evidence.py: files differ from the commit, which nobody could repeat: {changed.splitlines()[0].split()[-1]} ...")
    return git("log", "-1", "--abbrev=7", "--format=%h", "--", ".", *RECORDED)


def call(*command, env=None):
    """Run a command; who stops this program stops what the command has started."""
    try:
        child = subprocess.Popen([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                 errors="replace", cwd=ROOT, env={**os.environ, **(env or {})}, start_new_session=True)
    except FileNotFoundError as e:
        raise Absent(f"there is no {e.filename}") from e
    try:
        out, err = child.communicate()
    except BaseException:
        os.killpg(child.pid, signal.SIGTERM)
        raise
    return subprocess.CompletedProcess(command, child.returncode, out, err)


def first_seed(at, first):
    """Of the commit's programs in a job whose seeds begin with `first`."""
    return first + int(at, 16) % ((1 << 30) // SEEDS) * SEEDS


# ---- Random programs ------------------------------------------------------------------------------
def random_programs(engine, first, *options):
    """Programs through the interpreter, the passes, and what the engine adds."""
    def piece(at, k, count, folder):
        done = call(RANDOM, f"--engine={engine}", *options, f"--seed={first_seed(at, first) + k * count}",
                    f"--count={count}", "--failures=1000000", f"--keep={folder}", f"--reduce={ROOT}/scripts/tirc-reduce", "--json")
        found = re.findall(r"^FAILED seed (\d+): (.*)", done.stdout, re.M)
        last = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""
        if not last.startswith("{"):
            raise RuntimeError(f"tirc-random ended with {done.returncode}: {done.stderr[:300]}")
        told = json.loads(last)
        return {"done": told["programs"], "features": told["features"],
                "failures": [f"tirc-random {' '.join([f'--engine={engine}', *options])} --seed={s} --count=1: {why[:160]}" for s, why in found]}
    return piece


def script(name, *options):
    """Seeds of one of the Python generators, through the command."""
    def piece(at, k, count, folder):
        done = call("test/" + name, f"--seed={first_seed(at, 1) + k * count}", f"--count={count}", "--jobs=1", *options)
        bad = re.findall(r"^FAILED seed (\d+)[^:]*: (.*)", done.stdout, re.M)
        if done.returncode and not bad:
            raise RuntimeError((done.stdout + done.stderr)[-300:])
        return {"done": count,
                "failures": [f"test/{name} --seed={s} --count=1 {' '.join(options)}: {why[:160]}" for s, why in bad]}
    return piece


# Loops beside each other, arrays that hold values of loops, guards: each generator makes what one pass that crosses loops looks for.
CROSSING = "siblings hoist fused divide versions sliding predictive".split()


def nests(names, first, *options):
    """Seeds of one of the generators of nests; the next piece takes the next one."""
    def piece(at, k, count, folder):
        name, seed = names[k % len(names)], first_seed(at, first) + k * count
        done = call(f"test/random_{name}.py", f"--seed={seed}", f"--count={count}", "--jobs=1", f"--keep={folder}", *options)
        bad = re.findall(r"^seed (\d+): (.*)", done.stdout, re.M)
        if done.returncode and not bad and " failures" not in done.stdout:
            raise RuntimeError((done.stdout + done.stderr)[-300:])
        return {"done": count,
                "failures": [f"test/random_{name}.py --seed={s} --count=1 {' '.join(options)}: {why[:160]}" for s, why in bad]}
    return piece


def in_tvm(at, k, count, folder):
    """Programs that TVM builds and runs, too."""
    done = call("test/random_tvm.py", f"--seed={first_seed(at, 3 << 30) + k * count}", f"--count={count}", "--jobs=1", "--json")
    if done.returncode == 77:
        raise Absent("there is no TVM 0.27 (scripts/setup-tvm)")
    told = json.loads(done.stdout.strip().splitlines()[-1])
    found = re.findall(r"^FAILED seed (\d+): (.*)", done.stdout, re.M)
    return {"done": told["programs"], "features": told["features"],
            "failures": [f"test/random_tvm.py --seed={s} --count=1: {why[:160]}" for s, why in found]}


# ---- Memory that ends -----------------------------------------------------------------------------
def memory_ends(at, k, count, folder):
    """Other kernels of the corpus in each piece: every allocation of theirs failed in turn, and every limit of their arenas."""
    tool = ROOT / "build/dev/bin/tirc-nomemory"
    kernels = sorted((ROOT / "test/corpus").glob("*/lowered.py"))
    kernels = [kernels[i] for i in sorted(range(len(kernels)), key=lambda i: (i * 37 % len(kernels), i))]
    chosen, runs, bad = kernels[k * count:(k + 1) * count], 0, []
    for kernel in chosen:
        done = call(tool, kernel, env={
            "ASAN_OPTIONS": "detect_leaks=1:allocator_may_return_null=1",
            "LSAN_OPTIONS": f"suppressions={ROOT}/test/lsan.supp:print_suppressions=0"})
        told = re.search(r"(\d+) runs", done.stdout)
        runs += int(told.group(1)) if told else 0
        if done.returncode or not told:
            bad.append(f"tirc-nomemory {kernel.relative_to(ROOT)}: {(done.stderr or done.stdout).strip()[-300:]}")
    return {"done": len(chosen), "runs": runs, "failures": bad, "last": not chosen}


# ---- Fuzz -----------------------------------------------------------------------------------------
def fuzz(target):
    """Texts that libFuzzer makes; a piece is so many seconds."""
    def piece(at, k, count, folder):
        done = call("scripts/fuzz", target, count)
        bad = list(dict.fromkeys(re.findall(r"Test unit written to (\S+)", done.stderr)))
        if done.returncode and not bad:
            raise RuntimeError(f"scripts/fuzz {target} ended with {done.returncode}: {done.stderr[-300:]}")
        texts = re.findall(r"^#(\d+): cov", done.stderr, re.M)
        return {"done": count, "runs": int(texts[-1]) if texts else 0,
                "failures": [f"build/fuzz/bin/fuzz-{target} {f}" for f in bad]}
    return piece


# ---- Mutants --------------------------------------------------------------------------------------
def mutants_of(group):
    """Conditions that are taken out of the code; what changed neither in them nor in their tests is known already."""
    def piece(at, k, count, folder):
        done = call("test/mutants.py", "--jobs=1", f"--most={count}", group)
        told = re.findall(r"^(yes|NO|.+?) +(yes|no|-)? +(.*)$", done.stdout, re.M)
        if done.returncode not in (0, 1):
            raise RuntimeError(done.stderr[-300:])
        explained = {m["condition"] for m in mutants.mutants() if "survives" in m}
        return {"done": len(told), "last": not told,
                "failures": [f"test/mutants.py '{c}': {fails}" for fails, _, c in told if fails != "yes" and c not in explained]}
    return piece


# ---- The jobs -------------------------------------------------------------------------------------
# size: of a piece; short: of the piece of --short; goal: for each commit; build: the preset and the targets that the job runs;
# folders: what it tells something about.
EVERYTHING = "analysis cse driver frontend graph interp legalize loops lowering proof simplify support target tir"
CORE = "analysis cse driver frontend interp legalize loops proof simplify support tir"
TOOLS = ("release", "tirc", "tirc-random", "tirc-hexagon-runtime")
Job = collections.namedtuple("Job", "name title command piece size short goal unit build folders")
JOBS = [
    Job("jit", "random programs on the host: interpreter, passes, compiled by LLVM and run", "tirc-random --engine=jit",
        random_programs("jit", 0), 2048, 256, 100000, "programs", TOOLS, EVERYTHING),
    Job("interp", "random programs on the host: interpreter and passes", "tirc-random --engine=interp",
        random_programs("interp", 1 << 30), 8192, 1024, 100000, "programs", TOOLS, CORE),
    Job("hexagon", "random programs for Hexagon, under qemu-hexagon", "tirc-random --engine=hexagon",
        random_programs("hexagon", 1 << 31), 512, 64, 10000, "programs", TOOLS, EVERYTHING),
    Job("tvm", "random programs, TVM's own build beside the interpreter", "test/random_tvm.py",
        in_tvm, 512, 32, 5000, "programs", TOOLS, CORE),
    Job("cse", "random programs with CSE and without, traps compared", "test/random_cse.py",
        script("random_cse.py"), 240, 24, 10000, "programs", TOOLS, "analysis cse proof"),
    Job("overflow", "random programs: CSE adds no signed overflow", "test/random_cse.py --trap-overflow --no-jit",
        script("random_cse.py", "--trap-overflow", "--no-jit"), 240, 24, 5000, "programs", TOOLS, "analysis cse proof"),
    Job("siblings", "random loops beside each other, arrays and guards: interpreter, passes, compiled by LLVM and run",
        f"test/random_{{{','.join(CROSSING)}}}.py", nests(CROSSING, 1), 100, 7, 20000, "programs", TOOLS, EVERYTHING),
    Job("siblings-hexagon", "random loops beside each other, arrays and guards, for Hexagon, too, under qemu-hexagon", f"test/random_{{{','.join(CROSSING)}}}.py --qemu",
        nests(CROSSING, 2, "--qemu"), 50, 4, 2000, "programs", TOOLS, EVERYTHING),
    Job("floats", "random programs with floats, NaN, -0, infinities and denormals among the inputs, on the host",
        "tirc-random --engine=jit --only=float,loops", random_programs("jit", 5 << 29, "--only=float,loops"), 2048, 256, 100000,
        "programs", TOOLS, EVERYTHING),
    Job("floats-hexagon", "random programs with floats for Hexagon, under qemu-hexagon", "tirc-random --engine=hexagon --only=float,loops",
        random_programs("hexagon", 7 << 29, "--only=float,loops"), 512, 64, 5000, "programs", TOOLS, EVERYTHING),
    Job("float-nests", "random nests of floats in lanes: interpreter, passes, compiled by LLVM and run", "test/random_floats.py --jit --no-qemu",
        nests(["floats"], 3, "--jit", "--no-qemu"), 50, 12, 1000, "programs", TOOLS, EVERYTHING),
    Job("float-nests-hexagon", "random nests of floats in lanes, for Hexagon, under qemu-hexagon, float instructions emulated",
        "test/random_floats.py", nests(["floats"], 4), 25, 4, 250, "programs", TOOLS, EVERYTHING),
    Job("memory", "every allocation and every limit of memory failed in turn, with ASan and leak checking",
        "tirc-nomemory test/corpus/KERNEL/lowered.py", memory_ends, 1, 1, 30, "kernels", ("dev", "tirc-nomemory"), EVERYTHING),
    *(Job(f"fuzz-{target}", f"fuzz: {what}", f"scripts/fuzz {target}", fuzz(target), 300, 5, 1200, "seconds",
          ("fuzz", f"fuzz-{target}", "fuzz-words"), folders)
      for target, what, folders in (("reader", "any bytes to the reader", "frontend support tir"),
                                    ("whole", "texts through all passes and back", CORE),
                                    ("llvm", "texts to LLVM IR", EVERYTHING),
                                    ("graph", "graphs to TIR", "graph support tir"))),
    Job("mutants", "mutants of loops/, those that changed", "test/mutants.py loops", mutants_of("loops"), 1, 1, 0, "conditions",
        None, "loops proof"),
]


class State:
    """What the pieces of a job gave so far: the sums that were recorded, and the pieces since."""

    def __init__(self, folder, job, kept, share=(1, 1)):
        self.share = share
        self.file = folder / (f"{job.name}.jsonl" if share[1] == 1 else f"{job.name}.{share[0]}of{share[1]}.jsonl")
        self.job, self.kept, pieces = job, kept.get(job.name, {}), {}
        for file in [*folder.glob(f"{job.name}.jsonl"), *folder.glob(f"{job.name}.*of*.jsonl")]:
            lines = [json.loads(line) for line in file.read_text().splitlines() if line.endswith("}")]
            pieces.update((p["piece"], p) for p in lines if p["piece"] >= self.kept.get("next", 0))
        self.pieces = [pieces[k] for k in sorted(pieces)]

    def next(self):
        """The first piece of this run's share that nobody has done."""
        (one, of), done = self.share, {p["piece"] for p in self.pieces}
        k = self.kept.get("next", 0)
        while k in done or k % of != one - 1:
            k += 1
        return k

    def end(self):
        """Behind the last piece that was done."""
        return max([self.kept.get("next", 0), *(p["piece"] + 1 for p in self.pieces)])

    def is_reached(self):
        """The goal, by all runs, or by this one's share of it."""
        (one, of), goal = self.share, self.job.goal
        own = sum(p["done"] for p in self.pieces if p["piece"] % of == one - 1)
        return bool(goal) and (self.sum("done") >= goal or self.kept.get("done", 0) + own * of >= goal)

    def add(self, piece):
        """Note a piece, on a line of its own also behind one that was not written to its end."""
        self.pieces.append(piece)
        torn = self.file.exists() and not self.file.read_text().endswith("\n")
        with open(self.file, "a", encoding="utf-8") as f:
            f.write("\n" * torn + json.dumps(piece) + "\n")

    def sum(self, what):
        return self.kept.get(what, 0) + sum(p.get(what, 0) for p in self.pieces)

    def sums(self):
        features = collections.Counter(self.kept.get("features", {}))
        for p in self.pieces:
            features.update(p.get("features", {}))
        return {"done": self.sum("done"), "next": self.end(), "runs": self.sum("runs"), "seconds": round(self.sum("seconds")),
                "core": round(self.sum("core")),
                "failures": [*self.kept.get("failures", []), *(f for p in self.pieces for f in p["failures"])],
                "features": dict(features)}


def kept():
    return json.loads(RESULTS.read_text()) if RESULTS.exists() else {"commits": []}


def results():
    """[{"commit": ..., "jobs": {job: sums}}], the commit that was run last is the last one."""
    return kept()["commits"]


def explanation(failure):
    """What became of a failure, as evidence.json tells it by a word of it, such as a seed; "": nothing yet."""
    return next((f": {why}" for word, why in kept().get("explained", {}).items() if word in failure), "")


def recorded(at):
    return next((r["jobs"] for r in results() if r["commit"] == at), {})


def make(job, folder):
    """Build what the job runs, one run after the other."""
    if not job.build:
        return
    preset, *targets = job.build
    with open(folder / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        build(preset, targets)


def build(preset, targets):
    for command in (["cmake", "--preset", preset],
                    ["cmake", "--build", "--preset", preset, "--parallel", "1", "--target", *targets]):
        done = call(*command)
        if done.returncode:
            raise Absent(f"{' '.join(command)} failed: {(done.stderr or done.stdout)[-300:]}")


def core_seconds():
    """What the commands that have ended took of a core."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run_piece(job, at, state, size, folder):
    """The next piece; None: there is none."""
    k, start, core = state.next(), time.monotonic(), core_seconds()
    told = job.piece(at, k, size, folder)
    if told.pop("last", False):
        return None
    piece = {"piece": k, "seconds": round(time.monotonic() - start, 1), "core": round(core_seconds() - core, 1), **told}
    state.add(piece)
    for failure in piece["failures"]:
        print(f"FAILED {failure}", flush=True)
    return piece


def rate(job, told):
    """What an hour of a core gives; None: it is not known."""
    return round(told["done"] / told["core"] * 3600) if told["core"] and job.unit != "seconds" else None


def line(state):
    """How far a job is."""
    job, told = state.job, state.sums()
    hour = rate(job, told)
    return (f"{job.name}: {told['done']:,}" + (f" of {job.goal:,}" if job.goal else "") +
            f" {job.unit}, {len(told['failures'])} failures, {told['seconds']:,} s, {told['core']:,} s of a core" +
            (f", {hour:,} an hour of it" if hour else ""))


def run(o, at, folder, jobs):
    """All jobs in turn, a piece each, until the time is over or all have reached their goals."""
    (folder / "failures").mkdir(parents=True, exist_ok=True)
    until = time.monotonic() + o.seconds if o.seconds else None
    before, bad, left, made = {} if o.short else recorded(at), 0, list(jobs), set()
    while left and not (until and time.monotonic() > until):
        for job in list(left):
            state = State(folder, job, before, o.share)
            if state.is_reached() and not (o.short or o.more):
                left.remove(job)
                continue
            try:
                if job.name not in made:
                    make(job, folder)
                made.add(job.name)
                piece = run_piece(job, at, state, job.short if o.short else job.size, folder / "failures")
            except (Absent, RuntimeError) as why:
                print(f"{job.name}: left out: {why}", flush=True)
                piece = None
            if piece:
                bad += len(piece["failures"])
                print(line(state), flush=True)
            if not piece or o.short:
                left.remove(job)
            if until and time.monotonic() > until:
                break
    return bad


def record(at, folder):
    """Add what was run to the results of the commit."""
    others, before = [r for r in results() if r["commit"] != at], recorded(at)
    jobs = {job.name: state.sums() for job in JOBS if (state := State(folder, job, before)).pieces}
    told = {**kept(), "commits": [*others, {"commit": at, "jobs": {**before, **jobs}}]}
    RESULTS.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n")


def latest(job):
    """The commit that the job was run on last, and what it gave there; None: it never was."""
    return next(((r["commit"], r["jobs"][job.name]) for r in reversed(results()) if job.name in r["jobs"]), None)


def read_features():
    text = (ROOT / "test/random/features.def").read_text()
    return re.findall(r'^FEATURE\(\w+,\s*"(\w+)",\s*\d+,\s*"([^"]*)"\)', text, re.M)


def share(text):
    """K/N as two numbers."""
    found = re.fullmatch(r"([1-9]\d{0,3})/([1-9]\d{0,3})", text)
    if not found or int(found[1]) > int(found[2]):
        raise argparse.ArgumentTypeError(f"{text}: K/N, such as 3/8")
    return int(found[1]), int(found[2])


def stop(*_):
    raise KeyboardInterrupt


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--seconds", type=float, help="stop after the piece in which they end")
    p.add_argument("--more", action="store_true", help="go on beyond the goals")
    p.add_argument("--short", action="store_true", help="one short piece of each job; nothing is kept")
    p.add_argument("--record", action="store_true", help="add what was run to bench/results/evidence.json")
    p.add_argument("--rates", action="store_true", help="tell how far each job is")
    p.add_argument("--list", action="store_true")
    p.add_argument("--share", type=share, default=(1, 1), metavar="K/N", help="do the K-th of N shares")
    p.add_argument("jobs", nargs="*", metavar="JOB")
    o = p.parse_args()
    if unknown := set(o.jobs) - {j.name for j in JOBS}:
        p.error(f"no job '{min(unknown)}'; there are {', '.join(j.name for j in JOBS)}")
    jobs = [j for j in JOBS if not o.jobs or j.name in o.jobs]
    if o.list:
        for job in jobs:
            print(f"{job.name:12} {job.command}: {job.title}")
        return 0
    signal.signal(signal.SIGTERM, stop)
    os.nice(10)
    if o.short:
        with tempfile.TemporaryDirectory(prefix="tirc-evidence-") as temp:
            return 1 if run(o, git("rev-parse", "--short=7", "HEAD"), pathlib.Path(temp), jobs) else 0
    at = commit()
    folder = ROOT / "build/evidence" / at
    if o.rates:
        for job in jobs:
            print(line(State(folder, job, recorded(at))))
    elif o.record:
        record(at, folder)
    else:
        try:
            return 1 if run(o, at, folder, jobs) else 0
        except KeyboardInterrupt:
            print("stopped", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
