#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""silent.py --tirc=FILE [--llvm=BIN] [--plugin=FILE]: a failure has a message, a success has a result.

Idea.    Many lines of which nobody thought: each target of LLVM's with and without a processor, each option with good
         and bad values, each kind of output of each kind of text, and what cannot be written; the plugin in opt and llc.
Checks   Of each line: it ends by itself, with 0, 1 or 2.  An error is printed where the code is not 0, and
         nowhere else.  Where it is 0, each output is there and holds the name of the function.
Costs    about 20 seconds on two cores; --only=WORD runs the sets whose name has WORD.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ERROR = re.compile(r"^(.*: )?(fatal |internal )?error: |^LLVM ERROR: ", re.M)
ADDRESS = re.compile(r"0x[0-9a-f]{8,}")
SECONDS = 300  # for hangs only
NAME = "kernel_of_the_text"
GOOD = f"""from tvm.script import tirx as T

@T.prim_func
def {NAME}(A: T.Buffer((256,), "int32"), B: T.Buffer((256,), "int32"), k: T.int32):
    for i in range(256):
        B[i] = A[i] * k + (A[i] * k) // 3
"""


PRIVATE = GOOD.replace("@T.prim_func", "@T.prim_func(private=True)")
# Files of each folder in which a line runs, and whether there is something to compile.
TEXTS = {
    "good.py": GOOD,
    "private.py": PRIVATE,
    "two.py": GOOD + PRIVATE.split("\n", 1)[1].replace(NAME, "helper"),
    "syntax.py": GOOD.replace("range(256):", "range(256)"),
    "type.py": GOOD.replace("* k +", "* 1.5 +"),
    "divides.py": GOOD.replace("// 3", "// 0"),
    "empty.py": "",
    "comment.py": "# nothing\n",
    "imports.py": GOOD.split("\n", maxsplit=1)[0] + "\n",
    "python.py": "def f(x):\n    return x + 1\n",
    "relax.py": "from tvm.script import ir as I, relax as R\n\n@I.ir_module\nclass M:\n    @R.function\n"
                "    def main(x: R.Tensor((2,), \"float32\")):\n        return x\n",
    "latin.py": GOOD.encode() + b"# \xfc\n",
    "wide.py": GOOD.encode("utf-16"),
    "binary.py": bytes(range(256)),
    "damaged.json": '{"root": 3}',
    "list.json": "[]",
}


