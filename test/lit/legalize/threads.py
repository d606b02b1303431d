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

# What no loop over threads names, or each writes before it reads, or all only read, is no register that they share.
# CHECK-LABEL: def beside
# CHECK: count[0] = count[0] + 1
# CHECK: with T.launch_thread("threadIdx.x", 8) as t:
# CHECK: with T.launch_thread("threadIdx.x", 8) as t
@T.prim_func
def beside(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), n: T.int32):
    count = T.alloc_buffer((1,), "int32", scope="local")
    first = T.alloc_buffer((1,), "int32", scope="local")
    own = T.alloc_buffer((1,), "int32", scope="local")
    first[0] = n
    count[0] = 0
    while count[0] < 4:
        count[0] = count[0] + 1
    for t in T.thread_binding(8, thread="threadIdx.x"):
        own[0] = A[t]
        A[t] = own[0] + first[0]
    for t in T.thread_binding(8, thread="threadIdx.x"):
        own[0] = B[t]
        B[t] = first[0] * own[0]

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

# The second of two, and the loops in a loop.
@T.prim_func
def second(A: T.Buffer((64,), "int32")):
    q = T.alloc_buffer((1,), "int32", scope="local")
    # BAD: registers.py:17:{{.*}} error: 'r' is private to each thread
    r = T.alloc_buffer((1,), "int32", scope="local")
    q[0] = 1
    for k in range(2):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            r[0] = A[t + k]
        for t in T.thread_binding(8, thread="threadIdx.x"):
            A[t] = r[0] + q[0]

# One loop that is run again.
@T.prim_func
def again(A: T.Buffer((64,), "int32")):
    # BAD: registers.py:29:{{.*}} error: 'r' is private to each thread
    r = T.alloc_buffer((1,), "int32", scope="local")
    r[0] = 0
    for k in range(2):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            r[0] = r[0] + A[t]

# A view of it.
@T.prim_func
def view(A: T.Buffer((64,), "int32")):
    # BAD: registers.py:39:{{.*}} error: 'r' is private to each thread
    r = T.alloc_buffer((1,), "int32", scope="local")
    v = T.decl_buffer((1,), "int32", data=r.data, scope="local")
    for t in T.thread_binding(8, thread="threadIdx.x"):
        v[0] = A[t]
    for t in T.thread_binding(8, thread="threadIdx.x"):
        A[t] = r[0]

# What a branch stores.
@T.prim_func
def branch(A: T.Buffer((64,), "int32")):
    # BAD: registers.py:50:{{.*}} error: 'r' is private to each thread
    r = T.alloc_buffer((1,), "int32", scope="local")
    for t in T.thread_binding(8, thread="threadIdx.x"):
        r[0] = A[t]
    for t in T.thread_binding(8, thread="threadIdx.x"):
        if A[t] > 3:
            r[0] = 1
        A[t] = r[0]
