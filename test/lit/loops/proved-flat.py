# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --legalize=all --emit=tir %s -o %t.py 2>&1 | count 0
# RUN: FileCheck %s < %t.py
# RUN: %tirc -O1 --legalize=all --cse-profile=host --unroll-and-jam=all --emit=tir %s -o %t.jam.py 2>&1 | count 0
# Right changes of flat buffers, that the proof must not take back: an index is one sum, of which no dimension is left.
from tvm.script import tirx as T


# An index of int64 and one of int32, of other columns.
# CHECK-LABEL: {{^}}def types
# CHECK: [[V:cse_v[0-9]+]] = T.bind(E_1[T.Cast("int64", i0) * T.int64(10) + T.int64(9)])
# CHECK: for i2 in range(7):
# CHECK-NEXT: E_1[{{.*}}] = [[V]]
@T.prim_func(s_tir=True)
def types(E: T.Buffer((12, 10), "int32")):
    for i0 in range(2, 6):
        for i2 in range(7):
            E[i2 + i0, 9 - i0] = E[i0, T.int64(8) + T.int64(1)]


# Columns that may be the same.
# CHECK-LABEL: {{^}}def types_meet
# CHECK: for i0, i2 in T.grid(4, 7):
# CHECK-NEXT: E_1[{{.*}}] = E_1[
@T.prim_func(s_tir=True)
def types_meet(E: T.Buffer((12, 10), "int32")):
    for i0 in range(0, 4):
        for i2 in range(7):
            E[i2 + i0, 9 - i0] = E[i0, T.int64(8) + T.int64(1)]


# A sum under a cast: 3 - i1 and 2 - i1.
# CHECK-LABEL: {{^}}def under_a_cast
# CHECK: [[V:cse_v[0-9]+]] = T.bind(A_1[
# CHECK: A_1[{{.*}}] = [[V]]
# CHECK: O[i1] = [[V]]
@T.prim_func(s_tir=True)
def under_a_cast(A: T.Buffer((4, 4, 4), "int64"), O: T.Buffer((64,), "int64"), w: T.int64):
    T.func_attr({"tirx.noalias": True})
    for i1 in range(3):
        A[1, 1, 3 - i1] = A[T.max(T.min(w, T.int64(3)), T.int64(0)), 0, (3 - i1 + 3) % 4]
        O[i1] = A[T.max(T.min(w, T.int64(3)), T.int64(0)), 0, (3 - i1 + 3) % 4]


# The row and the column are one value, 0 to 4: the sum is a multiple of 8, in rows of 7.
# CHECK-LABEL: {{^}}def diagonal
# CHECK: [[V:cse_v[0-9]+]] = T.bind(B_1[
# CHECK: B_1[{{.*}}] = [[V]]
@T.prim_func(s_tir=True)
def diagonal(B: T.Buffer((5, 7), "int32"), n: T.int32, x: T.int32):
    for i2 in range(4):
        B[n, 2 + 3] = B[T.max(T.min(x * x, 4), 0), T.max(0, T.min(x * x, 4))]


# 0 to 2 in two dimensions of three.
# CHECK-LABEL: {{^}}def diagonal_of_three
# CHECK: [[V:cse_v[0-9]+]] = T.bind(B_1[
# CHECK: B_1[{{.*}}] = [[V]]
# CHECK: B_1[0] = [[V]]
@T.prim_func(s_tir=True)
def diagonal_of_three(B: T.Buffer((3, 3, 5), "int32"), n: T.int32):
    B[0, 2, T.max(0, T.min(n, 2))] = B[T.max(T.min(n, 2), 0), T.min(T.max(0, T.min(n, 2)) + 1, 2), 3]
    B[0, 0, 0] = B[T.max(T.min(n, 2), 0), T.min(T.max(0, T.min(n, 2)) + 1, 2), 3]


# A column below another one, as a loop's extent says.
# CHECK-LABEL: {{^}}def below
# CHECK: [[V:cse_v[0-9]+]] = T.bind(T.if_then_else(0 < i0, F_1[
# CHECK: F_1[{{.*}}] = [[V]]
@T.prim_func(s_tir=True)
def below(F: T.Buffer((5, 7), "int32"), O: T.Buffer((7, 7), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i0 in range(7):
        for i3 in range(i0):
            F[O[i3, 0] & 3, i3] = F[T.max(T.min(i0, 4), 0), i0]


# A column that may be reached.
# CHECK-LABEL: {{^}}def reached
# CHECK: for i3 in range(i0 + 1):
# CHECK-NEXT: F_1[{{.*}}] = F_1[
@T.prim_func(s_tir=True)
def reached(F: T.Buffer((5, 7), "int32"), O: T.Buffer((7, 7), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i0 in range(6):
        for i3 in range(i0 + 1):
            F[O[i3, 0] & 3, i3] = F[T.max(T.min(i0, 4), 0), i0]


# A quotient and a remainder of a number that is known, by one that is not.
# CHECK-LABEL: {{^}}def rounded
@T.prim_func(s_tir=True)
def rounded(C: T.Buffer((64,), "uint8"), D: T.Buffer((64,), "uint8"), p: T.uint8, q: T.uint8):
    C[0] = p // T.uint8(16) // T.uint8(16) - p // T.uint8(16) // T.uint8(16) // q * q
    D[0] = T.uint8(2) - p // T.uint8(16) // T.uint8(16) % q


# A mask of a variable that has one value, in the copy of a loop.
# CHECK-LABEL: {{^}}def masked
@T.prim_func(s_tir=True)
def masked(C: T.Buffer((8,), "int32"), F: T.Buffer((4, 4), "int32"), O: T.Buffer((8,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i1 in range(5):
        for i4 in range(2):
            C[i1] = i4
        O[i1] = F[i1 % 4, i1 & 3]
