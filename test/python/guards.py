#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs on which TVM 0.27's own CommonSubexprElim divides by zero, hangs or overflows the stack are right in TVM with
tirc's pass in its place.  Run by a Python with TVM, tirc on its path.  Each runs in a process of its own: with tirc it
must give the right numbers; what becomes of it with TVM's pass is printed, and must not be right (where that ends, tirc is
not needed for it any more)."""
import resource
import signal
import subprocess
import sys

SECONDS = 12  # of processor time, five times what TVM's pass takes where it ends

GUARDED = '''
@T.prim_func
def f(A: T.Buffer((16,), "int32"), x: T.int32, n: T.int32):
    if n != 0:
        A[0] = x // n
    A[1] = 7
    if n != 0:
        A[2] = x // n + 1
'''
LOOPS = '''
@T.prim_func
def f(A: T.Buffer((16,), "int32"), x: T.int32, n: T.int32):
    for i in range(n):
        A[i] = x // n
    for i in range(n):
        A[i] = A[i] + x // n
'''
LAZY = '''
@T.prim_func
def f(A: T.Buffer((16,), "int32"), x: T.int32, n: T.int32):
    A[0] = T.if_then_else(n != 0, x // n, 3)
    A[1] = T.if_then_else(n != 0, x // n, 3)
'''


def text(source):
    from tvm.script import from_source
    return from_source("# from tvm.script import tirx as T\n" + source)


def shared(levels):
    """One term of 2^levels operations, each of them used twice."""
    from tvm import tirx
    f = text('@T.prim_func\ndef f(A: T.Buffer((16,), "int32"), x: T.int32, n: T.int32):\n    A[0] = x + n\n')
    e = f.body.value
    for i in range(levels):
        e = tirx.Mul(e, e) if i % 2 else tirx.Add(e, e)
    return f.with_body(tirx.BufferStore(f.body.buffer, e, f.body.indices))


def deep(terms):
    """A sum of so many terms, twice."""
    from tvm import tirx
    f = text('@T.prim_func\ndef f(A: T.Buffer((16,), "int32"), x: T.int32, n: T.int32):\n    A[0] = x + n\n    A[1] = x + n\n')
    stores = []
    for s in f.body.seq:
        e = s.value
        for i in range(terms):
            e = tirx.Add(e, f.params[1 + i % 2])
        stores.append(tirx.BufferStore(s.buffer, e, s.indices))
    return f.with_body(tirx.SeqStmt(stores))


PROGRAMS = {  # name: how it is made, x, n, A[0:3] afterwards, does TVM's pipeline take it
    "division behind two guards, n = 0": (lambda: text(GUARDED), 7, 0, [0, 7, 0], True),
    "division behind two guards, n = 3": (lambda: text(GUARDED), 7, 3, [2, 7, 3], None),
    "division in two loops, n = 0": (lambda: text(LOOPS), 7, 0, [0, 0, 0], True),
    "division in an arm, n = 0": (lambda: text(LAZY), 7, 0, [3, 3, 0], True),
    "a shared term of 24 levels": (lambda: shared(24), 0, 0, [0, 0, 0], False),
    "two sums of 6,000 terms": (lambda: deep(6000), 1, 1, [6002, 6002, 0], False),
}


def one(name, whose):
    """Build a program with TVM and run it; in a child process."""
    import contextlib
    import numpy as np
    import tirc
    import tvm
    from tvm import tirx
    make, x, n, want, pipeline = PROGRAMS[name]
    mod = tvm.IRModule({"f": make()})
    own = tirx.transform.CommonSubexprElim()
    got = np.zeros(16, "int32")
    if pipeline is False:  # TVM's other passes hang or overflow, too: the pass alone, and tirc runs what it gives
        mod = (tirc.transform.CSE() if whose == "tirc" else own)(mod)
        got = tirc.run(mod, A=got, x=x, n=n)["A"]
    else:
        with tirc.replace_tvm_cse(on_error="raise") if whose == "tirc" else contextlib.nullcontext():
            library = tvm.compile(mod, target="llvm")
        tensor = tvm.runtime.tensor(got)
        library["f"](tensor, x, n)
        got = tensor.numpy()
    if list(got[:3]) != want:
        sys.exit(f"A is {list(got[:3])}, not {want}")


def attempt(name, whose):
    """TVM's own pass, which may never end, has SECONDS of processor time; ours has time on a busy machine, too."""
    def bound():
        if whose == "TVM":
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 2))

    try:
        done = subprocess.run([sys.executable, __file__, name, whose], capture_output=True, text=True, timeout=600,
                              check=False, preexec_fn=bound)
    except subprocess.TimeoutExpired:
        return "not done in ten minutes"
    if done.returncode == -signal.SIGXCPU:
        return f"not done in {SECONDS} s"
    if done.returncode < 0:
        return f"dies of signal {-done.returncode}"
    return "right" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["fails"])[-1][:200]


def main():
    wrong = 0
    for name, (*_, pipeline) in PROGRAMS.items():
        ours, theirs = attempt(name, "tirc"), attempt(name, "TVM")
        print(f"{name}: tirc: {ours}; TVM: {theirs}", flush=True)
        wrong += ours != "right" or (theirs == "right") != (pipeline is None)
    sys.exit(wrong > 0)


if len(sys.argv) == 3:
    one(*sys.argv[1:])
else:
    main()
