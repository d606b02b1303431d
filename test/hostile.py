#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Hostile texts: good ones damaged by structure, through the command and through opt.  None ends in anything but an answer.

    test/hostile.py [--tirc=FILE] [--plugin=FILE] [--opt=FILE] [--seed=N] [--count=N] [--jobs=N] [--keep=DIR]

A text of this repository's tests is changed in one to five places: tokens left out, doubled, swapped, taken from another
text; huge and odd numbers, types, names and lanes; builtins called with the operands of others; deep nesting; lines
moved; bytes that are no text; more of them in ways that leave a program, so that the passes and LLVM see some.  Each goes one of WAYS, by its number: as far as TIR, to an object of the host or of Hexagon at some level,
or through opt with the plugin.  Text N of seed S is always the same.  Wrong is a signal, "internal error", LLVM's own abort,
an exit code of neither 0 nor 1, an error without words, or more than SECONDS of processor time or 4 GiB."""
import argparse
import concurrent.futures
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile

import progress

HERE = pathlib.Path(__file__).resolve().parent
SECONDS, MEMORY = 60, 4 << 30
HANG = 900  # seconds of the clock
TRIPLES = {"host": "x86_64-pc-linux-gnu", "hexagon": "hexagon-unknown-elf"}
WAYS = [("tir", "O2"), ("tir", "O0"), ("host", "O1"), ("host", "O2"), ("host", "O0"), ("hexagon", "O2"), ("hexagon", "O3"),
        ("hexagon", "O0"), ("hexagon", "Os"), ("checked", "O2"), ("opt-host", "O2"), ("opt-hexagon", "O2"), ("opt-hexagon", "O0")]

TOKEN = re.compile(rb'"[^"\n]*"|#[^\n]*|[A-Za-z_][\w.]*|\d[\w.]*|\n[ \t]*|[ \t]+|//|\*\*|[<>=!]=|<<|>>|->|.', re.S)
NUMBERS = ["0", "1", "-1", "2", "7", "31", "32", "33", "64", "127", "128", "129", "255", "1000", "4096", "65535", "65536",
           "2147483647", "2147483648", "-2147483648", "4294967296", "9223372036854775807", "9223372036854775808",
           "18446744073709551616", "1" + "0" * 40, "0x7fffffff", "1e400", "1e-400", "1.5", "-0.0", "0.0", "1__0", "0b2", "1_000", "1j",
           'T.float32("nan")', 'T.float16(70000)', 'T.int64(1)', 'T.uint8(300)', 'T.bool(1)', 'T.int8(-128)', "None", "True"]
TYPES = ["int1", "int4", "int7", "int8", "int16", "int32", "int64", "int128", "uint1", "uint8", "uint64", "float8_e4m3fn",
         "float8_e5m2", "float16", "bfloat16", "float32", "float64", "float80", "bool", "handle", "void", "", "int", "int32x2", "int32x0", "int8x128",
         "int32x1024", "int32x65535", "int32x65536", "float16x3", "bfloat16x7", "boolx128", "handlex4", "int32x4x4", "custom[a]32", "string"]
NAMES = ["llvm.trap", "llvm.memcpy", "llvm.", "main", "malloc", "memset", "tirc_entry", "tirc_fail", "__hexagon_divsi3", "_start", "a.b",
         "__truncsfhf2", "x" * 5000, "\u0430", "T", "range", "self", "if", "None", "lambda", "A.data", "i", "j", "n", "A", "B", "%s%n", "\\0",
         "T.vectorized", "T.parallel", "T.unroll", "T.thread_binding", "T.serial", "T.grid", "T.Ramp", "T.Broadcast", "T.Shuffle", "T.Let", "T.Select"]
BYTES = [b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\r", b"\r\n", b"\xef\xbb\xbf", b"\x0c", b"\t", b"\xe2\x80\xa8", b"\x1b[31m", b"\\", b"\\\n", b"'", b'"', b'"""']


def builtins():
    text = (HERE.parent / "tir" / "builtins.def").read_text()
    return [f"T.{name}" for name in re.findall(r'^BUILTIN\(\w+,\s*"([\w.]+)"', text, re.M)]


