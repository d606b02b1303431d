#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""light.py TIRC LLVM-CONFIG: what makes nothing of LLVM IR is done without LLVM.

The command is copied with libtirc-core.so, without tirc-llvm.so.  Alone it does what needs no LLVM, with the bytes of the whole one; what needs
LLVM ends by one sentence, nothing written.  The host that it was built for is the one that LLVM tells."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

KERNEL = """from tvm.script import ir as I, tir as T
@I.ir_module
class Module:
    @T.prim_func
    def twice(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        T.func_attr({"global_symbol": "twice"})
        for i in range(8):
            B[i] = A[i] * A[i] + A[i] * A[i]
"""
ALONE = ["--version", "--help", "--print-passes", "--print-workarounds", "-### k.py", "-E k.py", "-c -### --target=hexagon k.py", "--run k.py --stats",
         "--emit=tir k.py", "--emit=tir --target=hexagon -mcpu=hexagonv68 -O2 k.py", "--emit=json k.py",
         "--emit=tir --target=hexagon -O3 --after=cse k.py", "--emit=tir --target=host -O3 k.py", "--emit=tir,plan --target=hexagon -O3 k.py", "--emit=plan k.py",
         "--emit=values k.py", "--emit=header k.py", "--emit=tir --print-after-all --verify-each k.py",
         "--emit=tir --explain k.py", "--emit=tir -MD -MF k.d k.py", "--emit=tir k.py k.py", "--emit=obj,tir k.py",
         "--emit=tir absent.py", "--emit=ll --no-such-option k.py"]
WITH = ["-c k.py", "--emit=ll k.py", "--emit=bc k.py", "-S k.py", "--emit=obj,header k.py", "--run=jit k.py", "--run=hexagon k.py",
        "--version --verbose", "--emit=tir -mcpu=native k.py", "-mcpu=help", "--emit=tir --extern-header=k.h k.py",
        "--emit=tir --target=hexagon -O3 k.py", "--emit=json -O3 k.py", "--emit=tir -ftime-trace=t.json k.py", "--emit=tir -mllvm -stats k.py"]


def run(tirc, line, folder):
    done = subprocess.run([tirc, *line.split()], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600,
                          check=False)
    return done.returncode, done.stdout, done.stderr


def main():
    tirc, config = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    bad = []
    with tempfile.TemporaryDirectory() as name:
        folder, alone = pathlib.Path(name) / "work", pathlib.Path(name) / "bin" / "tirc"
        alone.parent.mkdir()
        shutil.copy(tirc, alone)
        (alone.parents[1] / "lib").mkdir()
        for core in (tirc.parents[1] / "lib").glob("libtirc-core.so.*"):
            shutil.copy(core, alone.parents[1] / "lib")
        folder.mkdir()
        (folder / "k.py").write_text(KERNEL)
        (folder / "k.h").write_text("int f(int);\n")
        for line in ALONE:
            if run(alone, line, folder) != run(tirc, line, folder):
                bad.append(f"tirc {line}: another answer without tirc-llvm.so: {run(alone, line, folder)}")
        before = sorted(folder.iterdir())
        for line in WITH:
            code, out, err = run(alone, line, folder)
            if code != 1 or out or err.count("\n") != 1 or "this needs LLVM" not in err or "tirc-llvm.so" not in err:
                bad.append(f"tirc {line}: without tirc-llvm.so: {code} {out}{err}")
        if sorted(folder.iterdir()) != before:
            bad.append("something was written without tirc-llvm.so")
        host = subprocess.run([config, "--host-target"], check=True, capture_output=True, text=True).stdout.strip()
        if f"Target: {host}" not in run(alone, "-v -c -### k.py", folder)[2]:
            bad.append(f"the host is not LLVM's {host}")
    print("\n".join(bad), end="\n" if bad else "")
    sys.exit(1 if bad else 0)


main()
