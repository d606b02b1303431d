#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs with mistakes: bad/NAME.py says in comments what tirc must say of it, and where.

    test/bad.py [--tirc=FILE] [--only=GLOB] [--record FILE...]

    A[i] = B        # expected-error {{'B' is not defined}}
                    # expected-note@-1 {{declared here}}

@+1 and @-1 count lines from the comment, @7 is line 7, @0 a message without a line; ':12' behind
the place is a column.  "# options: WORDS" at the top stands for -O0 --emit=tir.  Nothing else may be
said.  Then the messages of the sources are collected: each needs a file here, or a row of REASONS.
--record writes the comments of files that have none.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
EXPECTED = re.compile(r"expected-(error|warning|note)(?:@([+-]?)(\d+))?(?::(\d+))?\s*\{\{(.*?)\}\}")
SAID = re.compile(r"^(.*?):(?:(\d+):(\d+):)? (error|warning|note): (.*)$")

# ---- What the sources can say --------------------------------------------------------------
FOLDERS = ["frontend", "legalize", "loops", "cse", "proof", "lowering", "driver", "tir", "interp"]
# Who reports: which argument is the sentence, and what it becomes a part of.
REPORTERS = {
    "diag_error": (3, "%s"), "diag_warning": (3, "%s"), "diag_note": (3, "%s"),
    "frontend_fail": (2, "%s"), "frontend_refuse": (2, "%s"), "frontend_suggest": (4, "%s"), "frontend_parse_error": (2, "%s"),
    "lower_refuse": (2, "%s"), "bad_indent": (1, "%s"), "bad_number": (3, "%s"),
    "expected": (1, "expected %s, not "), "expect": (2, "expected %s, not "),
    "refuse_else": (1, "'else' of %s is not TVMScript"),
    "frontend_as_int": (2, "%s must be "), "frontend_as_string": (2, "%s must be a string, not "),
    "PASS_ERROR": (2, "%s"), "PASS_WARNING": (2, "%s"),
    "must_be": (1, "%c must be %s, but is "), "frontend_legacy_error": (2, "%s"), "frontend_legacy_expected": (1, "expected %s, not "),
}
# What no text of a few lines can bring about, and where it is tested instead.
REASONS = {
    "LLVM does not optimise the code of '%s': its long block of operations would take it too long":
        "test/lit/lowering/long-block-run.py: code is not generated here",
    "out of memory": "needs an allocation that fails",
    "byte 0x%02X is no UTF-8; save the text as UTF-8": "needs such bytes: lit/frontend/utf8",
    "text is larger than %d MiB": "needs such a text: lit/frontend/large",
    "program has more than %d expressions": "needs 2^28 of them",
    "there is no pass '%.*s'": "the command checks the names: lit/tool/passes",
    "not enough memory to legalise '%s'": "needs an allocation that fails",
    "not enough memory to split host and device": "needs an allocation that fails",
    "internal error: invalid LLVM IR was built: %s": "a fault of ours: fuzz-llvm",
    "%s of '%s' could not be proved right (%s); the function is left as it was, please report this":
        "a fault of ours: unit-cse",
    "%s in loop '%s' could not be proved right (%s); the loop is left as it was, please report this":
        "a fault of ours: mutants, unit-unroll_jam",
    "%s could not be proved right here (%s); what stands here is left as it was, please report this":
        "a fault of ours: mutants of loops/normalise",
    "there is no parameter '%s'; there are target=, cpu=, features=, %s": "the library's: unit-api",
    "LLVM cannot generate code: %s": "a fault of LLVM's",
    "LLVM makes no code for target '%s'": "no target of LLVM 22: silent",
    "--rename=%s: must be OLD=NEW": "an option's: lit/lowering/header",
    "--rename=%s: no function is exported as '%.*s', and none is called so": "an option's: lit/lowering/header",
    "--target=%s: is no JSON": "an option's: lit/tool/target",
    "--target=%s: there is no such tag; -mcpu=help lists them beside their processors": "an option's: lit/tool/target",
    "--target=%s: there is no such kind; tirc compiles for kind 'hexagon', with tags such as "
    "'qcom/hexagon-v68', and 'llvm'": "an option's: lit/tool/target",
    "C headers are read by libclang, which cannot be loaded: %s": "needs a machine without libclang",
    "LLVM %d has no processor '%s'; its latest is hexagonv%d": "needs LLVM 19: lit/tool/old-llvm",
    "not enough memory for common subexpression elimination of '%s'; the function is left as it was":
        "needs an allocation that fails",
    "cannot read '%s': %s": "a file that is not there: lit/frontend/bad-extern",
    "libclang %s the headers for target '%s'": "a fault of libclang",
    "cannot read '%s'%s: %s": "headers of 100,000 parentheses: lit/tool/extern-header",
    "a tensor of this type cannot be passed to a packed function":
        "the float8 types have no code in a DLTensor; no text of a lit test makes one",
    "call of a function that does not exist, or with other arguments":
        "the reader checks calls; a module that is built by hand can hold one",
    "cannot be linked into the module: a symbol is defined twice":
        "the plugin refuses such a name before: lit/plugin/bad-declaration",
    "parameter '%s' is deprecated; use '%s'": "the plugin's: lit/plugin/renamed",
    "pass '%.*s' is deprecated; use '%s'": "an option's: lit/tool/renamed, lit/plugin/renamed",
    "not enough memory to compile": "needs an allocation that fails",
}


