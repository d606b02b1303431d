# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 --no-cse --optimize=hoist --explain %s -o %t.py 2>&1 | FileCheck --check-prefix=WHY --implicit-check-not='could not' --implicit-check-not='scalar expansion' %s
# RUN: FileCheck --check-prefix=TEXT --implicit-check-not='{{^ +}}hoisted' %s < %t.py
# What is computed again and again, but may change, may trap, or is done by a name.
from tvm.script import tirx as T


# TEXT-LABEL: {{^}}def stored(
# WHY: loop 'i' is not hoisted into an array: a store in it may change what it computes again and again
@T.prim_func(s_tir=True)
def stored(A: T.Buffer((64, 16), "int32"), S: T.Buffer((32,), "int32"), y: T.int32):
    T.func_attr({"global_symbol": "stored", "tirx.noalias": True})
    for i in range(64):
        for j in range(16):
            A[i, j] = S[j] // y
        S[T.min(i, 31)] = 1


# TEXT-LABEL: {{^}}def overlaps(
# WHY: loop 'i' is not hoisted into an array: a store in it may change what it computes again and again
@T.prim_func(s_tir=True)
def overlaps(A: T.Buffer((64, 16), "int32"), S: T.Buffer((16,), "int32"), y: T.int32):
    T.func_attr({"global_symbol": "overlaps"})
    for i, j in T.grid(64, 16):
        A[i, j] = S[j] // y


# An iteration that may compute nothing.
# TEXT-LABEL: {{^}}def branch(
@T.prim_func(s_tir=True)
def branch(A: T.Buffer((64, 16), "int32"), S: T.Buffer((16,), "int32"), y: T.int32):
    T.func_attr({"global_symbol": "branch", "tirx.noalias": True})
    for i, j in T.grid(64, 16):
        if A[i, j] < 3:
            A[i, j] = S[j] // y


# Elements that lie between those that are loaded.
# TEXT-LABEL: {{^}}def between(
# WHY: loop 'i' is not hoisted into an array: what it computes again and again may trap, and not all elements of the array are surely computed
@T.prim_func(s_tir=True)
def between(A: T.Buffer((64, 4), "int32"), S: T.Buffer((16,), "int32"), y: T.int32):
    T.func_attr({"global_symbol": "between", "tirx.noalias": True})
    for i, j in T.grid(64, 4):
        A[i, j] = S[j] // y + A[i, j] * (S[j + 10] // y)


# A loop that may be left, a call that may change anything, and what is not dear.
# TEXT-LABEL: {{^}}def leaves(
@T.prim_func(s_tir=True)
def leaves(A: T.Buffer((64, 16), "int32"), S: T.Buffer((16,), "int32"), y: T.int32):
    T.func_attr({"global_symbol": "leaves", "tirx.noalias": True})
    for i, j in T.grid(64, 16):
        if A[i, j] == 7:
            break
        A[i, j] = S[j] // y
    for i, j in T.grid(64, 16):
        A[i, j] = S[j] % y
        T.evaluate(T.call_extern("int32", "f"))
    for i, j in T.grid(64, 16):
        A[i, j] = S[j] * 3 + S[j] // 4


# What an iteration computes for the next one, a variable holds.
# TEXT-LABEL: {{^}}def carried(
@T.prim_func(s_tir=True)
def carried(A: T.Buffer((65,), "int32"), B: T.Buffer((64,), "int32"), y: T.int32):
    T.func_attr({"global_symbol": "carried", "tirx.noalias": True})
    for i in range(64):
        B[i] = A[i] // y + A[i + 1] // y


# Every second element, and those between.
# TEXT-LABEL: {{^}}def strided(
@T.prim_func(s_tir=True)
def strided(A: T.Buffer((256,), "int32"), B: T.Buffer((64,), "int32"), y: T.int32):
    T.func_attr({"global_symbol": "strided", "tirx.noalias": True})
    for i in range(64):
        B[i] = A[i * 2] // y - A[i * 2 + 5] // y


# A quotient that names no loop inside gets a name, not an array of sums with it.
# TEXT-LABEL: {{^}}def named(
@T.prim_func(s_tir=True)
def named(C: T.Buffer((32,), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "named", "tirx.noalias": True})
    for i2 in range(3, 11):
        if T.truncdiv(i2, n + 1) > 3:
            for i3 in range(8):
                C[22] = (T.truncdiv(i2, n + 1) - i3 + 2) & 255


# The variable of a T.Let is known in it alone; a quotient there that does not name it is another matter.
# TEXT-LABEL: {{^}}def inside(
@T.prim_func(s_tir=True)
def inside(C: T.Buffer((32,), "int32"), y: T.int32):
    T.func_attr({"global_symbol": "inside", "tirx.noalias": True})
    L = T.int32()
    for i, j in T.grid(16, 8):
        C[i] = C[i] - T.Let(T.truncdiv(L, j + 1) + L, where={L: y + i})
