#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Is each fault of LLVM that is stepped round (lowering/workarounds.def) still there?  What the documents say of them.

    test/workarounds.py --tirc=FILE [--plugin=FILE] [--plugin-llvm=N] [--llvm=FOLDER ...]
    test/workarounds.py --tirc=FILE --check | --record
    test/workarounds.py --self-test

Idea     test/faults/NAME.ll is compiled by the llc, and opt, of each LLVM that is installed (/usr/lib/llvm-N, N from 19 on),
         without the plugin.  Its first comments say how, and how the fault shows:
             ; opt: WORDS      run opt with these, then llc
             ; llc: WORDS      run llc with these
             ; fault: crash               the last tool ends in a signal
             ; fault: error TEXT          it ends with an error that has TEXT
             ; fault: endless             it does not end within a second of the processor's time
             ; fault: text REGEX          what it makes has the regular expression
             ; fault: result N            check() returns another number than N under qemu-hexagon
             ; right: WORDS    with these words more for the last tool it is compiled, and the fault does not show; "plugin": tirc's
                               plugin for llc
Checks   Each row says the truth: the fault is there in the LLVMs that the row names, and does not show on the right way, so
         that the program is not wrong by itself.  If the fault is gone, the step round it can go, or the row says to which LLVM it was there.
         Each row has a program, or says why it has none; each program has a row; functions, files and tests that rows name are there.
         --check: docs/llvm.md has the rows as they are; --record writes them.
"""
import argparse
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT, PROGRAMS, PAGE = HERE.parent, HERE / "faults", HERE.parent / "docs" / "llvm.md"
FIRST_LLVM, FIRST_LLC_WITH_PLUGINS = 19, 22
HANGS = 300  # seconds; for hangs only
BEGIN, END = "<!-- from `tirc --print-workarounds`: test/workarounds.py --record -->\n", "<!-- end -->\n"
TARGET = "-mtriple=hexagon -mcpu=hexagonv67 -mattr=+hvxv67,+hvx-length128b".split()
START = """
module asm ".globl _start"
module asm "_start: { call check }"
module asm "{ r6 = #94 }"
module asm "{ trap0(#1) }"
"""


class Failure(Exception):
    """A tool does not what it must, fault or no fault."""


class Row:
    """A row of the table, as the command prints it."""

    def __init__(self, text):
        name, *lines = text.strip("\n").split("\n")
        self.name, self.field = name, dict(line.strip().split(": ", 1) for line in lines)
        ends = re.findall(r"\d+", self.field["LLVM"])
        self.first, self.last = int(ends[0]), int(ends[1]) if len(ends) > 1 else None
        self.function, self.file = self.field["step"].split(" in ")

    def has(self, llvm):
        return self.first <= llvm and (self.last is None or llvm <= self.last)

    def complaints(self):
        file = ROOT / self.file
        if not file.is_file() or f"{self.function}(" not in file.read_text():
            yield f"{self.name}: {self.file} has no {self.function}()"
        if not (ROOT / self.field["test"]).is_file():
            yield f"{self.name}: there is no test {self.field['test']}"
        if "reproducer" in self.field and not (ROOT / self.field["reproducer"]).is_file():
            yield f"{self.name}: there is no {self.field['reproducer']}, and the row has no reason"
        if "reproducer" not in self.field and len(self.field.get("no reproducer", "")) < 10:
            yield f"{self.name}: neither a reproducer nor a reason"


class Program:
    """A program of test/faults, and what its first comments say."""

    def __init__(self, file):
        self.file, self.text = file, file.read_text()
        said = dict(re.findall(r"^; (opt|llc|fault|right):(.*)$", self.text, re.M))
        self.opt, self.llc = (said[k].split() if k in said else None for k in ("opt", "llc"))
        self.kind, _, self.detail = said["fault"].strip().partition(" ")
        self.right = said["right"].strip()

    def shows(self, folder, more=()):
        """Does the fault show with the tools of a folder?  With more words the program must be compiled."""
        with tempfile.TemporaryDirectory() as temp:
            temp = pathlib.Path(temp)
            source = temp / "program.ll"
            source.write_text(self.text + (START if self.kind == "result" else ""))
            done = self.compile(folder, temp, source, list(more))
            if self.kind in ("crash", "endless") and not more:
                return done.returncode < 0
            if self.kind == "error" and not more:
                return done.returncode != 0 and self.detail in done.stderr
            if done.returncode:
                raise Failure(f"{self.file.name}: {' '.join(done.args)} ends with {done.returncode}: {done.stderr.strip()[:300]}")
            if self.kind in ("crash", "endless", "error"):
                return False
            if self.kind == "text":
                return re.search(self.detail, done.stdout, re.M) is not None
            return self.run(temp) != int(self.detail)

    def compile(self, folder, temp, source, more):
        """The last tool's end, with what it printed."""
        if self.opt is not None:
            done = tool([folder / "opt", "-S", source, "-o", "-", *self.opt, *(more if self.llc is None else [])], self.kind)
            if self.llc is None or done.returncode:
                return done
            source = temp / "between.ll"
            source.write_text(done.stdout)
        llc = [folder / "llc", *TARGET, "-O2", *self.llc, *more, source, "-o", "-"]
        if self.kind == "result":
            llc[-1:] = [temp / "program.o", "-filetype=obj", "-relocation-model=pic"]
        return tool(llc, self.kind)

    def run(self, temp):
        subprocess.run([shutil.which("ld.lld-22") or "ld.lld", "-static", "-o", temp / "program", temp / "program.o"], check=True)
        return subprocess.run(["qemu-hexagon", "-cpu", "v67", temp / "program"], timeout=HANGS, check=False).returncode


