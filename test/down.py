#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that once brought the command or opt down, or took them minutes: compiled, or refused with a sentence.

    test/down.py [--tirc=FILE] [--plugin=FILE] [--opt=FILE]

Each text of test/down/ goes at every level, for the host and for Hexagon, through `tirc` to an object and through `opt`
with the plugin (if one is named).  It must end well; with a comment "# refused: TEXT" it must be refused with an error that
begins so, and has a place in it.  A comment "# run: ENGINE WORDS: TEXT" is a run that must end with TEXT.  Two C headers are
made here: 4,000 errors, and 100,000 parentheses."""
import argparse
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

SET = pathlib.Path(__file__).resolve().parent / "down"
LEVELS = ["-O0", "-O1", "-O2", "-O3", "-Os"]
TRIPLES = {"host": "x86_64-pc-linux-gnu", "hexagon": "hexagon-unknown-elf"}
TIMEOUT = 300  # for hangs alone
OK = 'from tvm.script import tirx as T\n@T.prim_func\ndef f(A: T.Buffer((4,), "int32")):\n    A[0] = 1\n'
HEADERS = {"errors.h": "x y z;\n" * 4000, "parentheses.h": "int f(int x" + "(" * 100000 + ")" * 100000 + ");\n"}


def wrong(command, folder, code, text):
    """What is wrong with how the command ends, or None; text: a regular expression, or None."""
    try:
        done = subprocess.run([*map(str, command)], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=TIMEOUT, errors="replace")
    except subprocess.TimeoutExpired:
        return f"no end within {TIMEOUT} s"
    said = done.stderr.strip()
    if done.returncode != code or "internal error" in said or "LLVM ERROR" in said or "PLEASE submit" in said:
        return f"exit code {done.returncode}: {said[:200]}"
    if text and not re.search(text, said):
        return f"'{text}' is not in: {said[:200]}"
    return None


def compiles(o, file, folder):
    refused = re.findall(r"^# refused: (.*)$", file.read_text(), re.M)
    said = rf"{file.name}:\d+:\d+: (error: )?{re.escape(refused[0])}" if refused else None
    for level, (target, triple) in itertools.product(LEVELS, TRIPLES.items()):
        yield [o.tirc, level, f"--target={target}", "-c", "-o", "out.o", file], folder, int(bool(refused)), said
        if o.plugin:
            ll = folder / f"{target}.ll"
            ll.write_text(f'target triple = "{triple}"\n')
            word = level[1:]
            yield [o.opt, f"-load-pass-plugin={pathlib.Path(o.plugin).resolve()}", f"-passes=tir-lower<file={file};{word}>,default<{word}>",
                   "-disable-output", ll], folder, int(bool(refused)), said


def runs(o, file, folder):
    for words, text in re.findall(r"^# run: (.*?): (error: .*)$", file.read_text(), re.M):
        engine, *more = words.split()
        yield [o.tirc, f"--run={engine}", file, *more], folder, 1, re.escape(text)


def headers(o, folder):
    (folder / "ok.py").write_text(OK)
    for name, text in HEADERS.items():
        (folder / name).write_text(text)
        yield [o.tirc, "--emit=tir", "-ferror-limit=0", f"--extern-header={name}", "ok.py"], folder, 1, rf"{name}:1:\d+: error: "


def main():
    here = SET.parent.parent / "build" / "release"
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--tirc", default=here / "bin" / "tirc")
    ap.add_argument("--plugin")
    ap.add_argument("--opt", default="opt-22")
    o = ap.parse_args()
    with tempfile.TemporaryDirectory(prefix="tirc-down-") as temp:
        folder = pathlib.Path(temp)
        files = sorted(SET.glob("*.py"))
        work = [w for f in files for w in [*compiles(o, f, folder), *runs(o, f, folder)]] + [*headers(o, folder)]
        bad = [f"{' '.join(map(str, w[0]))}: {why}" for w in work if (why := wrong(*w))]
    print("\n".join([*bad, f"{len(work)} runs of {len(files)} programs, {len(bad)} wrong"]))
    return bool(bad) or not files


if __name__ == "__main__":
    sys.exit(main())
