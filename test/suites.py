#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs of TVM's own suites, with every transformation forced: none ends in a signal or an internal error.

    test/suites.py [--tirc=FILE] [--every=N] [--ways=N] [--jobs=N] [--keep=DIR] [FOLDER...]

In the Python files of each folder, in code and in strings, a program is what stands under @T.prim_func, @I.ir_module
and their kin.  Without a folder, the files of TVM's package are looked through that $TIRC_TVM or build/.venv-tvm has; it is
not imported.  The exit code 77 says that there is none.  TVM's sources hold thousands (git clone; FOLDER is tests/python).
A program is taken WAYS in turn, --ways=N of them, 0: all.  It may be refused, with an error.  Wrong is a signal, an internal
error, a change that the proof refutes, an error without words, exit code 0 without an object, or more than SECONDS.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import textwrap

import progress

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS, MEMORY, HANG = 60, 4 << 30, 600  # of processor time, bytes, of the clock
HEAD = """from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T
"""
START = re.compile(r"^([ \t]*)@([\w.]*\b(?:prim_func|ir_module))\b")
ALL = ["--lanes=all", "--split-loops=all", "--promote-scalars", "--predictive-commoning=all", "--unroll-and-jam=all", "--legalize=all"]
HEXAGON = ["--target=hexagon", "-c"]
WAYS = [[*HEXAGON, "-O2"], [*HEXAGON, *ALL], [*HEXAGON, *ALL, "-mcpu=hexagonv73", "-mhvx", "-O3", "-g"], ["--target=host", "-c", *ALL],
        [*HEXAGON, *ALL, "--lanes=3", "-Os"], [*HEXAGON, "-mcpu=hexagonv60", "-mhvx", "--lanes=31", "-O3"],
        ["--target=host", "-c", "--cse-profile=halide", "--legalize=all", "--checked"], [*HEXAGON, *ALL, "--split-host-device", "--abi=tvm-ffi"],
        ["--emit=tir", "--cse-profile=tvm-legacy", *ALL], [*HEXAGON, *ALL, "--cse-level=ranges", "-ftrapv"], [*HEXAGON, *ALL, "-O0"],
        ["--emit=json", *ALL]]


# ---- Programs ------------------------------------------------------------------------------
def block_at(lines, first, indent):
    """The lines of what begins there with that indentation: decorators, a head that may take lines, and a body."""
    at = first
    while at < len(lines) and not re.match(r"\s*(def|class)\b", lines[at]):
        at += 1
    end, opened = at + 1, 0
    while at < len(lines):
        opened += sum(lines[at].count(c) for c in "([{") - sum(lines[at].count(c) for c in ")]}")
        at += 1
        if opened <= 0:
            break
    end = at
    while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > indent):
        end += 1
    return end


def programs(text):
    """The programs in a file's text."""
    lines, at = text.splitlines(), 0
    while at < len(lines):
        found = START.match(lines[at])
        if not found:
            at += 1
            continue
        end = block_at(lines, at, len(found[1].expandtabs()))
        body = textwrap.dedent("\n".join(lines[at:end])).strip()
        if re.search(r"^\s*def ", body, re.M):
            # private functions alone are refused
            yield HEAD + re.sub(r"private=True(, *)?|, *private=True", "", body) + "\n"
        at = max(end, at + 1)


def all_programs(folders):
    """All of them, each once, in the order of their files."""
    seen = set()
    for folder in folders:
        for file in sorted(folder.rglob("*.py")):
            for n, text in enumerate(programs(file.read_text(encoding="utf-8", errors="replace"))):
                digest = hashlib.sha256(text.encode()).digest()
                if digest not in seen:
                    seen.add(digest)
                    yield f"{file.relative_to(folder)} program {n + 1}", text


def package():
    """The folder of TVM's package, or None."""
    for python in (os.environ.get("TIRC_TVM"), ROOT / "build/.venv-tvm/bin/python"):
        for found in pathlib.Path(python).absolute().parent.parent.glob("lib/python3*/site-packages/tvm") if python else ():
            return found
    return None