class Damage:
    """One text's changes; r is its source of chance."""

    def __init__(self, r, texts, calls):
        self.r, self.texts, self.calls = r, texts, calls

    def tokens(self, text):
        return TOKEN.findall(text)

    def where(self, t, test):
        """A place whose token passes the test, or None."""
        places = [i for i, x in enumerate(t) if test(x)]
        return self.r.choice(places) if places else None

    def replace(self, t, test, pool, quote=False):
        i = self.where(t, test)
        if i is not None:
            new = self.r.choice(pool).encode()
            t[i] = b'"' + new + b'"' if quote else new
        return t

    def delete(self, t):
        i = self.r.randrange(len(t))
        del t[i:i + self.r.choice([1, 1, 2, 5, 20])]
        return t

    def double(self, t):
        i, n = self.r.randrange(len(t)), self.r.choice([1, 1, 3, 10, 40])
        times = self.r.choice([1, 1, 2, 50])
        return t[:i] + t[i:i + n] * (times + 1) + t[i + n:]

    def swap(self, t):
        i, j = self.r.randrange(len(t)), self.r.randrange(len(t))
        t[i], t[j] = t[j], t[i]
        return t

    def foreign(self, t):
        other = self.tokens(self.r.choice(self.texts))
        i, k, n = self.r.randrange(len(t)), self.r.randrange(len(other)), self.r.choice([1, 1, 4, 30])
        return t[:i] + other[k:k + n] + t[i + self.r.choice([0, 1, n]):]

    def number(self, t):
        return self.replace(t, lambda x: x[:1].isdigit(), NUMBERS)

    def type(self, t):
        return self.replace(t, lambda x: re.fullmatch(rb'"(u?int|float|bfloat|bool|handle)\w*"', x), TYPES, quote=True)

    def name(self, t):
        return self.replace(t, lambda x: x[:1].isalpha() or x[:1] == b"_", NAMES)

    def known(self, t):  # a name for another one of the same text
        words = [x for x in t if re.fullmatch(rb"[A-Za-z_]\w*", x)]
        return self.replace(t, lambda x: re.fullmatch(rb"[A-Za-z_]\w*", x), [self.r.choice(words).decode()] if words else ["x"])

    def string(self, t):
        return self.replace(t, lambda x: x[:1] == b'"', NAMES + TYPES, quote=True)

    def call(self, t):
        return self.replace(t, lambda x: x[:2] == b"T.", self.calls)

    def wrap(self, t):  # an operand becomes one of a builtin
        i = self.where(t, lambda x: x[:1].isalnum())
        if i is not None:
            more = self.r.choice([[], [t[i]], [t[i], t[i]], [b"1"], [b'"int8x4"', t[i]], [b"0", b"8"], [t[i], b"31", b"2"]])
            args = b", ".join([*more, t[i]] if self.r.random() < 0.5 else [t[i], *more])
            t[i] = self.r.choice(self.calls).encode() + b"(" + args + b")"
        return t

    def deep(self, t):
        i, n = self.where(t, lambda x: x[:1].isalnum()), self.r.choice([10, 300, 2000, 20000])
        if i is not None:
            before, after = self.r.choice([(b"(", b")"), (b"-", b""), (b"T.max(1, ", b")"), (b"T.Select(n > 1, ", b", 2)"), (b"[", b"]"),
                                           (b"not ", b""), (b"T.int32(", b")"), (b"1 + ", b""), (b"2 // ", b""), (b"T.if_then_else(A[0] > 0, ", b", 1)")])
            t[i] = before * n + t[i] + after * n
        return t

    def operator(self, t):
        return self.replace(t, lambda x: x in (b"+", b"-", b"*", b"//", b"%", b"/", b"<", b">=", b"==", b"and", b"or", b",", b":", b"=", b"(", b"[", b"]", b")"),
                            ["+", "-", "*", "//", "%", "/", "<", ">=", "==", " and ", " or ", ",", ":", "=", "(", "[", "]", ")", "<<", ">>", "**", "|", "@", ":=", "is"])

    def lines(self, t):
        rows = b"".join(t).split(b"\n")
        i, j = self.r.randrange(len(rows)), self.r.randrange(len(rows))
        kind = self.r.randrange(5)
        if kind == 0:
            rows[i], rows[j] = rows[j], rows[i]
        elif kind == 1:
            rows[i:i] = [rows[j]] * self.r.choice([1, 2, 200])
        elif kind == 2:
            del rows[i]
        elif kind == 3:
            rows[i] = b"    " * self.r.choice([1, 2, 60]) + rows[i]
        else:
            rows[i] = rows[i].replace(b"    ", b"", 1)
        return [b"\n".join(rows)]

    def nest(self, t):  # a line within many loops or conditions
        rows = b"".join(t).split(b"\n")
        i, n = self.r.randrange(len(rows)), self.r.choice([3, 30, 220])
        indent = len(rows[i]) - len(rows[i].lstrip())
        head = self.r.choice([b"for v%d in range(2):", b"if n > %d:", b"while A[0] < %d:", b"for v%d in T.vectorized(4):", b"with T.block(\"b%d\"):"])
        outer = [b" " * (indent + k) + head % k for k in range(n)]
        return [b"\n".join([*rows[:i], *outer, b" " * n + rows[i], *rows[i + 1:]])]

    def bytes(self, t):
        i = self.r.randrange(len(t))
        t[i] = self.r.choice([t[i] + self.r.choice(BYTES), self.r.choice(BYTES), t[i][:1] + self.r.choice(BYTES) + t[i][1:]])
        return t

    def cut(self, t):
        return t[:self.r.randrange(len(t))] if self.r.random() < 0.3 else t

    def arithmetic(self, t):
        return self.replace(t, lambda x: x in (b"+", b"-", b"*", b"//", b"%", b"<", b"<=", b">=", b"==", b"!="), ["+", "-", "*", "//", "%", "<", ">=", "=="])

    def literal(self, t):
        return self.replace(t, lambda x: x.isdigit(), ["0", "1", "2", "3", "5", "7", "15", "16", "17", "31", "63", "64", "100", "128", "129", "1000", "-1"])

    def width(self, t):  # one type for another one, all over the text
        types = sorted({x for x in t if re.fullmatch(rb'"(u?int|float|bfloat|bool)\w*"', x)})
        if not types:
            return t
        old, new = self.r.choice(types), self.r.choice([b'"int8"', b'"uint8"', b'"int16"', b'"int32"', b'"int64"', b'"uint32"', b'"float16"', b'"float32"',
                                                        b'"float64"', b'"bool"', b'"bfloat16"', b'"int32x4"', b'"int8x128"', b'"uint64"'])
        return [new if x == old else x for x in t]

    def extent(self, t):  # one number for another one, all over the text
        numbers = sorted({x for x in t if x.isdigit()})
        if not numbers:
            return t
        old, new = self.r.choice(numbers), self.r.choice([b"0", b"1", b"2", b"3", b"7", b"33", b"127", b"130", b"1000", b"65537", b"2147483647"])
        return [new if x == old else x for x in t]

    def statement(self, t):  # a line, doubled or in the place of one as far to the right
        rows = b"".join(t).split(b"\n")
        i = self.r.randrange(len(rows))
        same = [j for j, x in enumerate(rows) if len(x) - len(x.lstrip()) == len(rows[i]) - len(rows[i].lstrip())]
        j = self.r.choice(same)
        rows[j:j + self.r.randrange(2)] = [rows[i]]
        return [b"\n".join(rows)]

    def kind(self, t):  # another kind of loop
        return self.replace(t, lambda x: x in (b"range", b"T.serial", b"T.parallel", b"T.vectorized", b"T.unroll"),
                            ["T.serial", "T.parallel", "T.vectorized", "T.unroll"])

    def all(self, text):
        kinds = [self.delete, self.double, self.swap, self.foreign, self.number, self.number, self.number, self.type, self.type, self.name, self.known,
                 self.known, self.string, self.call, self.call, self.wrap, self.wrap, self.deep, self.operator, self.operator, self.lines, self.nest, self.bytes, self.cut]
        if self.r.random() < 0.6:  # more of what is still a program
            kinds = [self.arithmetic, self.literal, self.literal, self.width, self.extent, self.statement, self.known, self.kind]
        for _ in range(self.r.choice([1, 1, 1, 2, 2, 3, 5])):
            t = self.tokens(text)
            if not t:
                break
            text = b"".join(self.r.choice(kinds)(t))
        return text[:1 << 20]


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def command(o, way, level, file, folder):
    if not way.startswith("opt-"):
        words = {"tir": ["--emit=tir"], "host": ["-c"], "hexagon": ["--target=hexagon", "-c"], "checked": ["--target=hexagon", "--checked", "-c"]}[way]
        return [o.tirc, f"-{level}", *words, "-o", folder / "out", file]
    ll = folder / "empty.ll"
    ll.write_text(f'target triple = "{TRIPLES[way[4:]]}"\n')
    return [o.opt, f"-load-pass-plugin={o.plugin}", f"-passes=tir-lower<file={file};{level}>,default<{level}>", "-disable-output", ll]


