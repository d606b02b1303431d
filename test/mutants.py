#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each correctness condition of a pass, taken out of the code: does its test fail?

    test/mutants.py [--scratch=DIR] [--jobs=2] [--again] [--most=N] [WORD...]
    test/mutants.py --check                do all edits apply to the sources as they are, and has each file of loops/ one?
    test/mutants.py --report               write docs/mutants.md from what was found

The sources are copied, and each edit of test/mutants/*.toml is made there.  Its test runs twice: with the proof of each
run switched off it must fail; with it, the table says whether the proof sees the fault: it gives the program back as
it was, with a warning.  WORDs choose mutants by their condition or file (analysis, loops, ...).

What was found is kept in test/mutants/results.json, by condition, with a digest of the edits, the files that they
change and the test, wherever they lie: a run that was stopped goes on where it was, and what has not changed since is
not done again (--again: it is).  --most=N: do N at most, of those that are to be done.  A mutant whose test passes without the condition says in
`survives` why.  Each file of loops/ has a mutant, or a row [[none]] of the table says why no result depends on what it
decides.  Run by hand: it takes hours, and about a minute for one mutant."""
import argparse
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
LLVM = pathlib.Path("/usr/lib/llvm-22/bin")
TABLES = ROOT / "test/mutants"
RESULTS = TABLES / "results.json"
REPORT = ROOT / "docs/mutants.md"
# In the copy, this variable switches the proofs off.
OFF = "TIRC_UNPROVED"
PROOF = [*((f"driver/{name}.c", '#include "driver/optimize.h"\n', '#include <stdlib.h>\n#include "driver/optimize.h"\n')
           for name in ("report", "steps", "loops", "scalarise_text")),
         ("driver/report.c", "\tif (proved)\n", f'\tif (proved || getenv("{OFF}"))\n'),
         ("driver/loops.c", "\t\tif (!doubts.all.n)", f'\t\tif (!doubts.all.n || getenv("{OFF}"))'),
         ("driver/steps.c", "enum proof_verdict v = s->proof(",
          f'enum proof_verdict v = getenv("{OFF}") ? PROOF_PROVED : s->proof('),
         ("driver/steps.c", "enum proof_verdict v = proof_replay(",
          f'enum proof_verdict v = getenv("{OFF}") ? PROOF_PROVED : proof_replay('),
         ("driver/report.c", "enum proof_verdict v = proof_folded(",
          f'enum proof_verdict v = getenv("{OFF}") ? PROOF_PROVED : proof_folded('),
         ("driver/scalarise_text.c", "enum proof_verdict v = proof_replay(",
          f'enum proof_verdict v = getenv("{OFF}") ? PROOF_PROVED : proof_replay('),
         ("driver/loops.c", "bool doubted = doubts.all.n != 0;",
          f'bool doubted = doubts.all.n != 0 && !getenv("{OFF}");'),
         ("test/lit/lit.cfg.py", '"TIRC_SHARED"):', f'"TIRC_SHARED", "{OFF}"):')]
WARNING = "could not be proved right"
# The options that say what becomes of a program.
CHANGES = re.compile(r"(?<!\S)(?:-O\w|-ftrapv|--(?:target|lanes|cse-\w+|predictive-commoning|unroll-and-jam|split-loops|legalize)=\S+"
                     r"|-m(?:attr|cpu)=\S+|--no-promote-scalars)")
GROUPS = {"cse": "Common subexpression elimination", "loops": "Loops", "analysis": "What is known of a program",
          "proof": "The proof's numbering", "lowering": "Lowering", "legalize": "Legalize, and folding", "emulation": "The emulation of float instructions"}


def mutants():
    """All of them, each with the name of its file."""
    for group in GROUPS:
        for m in tables(group)["mutant"]:
            yield {**m, "group": group}


def tables(group):
    return tomllib.loads((TABLES / f"{group}.toml").read_text())


def is_unit(test):
    return test.startswith("unit-")


def test_files(test):
    """The test's file, and the one that runs its functions under qemu."""
    if is_unit(test):
        return [f"test/unit/{test.removeprefix('unit-')}.c"]
    names = [f"test/lit/{test}", f"test/lit/{test.replace('.py', '-run.py')}"]
    return [n for n in dict.fromkeys(names) if (ROOT / n).exists()]


def ways(test):
    """The options with which the proofs of runs are asked: none, those for Hexagon, and those of the test's own commands."""
    text = (ROOT / "test/lit" / test).read_text()
    own = (tuple(CHANGES.findall(command)) for line in re.findall("RUN:.*", text)
           for command in re.findall(r"%tirc\b([^|&;]*)", line))
    return list(dict.fromkeys([(), ("--target=hexagon",), *own]))


def code_of(name, text):
    """What of a file an answer depends on: of C neither comments nor what it includes, which name other places."""
    return re.sub(rb"/\*.*?\*/|^#include.*$", b"", text, flags=re.S | re.M) if name.endswith((".c", ".h")) else text


