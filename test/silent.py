#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""silent.py --tirc=FILE [--llvm=BIN]: a failure has a message, a success has a result.

Idea.    Many lines of which nobody thought: each target of LLVM's with and without a processor.
Checks   Of each line: it ends by itself, with 0, 1 or 2.  An error is printed where the code is not 0, and
         nowhere else.  Where it is 0, each output is there and holds the name of the function.
Costs    about 10 seconds on two cores; --only=WORD runs the sets whose name has WORD.
"""
import argparse
import concurrent.futures
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


class Line:
    """A command line, and what is to hold the function's name if it succeeds: files, or '-' for stdout."""

    def __init__(self, words, outputs=(), stdin=None, crashes=False):
        self.words, self.outputs, self.stdin = [str(w) for w in words], outputs, stdin
        self.crashes = crashes  # LLVM's fault, which the command can only tell of

    def complaint(self):
        """What is wrong with how the line ends, or None."""
        with tempfile.TemporaryDirectory() as temp:
            folder = pathlib.Path(temp)
            (folder / "good.py").write_text(GOOD)
            try:
                run = subprocess.run(self.words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)
            except subprocess.TimeoutExpired:
                return "does not end"
            return self.judge(run, folder)

    def judge(self, run, folder):
        said = run.stderr.decode("utf-8", "replace")
        error = ERROR.search(said)
        if run.returncode not in (0, 1, 2) and not (self.crashes and run.returncode < 0):
            return f"ends with {run.returncode}: {said[:200]}"
        if ADDRESS.search(said):
            return f"prints an address: {said[:200]}"
        if run.returncode and not error:
            return f"fails with {run.returncode} and no message: {said[:200]!r}"
        if error and not run.returncode:
            return f"succeeds with an error: {said[:200]}"
        for name in self.outputs if run.returncode == 0 else ():
            path = folder / name
            data = run.stdout if name == "-" else path.read_bytes() if path.exists() else None
            if data is None:
                return f"succeeds and writes no {name}"
            if NAME.encode() not in data:
                return f"succeeds, and {len(data)} bytes of {name} have no '{NAME}'"
        return None


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
        some = sorted({cpus[0], cpus[len(cpus) // 2], cpus[-1]} if cpus else {"generic"})
        for k, cpu in enumerate([None, *some]):
            out = "good.s" if k == 0 or triple in ("nvptx", "nvptx64", "xcore") and k > 1 else "good.o"
            yield Line([o.tirc, "-fno-crash-diagnostics", f"-mtriple={triple}" if k % 2 else f"--target={triple}",
                        *([f"-mcpu={cpu}"] if cpu else []), "-o", out, "good.py"], [out], crashes=triple.startswith("spirv"))


SETS = {"targets": targets}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--tirc", type=lambda s: pathlib.Path(s).resolve(), required=True)
    parser.add_argument("--llvm", type=pathlib.Path, default=pathlib.Path("/usr/lib/llvm-22/bin"))
    parser.add_argument("--only", default="")
    o = parser.parse_args()
    lines = [(name, line) for name, make in SETS.items() if o.only in name for line in make(o)]
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