def arguments(text, at):
    """The arguments of the call whose bracket opens before at, as texts; None for a declaration."""
    out, depth, start, i = [], 0, at, at
    while i < len(text):
        c = text[i]
        if c in "\"'":
            i += 1
            while text[i] != c:
                i += 2 if text[i] == "\\" else 1
        elif c in "([{":
            depth += 1
        elif c in ")]}" and depth:
            depth -= 1
        elif c == ")" or (c == "," and not depth):
            out.append(text[start:i])
            start = i + 1
            if c == ")":
                return out
        i += 1
    return None


def sentences(argument):
    """The string literals of an argument; those in a row are one, those of ?: are several."""
    runs = re.findall(r'(?:"(?:[^"\\]|\\.)*"\s*)+', argument)
    return ["".join(re.findall(r'"((?:[^"\\]|\\.)*)"', run)).replace('\\"', '"') for run in runs]


def messages():
    """{sentence: where}, as the sources write it."""
    found = {}
    for file in sorted(f for d in FOLDERS for f in (ROOT / d).rglob("*.c")):
        name = file.relative_to(ROOT).as_posix()
        text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m[0].count("\n"), file.read_text(), flags=re.S)
        for call in re.finditer(r"\b([a-zA-Z_]+)\(", text):
            if call[1] not in REPORTERS:
                continue
            k, frame = REPORTERS[call[1]]
            args = arguments(text, call.end())
            where = f"{name}:{text.count(chr(10), 0, call.start()) + 1}"
            if not args or len(args) <= k:
                continue
            for sentence in sentences(args[k]):
                if sentence != "%s":
                    found.setdefault(frame.replace("%s", sentence, 1), where)
    return found


def documented():
    """The messages of the table of limits."""
    rows = (ROOT / "docs/limits.md").read_text().split("\n")
    return [m[1] for m in (re.match(r"\|[^|`]*\|[^|`]*\| `(.*?)`", row) for row in rows) if m]


def pattern(sentence):
    """A regular expression for what printf makes of it."""
    parts = re.split(r"(%%|%[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:ll|l|z|h)?[a-zA-Z])", sentence)
    text = "".join(".*" if p.startswith("%") and p != "%%" else re.escape(p.replace("%%", "%"))
                   for p in parts)
    return re.compile(text)


# ---- Names that are refused with their reason -----------------------------------------------
REFUSED = """from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    A[0] = T.%s(1)
"""


def refused(o):
    """Every row of refused.def, used; returns what went wrong and how many there are."""
    text = (ROOT / "frontend/values/refused.def").read_text()
    words = {m[1]: m[2] for m in re.finditer(r"^#define (\w+) +(\".*\")$", text, re.M)}
    trouble, n = [], 0
    for name, why in re.findall(r"^REFUSED\((\w+), (.*)\)$", text, re.M):
        why = "".join(re.findall('"(.*?)"', re.sub(r"^\w+", lambda m: words[m[0]], why)))
        done = subprocess.run([o.tirc, "--emit=tir", "-"], input=REFUSED % name, capture_output=True,
                              text=True, timeout=60)
        want = f"-:5:12: error: T.{name} is not supported: {why}"
        first = done.stderr.split("\n")[0]
        n += 1
        if not first.endswith(want[1:]) or done.returncode != 1:
            trouble.append(f"T.{name}: said '{first}', not '{want}'")
    return trouble, n