def tool(words, kind):
    """Run a tool of LLVM, which leaves no core; one that is expected to be endless has a second of its processor."""
    limit = ["sh", "-c", f'ulimit -c 0; {"ulimit -t 1;" if kind == "endless" else ""} exec "$@"', "sh"]
    quiet = {"LLVM_DISABLE_SYMBOLIZATION": "1", "LLVM_DISABLE_CRASH_REPORT": "1", "PATH": "/usr/bin:/bin"}
    return subprocess.run(limit + [str(w) for w in words], capture_output=True, text=True, env=quiet, timeout=HANGS, check=False)


def printed(tirc):
    text = subprocess.run([tirc, "--print-workarounds"], check=True, capture_output=True, text=True).stdout
    return [Row(part) for part in re.split(r"^(?=\S)", text, flags=re.M) if part]


def table(rows):
    """The rows, for a page."""
    yield "| fault | LLVM | what goes wrong | the step round it | test | reproducer |\n|---|---|---|---|---|---|\n"
    for r in rows:
        shown = f"`{r.field['reproducer']}`" if "reproducer" in r.field else f"none: {r.field['no reproducer']}"
        yield (f"| {r.name} | {r.field['LLVM']} | {r.field['fault'].replace('|', chr(92) + '|')} | `{r.function}`, `{r.file}` | "
               f"`{r.field['test']}` | {shown} |\n")


def page(rows, record):
    """Compare the page's part with the rows, or write it."""
    text = PAGE.read_text()
    before, rest = text.split(BEGIN)
    wanted = before + BEGIN + "".join(table(rows)) + END + rest.split(END)[1]
    if record:
        PAGE.write_text(wanted)
    elif text != wanted:
        yield "docs/llvm.md has other rows than tirc --print-workarounds; test/workarounds.py --record writes them"


def installed(named):
    """{version: folder of its tools}"""
    folders = [pathlib.Path(n) for n in named] or sorted(pathlib.Path("/usr/lib").glob("llvm-*/bin"))
    found = {}
    for folder in folders:
        if (folder / "llc").exists() and (folder / "opt").exists():
            said = subprocess.run([folder / "llc", "--version"], capture_output=True, text=True, check=True).stdout
            found[int(re.search(r"LLVM version (\d+)", said)[1])] = folder
    return {version: folder for version, folder in sorted(found.items()) if version >= FIRST_LLVM}


