# REQUIRES: isl
# RUN: %tirc --emit=tir --cse-profile=size --unroll-and-jam=all %s | FileCheck %s
# RUN: %tirc --explain --emit=tir --cse-profile=size --unroll-and-jam=all %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHY %s
# Loops whose iterations must stay one after the other, each beside one that need not.
from tvm.script import tirx as T

# What an iteration stores, a later place of the iteration before it reads.
# CHECK-LABEL: def read_behind
# CHECK: for i, j in T.grid(30, 30):
# CHECK-NEXT: A[i + 1, j] = A[i, j + 1] + 1
# CHECK: for i in range(0, 28, 4):
# WHY: unroll-jam-not.py:[[@LINE+8]]:5: remark: loop 'i': unrolled and jammed by a factor of 4
# WHY: unroll-jam-not.py:[[@LINE+4]]:5: remark: loop 'i' is not unrolled and jammed: a loop-carried dependence may be reversed
@T.prim_func(s_tir=True)
def read_behind(A: T.Buffer((32, 32), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(30):
        for j in range(30):
            A[i + 1, j] = A[i, j + 1] + 1
    for i in range(30):
        for j in range(30):
            A[i + 1, j] = A[i, j] + 1

# Distance three: a factor of three is legal.
# CHECK-LABEL: def three
# CHECK: for i in range(0, 27, 3):
# CHECK: for i in range(27, 28):
@T.prim_func(s_tir=True)
def three(A: T.Buffer((32, 32), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(28):
        for j in range(30):
            A[i + 3, j] = A[i, j + 1] + 1

# A statement before the inner loop: its next copy comes before this iteration's loop.
# CHECK-LABEL: def before
# CHECK: for i in range(30):
# CHECK-NEXT: B[0] = i
# CHECK: for i in range(0, 28, 4):
# CHECK-NEXT: B[i] = i
# CHECK-NEXT: [[I:cse_v[0-9]+]] = T.bind(i + 1)
# CHECK-NEXT: B{{.}}[[I]]{{.}} = [[I]]
@T.prim_func(s_tir=True)
def before(A: T.Buffer((32, 32), "int32"), B: T.Buffer((32,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(30):
        B[0] = i
        for j in range(30):
            A[i, j] = B[0]
    for i in range(30):
        B[i] = i
        for j in range(30):
            A[i, j] = B[i]

# One place for all: what the last inner iteration stores stays, of whichever outer one.
# CHECK-LABEL: def last
# CHECK: for i, j in T.grid(30, 30):
# CHECK-NEXT: B[0] = A[i, j]
@T.prim_func(s_tir=True)
def last(A: T.Buffer((32, 32), "int32"), B: T.Buffer((32,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(30):
        for j in range(30):
            B[0] = A[i, j]

# Parameters may be one buffer, unless the function says no.
# CHECK-LABEL: def alias
# CHECK: for i, j in T.grid(30, 30):
@T.prim_func(s_tir=True)
def alias(A: T.Buffer((32, 32), "int32"), B: T.Buffer((32, 32), "int32")):
    for i in range(30):
        for j in range(30):
            B[i, j] = A[i, j + 1]

# In one dimension: the rows of two iterations overlap, or do not.
# CHECK-LABEL: def flat
# CHECK: for i, j in T.grid(28, 33):
# CHECK: for i in range(0, 28, 4):
# CHECK-NEXT: for j in range(32):
@T.prim_func(s_tir=True)
def flat(A: T.Buffer((1024,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(28):
        for j in range(33):
            A[i * 32 + j] = A[i * 32 + 32] + j
    for i in range(28):
        for j in range(32):
            A[i * 32 + j] = A[i * 32 + j] + j

# k < i <= j: what is stored in column j is not read in columns k.
# CHECK-LABEL: def columns
# CHECK: for j in range(i, i + {{.*}}, 4):
# CHECK: for j in range(30):
@T.prim_func(s_tir=True)
def columns(A: T.Buffer((32, 32), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(30):
        for j in range(i, 30):
            for k in range(i):
                A[i, j] = A[i, j] - A[i, k] * 3
    for i in range(30):
        for j in range(30):
            for k in range(i):
                A[i, j] = A[i, j] - A[i, k] * 3

# The inner loop is another one in each iteration: it is copied as a whole.
# CHECK-LABEL: def whole
# CHECK: for j in range(i + 1):
# CHECK-NEXT: A[i, j] = 1
# CHECK-NEXT: for j in range(i + 1 + 1):
# CHECK-NEXT: A[i + 1, j] = 1
@T.prim_func(s_tir=True)
def whole(A: T.Buffer((32, 32), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(32):
        for j in range(i + 1):
            A[i, j] = 1

# A trap, a call that has an effect, elements that are vectors, a while, an annotation: left alone.
# CHECK-LABEL: def others
# CHECK: for i, j in T.grid(32, 32):
# CHECK-NEXT: A[i, j] = T.call_pure_extern("int32", "g", A[i, j])
# CHECK: for i, j in T.grid(32, 32):
# CHECK-NEXT: T.call_extern("int32", "f", i)
# CHECK: for i, j in T.grid(32, 2):
# CHECK: for i in range(32):
# CHECK-NEXT: while A[i, 0] > 0:
# WHY: loop 'i' is not unrolled and jammed: its body calls a function that may trap
# WHY: loop 'i' is not unrolled and jammed: it has annotations or a step, or its body holds something other than loops, bindings, stores and ifs
# WHY: loop 'i' is not unrolled and jammed: its body holds vectors that are masked, elements of a buffer, or not for HVX
# WHY: loop 'i' is not unrolled and jammed: it has annotations or a step, or its body holds something other than loops, bindings, stores and ifs
# WHY: loop 'i' is not unrolled and jammed: it has annotations or a step, or its body holds something other than loops, bindings, stores and ifs
@T.prim_func(s_tir=True)
def others(A: T.Buffer((32, 32), "int32"), V: T.Buffer((32, 2), "int32x16"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(32):
        for j in range(32):
            A[i, j] = T.call_pure_extern("int32", "g", A[i, j])
    for i in range(32):
        for j in range(32):
            T.evaluate(T.call_extern("int32", "f", i))
    for i in range(32):
        for j in range(2):
            V[i, j] = T.Broadcast(n, 16)
    for i in range(32):
        while A[i, 0] > 0:
            for j in range(32):
                A[i, j] = A[i, j] - 1
    for i in T.serial(32, annotations={"pragma_x": 1}):
        for j in range(32):
            A[i, j] = A[i, j] - 1