def wrong(o, number, text, folder):
    """What is wrong with the answer to text, or None."""
    ways = [w for w in WAYS if o.plugin or not w[0].startswith("opt-")]
    way, level = ways[number % len(ways)]
    file = folder / "text.py"
    file.write_bytes(text)
    words = [str(w) for w in command(o, way, level, file, folder)]
    try:
        done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              preexec_fn=limit, timeout=HANG)
    except subprocess.TimeoutExpired:
        return f"{way} -{level}: no end"
    said = done.stderr.decode(errors="replace")
    bad = done.returncode not in (0, 1) or re.search("internal error|LLVM ERROR|PLEASE submit|Assertion|runtime error|Sanitizer", said)
    if bad or (done.returncode == 1 and "error" not in said):
        tail = re.search("internal error.*|LLVM ERROR.*|Assertion.*|runtime error.*", said)
        return f"{way} -{level}: exit code {done.returncode}: {(tail[0] if tail else said.strip()[-200:])[:300]}"
    return None


def main():
    here = HERE.parent / "build" / "release"
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--tirc", type=pathlib.Path, default=here / "bin" / "tirc")
    ap.add_argument("--plugin", type=pathlib.Path)
    ap.add_argument("--opt", default="opt-22")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--first", type=int, default=0, help="number of the first text")
    ap.add_argument("--count", type=int, default=300)
    ap.add_argument("--jobs", type=int, default=2)
    ap.add_argument("--keep", type=pathlib.Path, help="leave each text that is answered wrongly there")
    progress.add_option(ap)
    o = ap.parse_args()
    o.tirc, o.plugin = o.tirc.resolve(), o.plugin and o.plugin.resolve()
    files = sorted(f for d in ("conformance", "bad", "cases", "corpus", "wrong", "engines", "down", "lit") for f in (HERE / d).rglob("*.py"))
    texts = [t for t in (f.read_bytes() for f in files) if len(t) < 6000 and b"prim_func" in t and b"expected-error" not in t]
    calls = builtins()

    def one(number):
        r = random.Random(f"{o.seed}/{number}")
        text = Damage(r, texts, calls).all(r.choice(texts))
        with tempfile.TemporaryDirectory(prefix="tirc-hostile-") as temp:
            why = wrong(o, number, text, pathlib.Path(temp))
        if why and o.keep:
            o.keep.mkdir(parents=True, exist_ok=True)
            (o.keep / f"{o.seed}-{number}.py").write_bytes(text)
        return why and f"--seed={o.seed} --first={number} --count=1: {why}"

    bad = 0
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for miss in progress.over(pool.map(one, range(o.first, o.first + o.count)), o.count, o.progress):
            if miss:
                bad += 1
                print(miss, flush=True)
    print(f"{o.count} hostile texts made of {len(texts)}, {bad} answered wrongly")
    return bool(bad) or not texts or not calls


if __name__ == "__main__":
    sys.exit(main())
