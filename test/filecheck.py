#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""filecheck.py [FOLDER | --self-test]: each run of FileCheck in a text test asks for a line that must be there.

A run whose prefixes have NOT lines alone passes on an empty output, and so it says nothing of a command that prints nothing.
Who wants no output at all writes `count 0`.

What must not be there could be: in a run that prints remarks alone, the words of a NOT line are words of a remark.  When a remark
is worded anew, a NOT line with the old words would hold for ever."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUFFIXES = {".py", ".ll", ".c", ".test"}
RUN = re.compile(r"RUN:\s?(.*)$", re.M)
CALL = re.compile(r"(?<![\w-])FileCheck\b[^|;&]*")
PREFIXES = re.compile(r"--?check-prefix(?:es)?[= ]([\w,-]+)")
CHOICE = re.compile(r"%if \S+ %\{([\w-]*)%\}(?: %else %\{([\w-]*)%\})?")
# CHECK-EMPTY asks for an empty line, which an empty output does not have; a count of 0 asks for nothing.
ASKS = r"(?<![\w-])%s(?:-(?:NEXT|SAME|DAG|LABEL|EMPTY|COUNT-[1-9]\d*))?(?:\{LITERAL\})?:"

# Remarks alone are printed where the program goes to a file.
SILENT = re.compile(r"-o [^\s|-][^|]*2>&1")


def runs(text):
    """The commands of a test; one that ends in a backslash goes on in the next line."""
    command = ""
    for part in RUN.findall(text):
        command += part
        if command.endswith("\\"):
            command = command[:-1] + " "
        else:
            yield command
            command = ""


def calls(text):
    """The calls of FileCheck, with the command in which each stands, and its prefixes."""
    for command in runs(text):
        for call in CALL.findall(CHOICE.sub(r"\1,\2", command)):
            yield command, [n for group in PREFIXES.findall(call) for n in group.split(",") if n] or ["CHECK"]


def empty_runs(text):
    """The calls of FileCheck that nothing must be there for, with their prefixes."""
    for command, names in calls(text):
        if not any(re.search(ASKS % re.escape(n), text) for n in names):
            yield ",".join(names), command


def remarks():
    """All that the tables of remarks say, and what stands around it."""
    sources = [*ROOT.glob("*/reasons.def"), *ROOT.glob("*/workarounds.def"), *(ROOT / "driver").glob("*.c"), *(ROOT / "plugin").glob("*.c")]
    return " ".join(s for f in sources for s in re.findall(r'"((?:[^"\\]|\\.)*)"', f.read_text(encoding="utf-8")))


def may_say(words, told):
    """Is each of the words told?  Numbers, commas and elements of buffers stand between words of tables."""
    return all(part.strip() in told for part in re.split(r"\w+\[[^]]*\]|[,\d]+", words))


def never_there(text, said):
    """The NOT lines of runs that print remarks alone which no remark could break."""
    alone = {n for command, names in calls(text) for n in names
             if re.search(r"--explain\b|-Rpass", command) and SILENT.search(command)}
    other = {n for command, names in calls(text) for n in names if not SILENT.search(command)}
    # Remarks quote the program, and the option that asks for them.
    own = [line for line in text.splitlines() if not re.match(r"\s*[#;/]", line)]
    told = "\n".join([said, *own, *runs(text)])
    for n in sorted(alone - other):
        for words in re.findall(rf"(?<![\w-]){re.escape(n)}-NOT:\s*(.*)", text):
            if not any(may_say(part, told) for part in re.split(r"\{\{\W*|\W*\}\}|\|", words) if part.strip()):
                yield n, words


def self_test():
    tries = [("# RUN: tirc | FileCheck %s\n# CHECK: a\n", 0), ("# RUN: tirc | FileCheck %s\n# CHECK-NOT: a\n", 1),
             ("# RUN: tirc | FileCheck %s\n# OTHER: a\n# CHECK-NOT: b\n", 1), ("# RUN: tirc | FileCheck %s\n# MY-CHECK: a\n", 1),
             ("RUN: tirc | FileCheck --check-prefixes=A,B %s\nA-NOT: a\nB-DAG: a\n", 0),
             ("RUN: tirc | FileCheck --check-prefix A %s\nA-COUNT-0: a\nB: a\n", 1),
             ("RUN: tirc \\\nRUN:   | FileCheck --check-prefix=A %s\nA-NOT: a\n", 1), ("RUN: tirc | count 0\nCHECK-NOT: a\n", 0),
             ("RUN: tirc | FileCheck --check-prefix=%if x %{A%} %else %{B%} %s\nB-NEXT: a\n", 0),
             ("RUN: tirc | FileCheck --check-prefix=A %s && tirc | FileCheck --check-prefix=B %s\nA: a\nB-NOT: b\n", 1)]
    for text, n in tries:
        if len(list(empty_runs(text))) != n:
            sys.exit(f"filecheck.py is wrong about\n{text}")
    run = "# RUN: tirc --explain %s -o /dev/null 2>&1 | FileCheck %s\n"
    for text, n in [(run + "# CHECK-NOT: is shared\n", 0), (run + "# CHECK-NOT: is dealt\n", 1),
                    (run.replace("/dev/null", "%t.py --lanes=0") + "# CHECK-NOT: is dealt\n", 1),
                    (run.replace("/dev/null", "-") + "# CHECK-NOT: is dealt\n", 0), ("# CHECK-NOT: is dealt\n", 0),
                    (run + "# CHECK-NOT: {{is dealt|is shared}}\n", 0), (run + "# RUN: tirc %s | FileCheck %s\n# CHECK-NOT: bind\n", 0)]:
        if len(list(never_there(text, "what is shared"))) != n:
            sys.exit(f"filecheck.py is wrong about\n{text}")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    folder = pathlib.Path(sys.argv[1] if sys.argv[1:] else pathlib.Path(__file__).resolve().parent / "lit")
    texts = {file: file.read_text(encoding="utf-8", errors="replace")
             for file in sorted(folder.rglob("*")) if file.suffix in SUFFIXES and file.is_file()}
    said = remarks()
    found = [f"{file}: nothing must be there for {names}: {command}"
             for file, text in texts.items() for names, command in empty_runs(text)]
    found += [f"{file}: no remark says what {name}-NOT must not find: {words}"
              for file, text in texts.items() for name, words in never_there(text, said)]
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
