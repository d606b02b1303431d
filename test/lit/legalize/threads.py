# RUN: split-file %s %t.split
# RUN: %tirc --emit=tir --after=legalize %t.split/main.py | FileCheck %s
# RUN: %python -c "import numpy as n; n.save('%t.a.npy', n.arange(64, dtype='int32'))"
# RUN: %tirc --run=interp --legalize=none --no-cse --no-loops --function=main --save=%t.1 %t.split/main.py A=@%t.a.npy
# RUN: %tirc --run=interp --function=main --save=%t.2 %t.split/main.py A=@%t.a.npy
# RUN: cmp %t.1/A.npy %t.2/A.npy
# RUN: not %tirc --emit=tir --after=legalize %t.split/registers.py 2>&1 | FileCheck --check-prefix=BAD %s
# Thread-bound loops become launches, virtual threads serial loops.
#--- main.py
from tvm.script import tirx as T

@T.prim_func
def main(A: T.Buffer((64,), "int32")):
    # CHECK: with T.launch_thread("blockIdx.x", 4) as b:
    # CHECK-NEXT: for v in range(2):
    # CHECK-NEXT: with T.launch_thread("threadIdx.x", 8) as t:
    # CHECK-NEXT: A[b * 16 + v * 8 + t] = A[b * 16 + v * 8 + t] + b
    for b in T.thread_binding(4, thread="blockIdx.x"):
        for v in T.thread_binding(2, thread="vthread"):
            for t in T.thread_binding(8, thread="threadIdx.x"):
                A[b * 16 + v * 8 + t] = A[b * 16 + v * 8 + t] + b

# A launch has no end to jump to.
# CHECK-LABEL: def left
@T.prim_func
def left(A: T.Buffer((64,), "int32")):
    # CHECK: for t in range(64):
    # CHECK-NEXT: if A[t] == 1:
    # CHECK-NEXT: T.continue_loop()
    for t in T.thread_binding(64, thread="threadIdx.x"):
        if A[t] == 1:
            T.continue_loop()
        A[t] = 8

#--- registers.py
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((64,), "int32")):
    # BAD: registers.py:6:{{.*}} error: 'r' is private to each thread but lives outside of the loops over threads: this cannot be compiled for a CPU
    r = T.alloc_buffer((1,), "int32", scope="local")
    for t in T.thread_binding(8, thread="threadIdx.x"):
        r[0] = A[t]
    for t in T.thread_binding(8, thread="threadIdx.x"):
        A[t] = r[0]