def is_right(program, folder, llvm, o):
    """Does the fault not show on the right way?  None: that way cannot be tried here."""
    if program.right != "plugin":
        return not program.shows(folder, program.right.split())
    if not o.plugin or llvm != o.plugin_llvm or llvm < FIRST_LLC_WITH_PLUGINS:
        return None
    return not program.shows(folder, [f"-load-pass-plugin={o.plugin}"])


def tried(row, llvm, folder, o):
    """(what the table says, what is wrong) of a row with an LLVM."""
    if "reproducer" not in row.field:
        return "no reproducer: " + row.field["no reproducer"], []
    program = Program(ROOT / row.field["reproducer"])
    try:
        there = program.shows(folder)
        right = is_right(program, folder, llvm, o) if there else None
    except Failure as why:
        return "cannot be tried", [str(why)]
    wrong = []
    if row.has(llvm) and not there:
        wrong.append(f"{row.name}: LLVM {llvm} has the fault no more: {row.function}() in {row.file} can go, or the row ends before {llvm}")
    if there and not row.has(llvm) and llvm >= row.first:
        wrong.append(f"{row.name}: LLVM {llvm} has the fault, and the row says that it has not")
    if right is False:
        wrong.append(f"{row.name}: LLVM {llvm} does the program wrong on the right way, too: {program.right}")
    return "still there" if there else "gone" if row.first <= llvm else "not there", wrong


def catches(o):
    """What is planted and not found: a fault that is gone, one that a row does not know, a wrong right way, a row without a program."""
    def row(name, llvm, shown=None):
        return Row(f"{name}\n    fault: f\n    LLVM: {llvm}\n    step: lower_exact_select in lowering/hexagon/late/exact_select.c\n"
                   f"    test: test/workarounds.py\n    {shown or f'reproducer: test/faults/{name}.ll'}\n")
    llvm, folder = list(installed(o.llvm).items())[-1]
    planted = [
        ("gone", tried(row("half-select", f"since {llvm}"), llvm, folder, o)[1]),
        ("not known", tried(row("exact-select", f"{FIRST_LLVM} to {llvm - 1}"), llvm, folder, o)[1]),
        ("no program", list(row("no-such-fault", "since 22").complaints())),
        ("no reason", list(row("no-such-fault", "since 22", "no reproducer: -").complaints())),
    ]
    program = Program(PROGRAMS / "exact-select.ll")
    program.right = "-O3"
    planted.append(("not right", [] if is_right(program, folder, llvm, o) else ["found"]))
    return [f"does not find what is planted: {what}" for what, found in planted if not found]


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("--tirc")
    p.add_argument("--plugin", default="")
    p.add_argument("--plugin-llvm", type=int, default=22)
    p.add_argument("--llvm", action="append", default=[])
    p.add_argument("--only", default="")
    p.add_argument("--check", action="store_true")
    p.add_argument("--record", action="store_true")
    p.add_argument("--self-test", action="store_true")
    o = p.parse_args()
    if o.self_test:
        wrong = catches(o)
        print("\n".join(wrong), end="\n" if wrong else "")
        return 1 if wrong else 0
    rows = printed(o.tirc)
    wrong = [c for r in rows for c in r.complaints()]
    strangers = {f.stem for f in PROGRAMS.glob("*.ll")} - {r.name for r in rows if "reproducer" in r.field}
    wrong += [f"test/faults/{name}.ll has no row in lowering/workarounds.def" for name in sorted(strangers)]
    if o.check or o.record:
        wrong += page(rows, o.record)
    elif not wrong:
        found = installed(o.llvm)
        wrong += [] if found else ["no LLVM is installed"]
        rows = [r for r in rows if o.only in r.name]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for row, tries in zip(rows, pool.map(lambda r: [tried(r, llvm, found[llvm], o) for llvm in found], rows)):
                print(f"{row.name}: {', '.join(f'LLVM {llvm} {word}' for llvm, (word, _) in zip(found, tries))}", flush=True)
                wrong += [c for _, more in tries for c in more]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