def digest(mutant):
    """Of all that the answer depends on most: the edits, the files they change, and the test; not of where these lie."""
    sha = hashlib.sha256(json.dumps([[e[1:] for e in mutant["edits"]]]).encode())
    for name in [*dict.fromkeys(e[0] for e in mutant["edits"]), *test_files(mutant["test"])]:
        sha.update(code_of(name, (ROOT / name).read_bytes()))
    return sha.hexdigest()[:16]


class Copy:
    """A copy of the sources, and its build."""

    def __init__(self, folder, jobs):
        self.source, self.build, self.jobs = folder / "source", folder / "build", jobs
        self.saved, self.doubted = {}, {}
        self.fill()
        for name, old, new in PROOF:
            if not self.edit(name, old, new):
                sys.exit(f"the text that switches the proof off is not in {name}: {old}")
        self.saved = {}
        self.run("cmake", "-G", "Ninja", "-S", self.source, "-B", self.build, "-DCMAKE_BUILD_TYPE=Release",
                 f"-DTIRC_ISL_DIR={ROOT / 'build/isl'}")
        if not self.make("tirc", "tirc-plugin", "tirc-hexagon-runtime"):
            sys.exit("the sources do not build")

    def fill(self):
        """Copy what differs, so that little is built again."""
        listed = self.run("git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        names = {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
        for old in self.source.rglob("*"):
            if old.is_file() and str(old.relative_to(self.source)) not in names:
                old.unlink()
        edited = {name for name, _, _ in PROOF}
        for name in names:
            to, text = self.source / name, (ROOT / name).read_bytes()
            to.parent.mkdir(parents=True, exist_ok=True)
            if name in edited or not to.exists() or to.read_bytes() != text:
                to.write_bytes(text)
                to.chmod((ROOT / name).stat().st_mode)

    @staticmethod
    def run(*command):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{command[0]} failed: {done.stderr}")
        return done.stdout

    def make(self, *targets):
        done = subprocess.run(["ninja", "-C", self.build, f"-j{self.jobs}", *targets], capture_output=True, text=True)
        return done.returncode == 0 or print(done.stdout[-2000:], file=sys.stderr)

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

    def make_for(self, test):
        return self.make(*([test] if is_unit(test) else ["tirc", "tirc-plugin", "tirc-hexagon-runtime"]))

    def passes(self, test):
        """Does the test pass, the proofs switched off?"""
        command = [self.build / "bin" / test] if is_unit(test) else \
            [LLVM / "lit", "-q", self.build / "test/lit", f"--filter={test.replace('.py', '(-run)?.py')}"]
        env = {**os.environ, OFF: "1", "CK_DEFAULT_TIMEOUT": "300", "TIRC_SOURCE_DIR": str(self.source)}
        return subprocess.run(command, capture_output=True, env=env).returncode == 0

    def tirc(self, test, way, **env):
        return subprocess.run([self.build / "bin/tirc", "--emit=tir", *way, self.source / "test/lit" / test], cwd=self.build,
                              capture_output=True, text=True, errors="replace", env={**os.environ, **env})

    def takes_back(self, test):
        """In which ways does the proof of a run change what becomes of the test's file?  What is not decided is taken back in
        silence."""
        return {way for way in ways(test) if self.tirc(test, way).stdout != self.tirc(test, way, **{OFF: "1"}).stdout}

    def sees(self, test):
        """Does the proof of a run refuse something in the test's file, or take more of it back than without the edit?"""
        return any(WARNING in self.tirc(test, way).stderr for way in ways(test)) or \
            bool(self.takes_back(test) - self.doubted[test])


def judge(copy, mutant):
    """Does the test fail without the condition, and does the proof see it?"""
    test = mutant["test"]
    if not all([copy.edit(*e) for e in mutant["edits"]]):
        return "the text to edit is not there", ""
    if not copy.make_for(test):
        return "does not compile", ""
    fails = "NO" if copy.passes(test) else "yes"
    if is_unit(test) or mutant["group"] in ("lowering", "emulation") or not test.endswith(".py"):
        return fails, "-"
    return fails, "yes" if copy.sees(test) else "no"


def without_mutant():
    """The files of loops/ that have neither a mutant nor a reason for having none; then the reasons whose file is not there."""
    told = {e[0] for m in mutants() for e in m["edits"]} | {n["file"] for n in tables("loops").get("none", [])}
    there = {str(f.relative_to(ROOT)) for f in (ROOT / "loops").rglob("*.c")}
    return sorted(there - told), sorted(f for f in told - there if f.startswith("loops/"))


def check():
    """Print the edits that do not apply, and the files without an edit."""
    absent, gone = without_mutant()
    for name in absent:
        print(f"test/mutants/loops.toml: {name} has no mutant; a row [[none]] may say why no result depends on it")
    for name in gone:
        print(f"test/mutants/loops.toml: there is no {name}")
    good = not absent and not gone
    for name, old, _ in PROOF:
        if not (ROOT / name).exists() or (ROOT / name).read_text().count(old) != 1:
            print(f"test/mutants.py: what switches the proof off is not once in {name}: {old}")
            good = False
    for m in mutants():
        for name, old, _ in m["edits"]:
            if (ROOT / name).read_text().count(old) != 1:
                print(f"test/mutants/{m['group']}.toml: '{m['condition']}': not once in {name}: {old}")
                good = False
    return good


def load():
    return json.loads(RESULTS.read_text()) if RESULTS.exists() else {}


def is_old(found, mutant):
    return mutant["condition"] in found and found[mutant["condition"]]["digest"] != digest(mutant)


def counts(group):
    """Of a group's conditions: how many there are, fail their test when taken out, survive with a reason, are old, are not run."""
    found, rows = load(), [m for m in mutants() if m["group"] == group]
    told = [found.get(m["condition"], {}).get("fails") for m in rows]
    return {"conditions": len(rows), "test fails": told.count("yes"),
            "explained": sum("survives" in m and f not in ("yes", None) for m, f in zip(rows, told)),
            "old": sum(is_old(found, m) for m in rows), "not run": told.count(None)}


def fails_shown(m, found):
    """What became of a mutant, in words."""
    told = found.get(m["condition"], {"fails": "not run"})["fails"]
    why = f": {m['survives']}" if told != "yes" and "survives" in m else ""
    return told + why + (" (old)" if is_old(found, m) else "")


def table(found, group):
    rows = [m for m in mutants() if m["group"] == group]
    yield "| condition | counterexample | test | fails when taken out | the proof sees it |\n" + "|---" * 5 + "|"
    for m in rows:
        r = found.get(m["condition"], {"fails": "not run", "seen": ""})
        example = m["example"].replace("|", "\\|")
        yield f"| {m['condition']} | `{example}` | `{m['test']}` | {fails_shown(m, found)} | {r['seen']} |"
    if none := tables(group).get("none"):
        yield "\nNo result depends on what these decide:\n"
        yield from (f"- `{n['file']}`: {n['why']}" for n in none)


def report():
    found, lines = load(), []
    for group, title in GROUPS.items():
        lines += ["", f"## {title}", *table(found, group)]
    all_ = list(mutants())
    fails = sum(found.get(m["condition"], {}).get("fails") == "yes" for m in all_)
    seen = sum(found.get(m["condition"], {}).get("seen") == "yes" for m in all_)
    old = sum(is_old(found, m) for m in all_)
    head = ["# Mutants: each condition taken out of the code", "",
            "`test/mutants.py --report` writes this page from what `test/mutants.py` found (`docs/testing.md`). With the proofs",
            "of each run switched off, the test must fail; the last column says whether the proof of the run sees the fault.",
            "Where it is `-`, nothing is proved: unit tests ask the code itself, and lowering and the emulation have no proof.", "",
            f"{len(all_)} conditions; {fails} fail their test when taken out; the proofs see {seen}. Of {old} the sources or the",
            "test have changed since they were taken out last: `old`; `not run`: they never were. Behind `NO` stands why a mutant",
            "survives."]
    REPORT.write_text("\n".join(head + lines) + "\n")


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scratch", type=pathlib.Path, default=ROOT / "build/mutants", help="where to build")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--most", type=int, metavar="N", help="do N at most")
    p.add_argument("--again", action="store_true", help="do what has not changed, too")
    p.add_argument("--check", action="store_true")
    p.add_argument("--report", action="store_true")
    p.add_argument("words", nargs="*")
    o = p.parse_args()
    if o.check:
        return 0 if check() else 1
    if o.report:
        return report()
    found = load()
    chosen = [m for m in mutants() if not o.words or any(w in m["condition"] or w == m["group"] for w in o.words)]
    digests = {m["condition"]: digest(m) for m in chosen}
    todo = [m for m in chosen if o.again or found.get(m["condition"], {}).get("digest") != digests[m["condition"]]][:o.most]
    copy = Copy(o.scratch.resolve(), o.jobs) if todo else None
    good, whole = bool(chosen), {}
    for m in todo:
        if m["test"] not in whole:
            whole[m["test"]] = copy.make_for(m["test"]) and copy.passes(m["test"])
            if not is_unit(m["test"]):
                copy.doubted[m["test"]] = copy.takes_back(m["test"])
        if not whole[m["test"]]:
            fails, seen = "fails as it is", ""
        else:
            fails, seen = judge(copy, m)
            copy.restore()
        found[m["condition"]] = {"digest": digests[m["condition"]], "fails": fails, "seen": seen}
        RESULTS.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n")
        print(f"{fails:4} {seen:4} {m['condition']}", flush=True)
    for m in todo if o.most else chosen:
        good = good and (found[m["condition"]]["fails"] == "yes" or "survives" in m)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