# ---- One file ------------------------------------------------------------------------------
def expectations(text):
    for number, line in enumerate(text.split("\n"), 1):
        for level, sign, count, column, sentence in EXPECTED.findall(line):
            at = number if not count else int(count) if not sign else \
                number + int(count) * (1 if sign == "+" else -1)
            yield at, int(column or 0), level, sentence


def said(o, file, text):
    """[(line, column, level, sentence)], in order, and what else went wrong."""
    options = re.search(r"^# options: (.*)$", text, re.M)
    words = options[1].split() if options else ["-O0", "--emit=tir"]
    words = [w.replace("%S", str(file.parent)) for w in words]
    done = subprocess.run([o.tirc, *words, "-ferror-limit=0", "-o", "/dev/null", str(file)],
                          capture_output=True, timeout=60)
    out = [SAID.match(line) for line in done.stderr.decode("utf-8", "replace").split("\n")]
    got = [(int(m[2] or 0), int(m[3] or 0), m[4], m[5]) for m in out if m]
    trouble = []
    if done.returncode not in (0, 1, 2):  # 2: the command line makes no sense
        trouble.append(f"exit code {done.returncode}: {done.stderr[-300:]!r}")
    elif (done.returncode > 0) != any(g[2] == "error" for g in got):
        trouble.append(f"exit code {done.returncode} after {len(got)} messages")
    return got, trouble


def check(o, file):
    text = file.read_bytes().decode("utf-8", "replace")
    want = list(expectations(text))
    got, trouble = said(o, file, text)
    if not want:
        trouble.append("expects nothing")
    rest = sorted(got)
    for at, column, level, sentence in want:
        for g in rest:
            if (g[0], g[2], g[3]) == (at, level, sentence) and column in (0, g[1]):
                rest.remove(g)
                break
        else:
            trouble.append(f"did not say at line {at}: {level}: {sentence}")
    trouble += [f"said at line {g[0]}:{g[1]}: {g[2]}: {g[3]}" for g in rest]
    return trouble, [g[3] for g in got]


def record(o, file):
    text = file.read_text(errors="surrogateescape")
    if EXPECTED.search(text):
        return
    got, trouble = said(o, file, text)
    lines = text.rstrip("\n").split("\n") + [
        f"# expected-{level}@{line}:{column} {{{{{sentence}}}}}" for line, column, level, sentence in got]
    file.write_text("\n".join(lines) + "\n", errors="surrogateescape")
    for t in trouble:
        print(f"{file.name}: {t}")


def main():
    p = argparse.ArgumentParser(description="programs with mistakes")
    p.add_argument("--tirc", default=str(ROOT / "build/release/bin/tirc"))
    p.add_argument("--only", default="*")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--record", nargs="+", type=pathlib.Path)
    o = p.parse_args()
    if o.record:
        for file in o.record:
            record(o, file)
        return 0
    failed, heard = 0, collections.Counter()
    files = sorted(f for f in (HERE / "bad").glob("*.py") if fnmatch.fnmatch(f.stem, o.only))
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for file, (trouble, sentences_) in zip(files, pool.map(lambda f: check(o, f), files)):
            heard.update(sentences_)
            failed += bool(trouble)
            for t in trouble:
                print(f"bad/{file.name}: {t}")
    if o.only != "*":
        return failed > 0
    trouble, rows = refused(o)
    print("".join(t + "\n" for t in trouble), end="")
    failed += len(trouble)
    known, missing = messages(), 0
    for sentence, where in sorted(known.items(), key=lambda kv: kv[1]):
        tested = any(pattern(sentence).match(h) for h in heard)
        if tested and sentence in REASONS:
            print(f"{where}: has a reason and a file: {sentence}")
        elif not tested and sentence not in REASONS:
            print(f"{where}: no file of test/bad shows: {sentence}")
        missing += tested == (sentence in REASONS)
    for sentence in REASONS.keys() - known.keys():
        print(f"a reason for what is never said: {sentence}")
        missing += 1
    for sentence in documented():
        if sentence not in known:
            print(f"docs/limits.md: never said: {sentence}")
            missing += 1
    print(f"{len(files)} files and {rows} refused names, {failed} wrong; {len(known)} messages, "
          f"{len(known) - len(REASONS)} shown, {len(REASONS)} with a reason, {missing} missing")
    return bool(failed or missing)


if __name__ == "__main__":
    sys.exit(main())
