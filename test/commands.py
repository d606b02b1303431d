#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""commands.py TIRC [--record]: what the command answers to lines that users of clang, gcc, opt and llc type.

Each line of test/commands/lines.txt runs in a folder of its own with the other files of test/commands/.  The exit code, what
it says or prints first, and the files it writes are a row of docs/commands.md; --record writes that page."""
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/commands.md"
FIXTURES = ROOT / "test/commands"
HEAD = """# What the command answers

Lines that users of clang, gcc, opt and llc type, with the exit code and what happens: what is said or printed first, and the
files that are written. 0: done; 1: the program or a file is at fault; 2: the command line. `test/commands.py` runs them,
and `--record` writes this page. Options of other tools are rows of [`tool/habits.def`](../tool/habits.def).

Without `-o` a text, such as that of `-S`, goes to stdout, as with `opt`, and an object to a file, as with `clang` and `llc`.

| line | code | says or prints | writes |
|---|---|---|---|
"""


def plain(text):
    """A line that is the same on every machine."""
    text = re.sub(r"\b(x86_64|aarch64)-[\w-]+", "HOST", text)
    text = re.sub(r"\d+\.\d+\.\d+", "N.N.N", text)
    text = re.sub(r"isl-\S+", "isl-N", text)
    text = re.sub(r"^[\d.]+ ms +[\d.]+ %", "N ms N %", text)
    text = text.replace("\x1b", "ESC")
    text = re.sub(r"^tirc: (\d+ of \d+ done, next .*|\S+: [a-z -]+( of \w+)?, \d+ s)$", "", text, flags=re.M).lstrip("\n")  # --progress, where the machine is slow
    text = re.sub(r"^(packets|instructions|hvx): \d+", r"\1: N", text)
    text = re.sub(r'^\.(file\t"pool.py"|text)$', "(assembly)", text)
    return text if len(text) <= 150 else text[:147] + "..."


def state(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def answer(tirc, line):
    with tempfile.TemporaryDirectory() as temp:
        folder = pathlib.Path(temp) / "w"
        shutil.copytree(FIXTURES, folder)
        (folder / "SOME_FOLDER").mkdir()
        shutil.copy(folder / "pool.py", folder / "same.py")
        before = state(folder)
        p = subprocess.run([tirc, *shlex.split(line)[1:]], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                           timeout=600)
        after = state(folder)
    said = next((x for x in (p.stderr, p.stdout) if x), b"").decode("utf-8", "replace").split("\n")[0]
    said = said if re.sub("[\t\x1b]", "", said).isprintable() and "\ufffd" not in said else "(bytes)"
    wrote = sorted({re.sub(r"^(tirc-temps/).*", r"\1...", n) for n in after if after[n] != before.get(n)})
    cells = [f"`{line}`", str(p.returncode), f"`{plain(said.strip())}`" if plain(said.strip()) else "", " ".join(f"`{w}`" for w in wrote)]
    return "| " + " | ".join(c.replace("|", "\\|") for c in cells) + " |\n"


def main():
    tirc = str(pathlib.Path(sys.argv[1]).resolve())
    lines = (FIXTURES / "lines.txt").read_text().splitlines()
    rows = [answer(tirc, line) for line in lines]
    page = HEAD + "".join(rows)
    if "--record" in sys.argv:
        PAGE.write_text(page)
        return
    old = PAGE.read_text()
    for row in set(rows) - set(old.splitlines(keepends=True)):
        print("now:", row, end="")
    if page != old:
        sys.exit("docs/commands.md is not what the command answers; read the differences, then --record")
    print(len(rows), "lines answered as recorded")


if __name__ == "__main__":
    main()