class Line:
    """A command line, and what is to hold the function's name if it succeeds: files, or '-' for stdout."""

    def __init__(self, words, outputs=(), tells=False, stdout=subprocess.PIPE):
        self.words, self.outputs, self.stdout = [str(w) for w in words], outputs, stdout
        self.tells = tells  # it may write something else than the outputs

    def complaint(self):
        """What is wrong with how the line ends, or None."""
        with tempfile.TemporaryDirectory() as temp:
            folder = pathlib.Path(temp)
            for name, text in TEXTS.items():
                (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
            (folder / "folder.py").mkdir()
            try:
                run = subprocess.run(self.words, cwd=folder, stdin=subprocess.DEVNULL, stdout=self.stdout, stderr=subprocess.PIPE,
                                     timeout=SECONDS)
            except subprocess.TimeoutExpired:
                return "does not end"
            return self.judge(run, folder)

    def judge(self, run, folder):
        said = run.stderr.decode("utf-8", "replace")
        error = ERROR.search(said)
        if run.returncode not in (0, 1, 2):
            return f"ends with {run.returncode}: {said[:200]}"
        if ADDRESS.search(said):
            return f"prints an address: {said[:200]}"
        if run.returncode and not error:
            return f"fails with {run.returncode} and no message: {said[:200]!r}"
        if error and not run.returncode:
            return f"succeeds with an error: {said[:200]}"
        if run.returncode or self.tells and (run.stdout or said):
            return None
        return next((c for c in (self.missing(name, run, folder) for name in self.outputs) if c), None)

    def missing(self, name, run, folder):
        """What is wrong with an output, or None."""
        path = folder / name
        data = run.stdout if name == "-" else path.read_bytes() if path.exists() else None
        if data is None:
            return f"succeeds and writes no {name}"
        return None if NAME.encode() in data else f"succeeds, and {len(data)} bytes of {name} have no '{NAME}'"


# ---- Sets of lines -------------------------------------------------------------------------
def processors(tirc, triple):
    """Of a triple, the names that the command lists."""
    said = subprocess.run([tirc, f"--target={triple}", "-mcpu=help"], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in said.splitlines()[1:] if line.startswith("  ")]


def targets(o):
    """Each target of LLVM's, without a processor and with its first, middle and last one."""
    said = subprocess.run([o.llvm / "llc", "--version"], capture_output=True, text=True, check=True).stdout
    names = {"ppc32": "powerpc", "ppc32le": "powerpcle", "ppc64": "powerpc64", "ppc64le": "powerpc64le", "systemz": "s390x",
             "x86": "i686", "x86-64": "x86_64"}
    for name in re.findall(r"^    (\S+) +- ", said.split("Registered Targets:")[1], re.M):
        triple = names.get(name, name)
        cpus = processors(o.tirc, triple)
        some = sorted({cpus[0], cpus[len(cpus) // 2]} if cpus else {"generic"})
        for k, cpu in enumerate([None, *some]):
            out = "good.s" if k == 0 or triple in ("nvptx", "nvptx64", "xcore") and k > 1 else "good.o"
            yield Line([o.tirc, "-fno-crash-diagnostics", f"-mtriple={triple}" if k % 2 else f"--target={triple}",
                        *([f"-mcpu={cpu}"] if cpu else []), "-o", out, "good.py"], [out])


KINDS = ("tir", "json", "plan", "values", "header", "ll", "bc", "asm", "obj")
VALUES = ("0", "-1", "", "nonsense", "help", "folder.py", "/nonexistent/x", "%s%n")
TELLS = {"--help", "--version", "-v", "-###", "--print-passes", "--print-workarounds", "-E", "--verbose", "-mcpu", "-mattr"}  # they may make nothing
WRITES = {"-o", "-H", "-MF", "--emit", "--run", "-S", "-c", "-emit-llvm"}  # the output is another one then


def option_names(tirc):
    said = subprocess.run([tirc, "--help"], capture_output=True, text=True, check=True).stdout
    for name, value in re.findall(r"^  (-[-\w#]+)((?:[ =\[|]\S*)?)", said, re.M):
        yield name, bool(value.strip())


def options(o):
    """Each option alone and with each value, good or bad; kinds of output and processors take turns.  --check writes nothing."""
    n = 0
    for name, takes in option_names(o.tirc):
        values = [None, *VALUES] if takes else [None, "1", ""]
        for value in values:
            forms = [[f"{name}={value}"]] if value is not None else [[name]]
            forms += [[name, value]] if value == "nonsense" and takes else []
            for form in forms:
                n += 1
                kind = KINDS[n % 5] if n % 8 else KINDS[5 + n % 3]
                tells = name in TELLS or name in WRITES or value == "help"
                yield Line([o.tirc, *form, f"--emit={kind}", *(["--target=hexagon"] if n % 3 == 0 and kind != "obj" else []),
                            "-o", "out", "good.py"], [] if name == "--check" else ["out"], tells=tells or name == "--after")


def kinds(o):
    """Each kind of output of each text, for the host and for Hexagon; two kinds at once."""
    for text in [*TEXTS, "folder.py", "missing.py", "-"]:
        for n, kind in enumerate(KINDS):
            hexagon = ["--target=hexagon"] if n % 2 else []
            yield Line([o.tirc, f"--emit={kind}", "-o", "out", *hexagon, text], ["out"], tells=text in ("private.py", "divides.py"))
    for a in KINDS:
        for b in KINDS:
            yield Line([o.tirc, f"--emit={a},{b}", "good.py", "-o", "out.x"], ["out.x"])


def outputs(o):
    """What cannot be written, and several texts of which one is bad."""
    full = open("/dev/full", "wb")  # open until all lines have run
    for kind in KINDS:
        yield Line([o.tirc, f"--emit={kind}", "-o", "-", "good.py"], stdout=full)
        for out in ("folder.py", "missing/out", "good.py", "/dev/full", ""):
            yield Line([o.tirc, f"--emit={kind}", "-o", out, "good.py"], ["out"])
        yield Line([o.tirc, f"--emit={kind}", "good.py", "syntax.py"])
        yield Line([o.tirc, f"--emit={kind}", "syntax.py", "good.py"])
        yield Line([o.tirc, f"--emit={kind}", "--function=helper", "-o", "out", "two.py"], tells=True)
    for words in (["--help"], ["--version"], ["--print-passes"], ["--print-workarounds"], ["-mcpu=help"], ["-E", "good.py"], ["--stats-json", "-S", "good.py"]):
        yield Line([o.tirc, *words], stdout=full)


def engines(o):
    """Each engine with each text, and with arguments that do not fit."""
    for engine in ("interp", "jit", "hexagon"):
        for text in [*TEXTS, "folder.py", "missing.py"]:
            yield Line([o.tirc, f"--run={engine}", text, "k=1"])
        for words in (["k"], ["k="], ["k=x"], ["k=99999999999999999999"], ["A=1", "k=1"], ["A=@missing.npy", "k=1"],
                      ["A=@binary.py", "k=1"], ["A=@folder.py", "k=1"], ["q=1", "k=1"], ["k=1", "k=2"], [],
                      ["k=1", "--save=good.py"], ["k=1", "--save=/nonexistent/x"], ["k=1", "--function=nope"]):
            yield Line([o.tirc, f"--run={engine}", "good.py", *words])


def plugin(o):
    """The pass in opt and llc: parameters with good and bad values, each text, several texts."""
    if not o.plugin:
        return
    opt = [o.llvm / "opt", f"-load-pass-plugin={o.plugin}", "-S", "-o", "out"]
    known = sorted({name.lstrip("-") for name, _ in option_names(o.tirc)} | {"file", "cpu", "features", "version", "O2", ""})
    for text in [*TEXTS, "folder.py", "missing.py"]:
        for triple in ("x86_64-pc-linux-gnu", "hexagon-unknown-elf"):
            yield Line([*opt, "-mtriple=" + triple, f"-passes=tir-lower<file={text}>", os.devnull], ["out"], tells=text == "divides.py")
    for k, name in enumerate(known):
        for value in ("=", "=nonsense") if k % 2 else ("", "=1"):
            yield Line([*opt, f"-passes=tir-lower<file=good.py;{name}{value}>{',default<O2>' if k % 8 == 0 else ''}", os.devnull], ["out"],
                       tells=True)
    for parameters in ("", ";", ";;file=good.py", "file=good.py;file=good.py", "file=good.py;file=two.py", "file=", "good.py", "file"):
        yield Line([*opt, f"-passes=tir-lower<{parameters}>", os.devnull], ["out"], tells=True)


SETS = {"targets": targets, "options": options, "kinds": kinds, "outputs": outputs, "engines": engines, "plugin": plugin}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--tirc", type=lambda s: pathlib.Path(s).resolve(), required=True)
    parser.add_argument("--llvm", type=pathlib.Path, default=pathlib.Path("/usr/lib/llvm-22/bin"))
    parser.add_argument("--plugin", type=lambda s: pathlib.Path(s).resolve())
    parser.add_argument("--only", default="")
    parser.add_argument("--every", type=int, default=1, help="only each N-th line")
    o = parser.parse_args()
    lines = [(name, line) for name, make in SETS.items() if o.only in name for line in make(o)][::o.every]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        complaints = list(pool.map(lambda x: x[1].complaint(), lines))
    bad = 0
    for (name, line), complaint in zip(lines, complaints):
        if complaint:
            bad += 1
            print(f"{name}: {' '.join(line.words)}\n    {complaint}")
    if bad or not lines:
        sys.exit(f"{bad} of {len(lines)} lines fail without a message or succeed without a result")
    print(len(lines), "lines: each failure has a message, each success has a result")


if __name__ == "__main__":
    main()
