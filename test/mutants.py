#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each correctness condition of the CSE, taken out of the code: does its test fail?

    test/mutants.py [--scratch=DIR] [--jobs=2] [WORD...]

The sources are copied, each edit of test/mutants/table.toml is made there and its text test run: once
with the proof of each run switched off, then with it.  Without the proof the test must fail; with it, the
table says whether the proof sees the fault: it gives the program back as it was, with a warning.  WORDs
choose mutants by their condition.  Run by hand: it takes some minutes."""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
LLVM = pathlib.Path("/usr/lib/llvm-22/bin")
# Switch the proofs off; all in one file.
PROOF = [("driver/optimize.c", "\tif (proved)\n", "\tif (proved || why)\n"),
         ("driver/optimize.c", "\t\tif (!doubts.all.n)\n", "\t\tif (doubts.all.n < UINT32_MAX)\n"),
         ("driver/optimize.c", "bool again = doubts.all.n != 0;", "bool again = false;")]
WARNING = "could not be proved right"


class Copy:
    """A copy of the sources, and its build."""

    def __init__(self, folder, jobs):
        self.source, self.build, self.jobs = folder / "source", folder / "build", jobs
        files = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others",
                                "--exclude-standard"], capture_output=True, check=True, text=True).stdout
        for name in filter(None, files.split("\0")):
            if (ROOT / name).is_file():
                (self.source / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, self.source / name)
        subprocess.run(["cmake", "-G", "Ninja", "-S", self.source, "-B", self.build,
                        "-DCMAKE_BUILD_TYPE=Release", f"-DTIRC_ISL_DIR={ROOT / 'build/isl'}"], check=True, capture_output=True)
        self.make()
        self.saved = {}

    def make(self):
        done = subprocess.run(["ninja", "-C", self.build, f"-j{self.jobs}", "tirc"], capture_output=True, text=True)
        return done.returncode == 0 or print(done.stdout[-2000:])

    def edit(self, name, old, new):
        """False if the text does not stand there once."""
        path = self.source / name
        text = path.read_text()
        self.saved.setdefault(path, text)
        path.write_text(text.replace(old, new))
        return text.count(old) == 1

    def restore(self):
        for path, text in self.saved.items():
            path.write_text(text)
        self.saved = {}

    def passes(self, test):
        return subprocess.run([LLVM / "lit", "-q", self.build / "test/lit", f"--filter={test}"],
                              capture_output=True).returncode == 0

    def warns(self, test):
        """Does the proof of a run refuse something in the test's file?"""
        jam = ["--cse-profile=size", "--unroll-and-jam=all"] if "jam" in test else []
        done = subprocess.run([self.build / "bin/tirc", "--emit=tir", *jam, self.source / "test/lit" / test],
                              capture_output=True, text=True, errors="replace")
        return WARNING in done.stderr


def judge(copy, mutant):
    """Two words: does the test fail without the condition, does the proof see it."""
    test = mutant["test"]
    if not all(copy.edit(*e) for e in mutant["edits"]) or not all(copy.edit(*e) for e in PROOF):
        return "the text to edit is not there", ""
    if not copy.make():
        return "does not compile", ""
    fails = not copy.passes(test)
    copy.source.joinpath(PROOF[0][0]).write_text(copy.saved[copy.source / PROOF[0][0]])
    copy.make()
    seen = copy.warns(test)
    return "yes" if fails else "NO", "yes" if seen else "no"


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scratch", type=pathlib.Path, help="where to build; default: a temporary folder")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("words", nargs="*")
    o = p.parse_args()
    mutants = tomllib.loads((ROOT / "test/mutants/table.toml").read_text())["mutant"]
    chosen = [m for m in mutants if not o.words or any(w in m["condition"] for w in o.words)]
    good = bool(chosen)
    with tempfile.TemporaryDirectory(prefix="tirc-mutants-", dir=o.scratch) as folder:
        copy = Copy(pathlib.Path(folder), o.jobs)
        broken = [t for t in sorted({m["test"] for m in chosen}) if not copy.passes(t)]
        if broken:
            sys.exit(f"fails as it is: {', '.join(broken)}")
        print("| condition | counterexample | test | fails when taken out | the proof sees it |\n" + "|---" * 5 + "|")
        for m in chosen:
            fails, seen = judge(copy, m)
            copy.restore()
            good = good and fails == "yes"
            example = m["example"].replace("|", "\\|")
            print(f"| {m['condition']} | `{example}` | `{m['test']}` | {fails} | {seen} |", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