# ---- Ways ----------------------------------------------------------------------------------
def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def outcome(done, made):
    """What is wrong with how it ended, or None."""
    told = done.stderr.decode(errors="replace")
    for word in ("internal error", "please report", "LLVM ERROR", "PLEASE submit", "tirc-crash"):
        if word in told:
            return next(line for line in told.splitlines() if word in line)[:300]
    if done.returncode not in (0, 1):
        return f"exit code {done.returncode}: {told[-200:]}"
    if done.returncode == 1 and "error:" not in told:
        return "fails without an error"
    if done.returncode == 0 and not made.exists():
        return "exit code 0 and nothing is made"
    return None


def check(o, number, name, text):
    """What is wrong with a program, a line each, and how often it was compiled and refused."""
    wrong, count = [], collections.Counter()
    taken = [WAYS[(number * o.ways + k) % len(WAYS)] for k in range(o.ways)] if o.ways else WAYS
    with tempfile.TemporaryDirectory(prefix="tirc-suites-") as temp:
        folder = pathlib.Path(temp)
        (folder / "k.py").write_text(text)
        for words in taken:
            made = folder / "made"
            made.unlink(missing_ok=True)
            try:
                done = subprocess.run([o.tirc, *words, "-fno-crash-diagnostics", "-o", made, "k.py"], cwd=folder, capture_output=True, timeout=HANG,
                                      preexec_fn=limits, check=False)
                why = outcome(done, made)
                count["compiled" if done.returncode == 0 else "refused"] += 1
            except subprocess.TimeoutExpired:
                why = f"takes over {HANG} s"
            if why:
                wrong.append(f"{name}: {' '.join(words)}: {why}")
        if wrong and o.keep:
            pathlib.Path(o.keep).mkdir(exist_ok=True)
            (pathlib.Path(o.keep) / f"{re.sub('[^A-Za-z0-9]+', '-', name)}.py").write_text(text)
    return wrong, count


def self_test():
    """Programs are found in code and in strings, nested and with heads of several lines."""
    text = '''
def test():
    @T.prim_func
    def f(
        A: T.Buffer((4,), "int32"),
    ):
        A[0] = 1

    @tvm.script.ir_module
    class Module:
        @T.prim_func(private=True)
        def g():
            T.evaluate(0)
    s = """
@I.ir_module
class M:
    x = 1
"""
    assert s
'''
    found = list(programs(text))
    assert len(found) == 2 and "A[0] = 1" in found[0] and "evaluate" in found[1] and "class" not in found[0], found
    assert outcome(subprocess.CompletedProcess([], -11, b"", b""), ROOT)
    assert outcome(subprocess.CompletedProcess([], 1, b"", b""), ROOT)
    assert outcome(subprocess.CompletedProcess([], 1, b"", b"k.py: error: internal error: x"), ROOT)
    assert outcome(subprocess.CompletedProcess([], 0, b"", b""), ROOT / "no such file")
    assert not outcome(subprocess.CompletedProcess([], 1, b"", b"k.py: error: x"), ROOT)
    return 0


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tirc", default=str(ROOT / "build/release/bin/tirc"))
    p.add_argument("--every", type=int, default=1)
    p.add_argument("--first", type=int, default=0, help="number of the first of them")
    p.add_argument("--ways", type=int, default=1)
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--keep", help="folder for programs that fail")
    p.add_argument("--self-test", action="store_true")
    progress.add_option(p)
    p.add_argument("folders", nargs="*", type=pathlib.Path)
    o = p.parse_args()
    if o.self_test:
        return self_test()
    o.tirc = os.path.abspath(o.tirc)
    folders = o.folders or [f for f in [package()] if f]
    if not folders:
        print("skipped: there is no TVM 0.27; scripts/setup-tvm installs it")
        return 77
    chosen = list(enumerate(all_programs(folders)))[o.first::o.every]
    failed, count = 0, collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        done = pool.map(lambda c: check(o, c[0], *c[1]), chosen)
        for wrong, n in progress.over(done, len(chosen), o.progress):
            print(*wrong, sep="\n", end="\n" if wrong else "", flush=True)
            failed += len(wrong)
            count += n
    print(f"{len(chosen)} programs, {count['compiled']} times compiled, {count['refused']} times refused: {failed} failed")
    return 1 if failed or not count["compiled"] else 0


if __name__ == "__main__":
    sys.exit(main())
