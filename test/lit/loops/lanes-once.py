# RUN: %tirc --emit=tir --target=hexagon --cover=0 -O3 %s | FileCheck %s
# A row that fills no register is moved word by word, if no other row stands beside it: vectors that overlap are better, all in one body
# where they are few.
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def once
# CHECK: for i in range(0, 108, 108):
# CHECK-NEXT: P[i:i + 64]
# CHECK-NEXT: P[i + 44:i + 44 + 64]
@T.prim_func(s_tir=True)
def once(P: T.Buffer((108,), "int16"), A: T.Buffer((108,), "int16"), B: T.Buffer((108,), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i in range(108):
        P[i] = T.Cast("int16", T.max(T.min(T.Cast("int32", A[i]) - T.Cast("int32", B[i]), 32767), -32768))


# A loop around that runs once makes no rows.
# CHECK-LABEL: {{^}}def around
# CHECK: for j in range(0, 124, 124):
# CHECK-NEXT: P[0, j:j + 64]
# CHECK-NEXT: P[0, j + 60:j + 60 + 64]
@T.prim_func(s_tir=True)
def around(P: T.Buffer((1, 124), "int16"), A: T.Buffer((1, 124), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i, j in T.grid(1, 124):
        P[i, j] = A[i, j] + T.int16(3)


# What a statement reads that it stores itself is not done twice.
# CHECK-LABEL: {{^}}def adds
# CHECK-NOT: i + 44
@T.prim_func(s_tir=True)
def adds(P: T.Buffer((108,), "int16"), A: T.Buffer((108,), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i in range(108):
        P[i] = P[i] + A[i]


# Nor are two statements: what the first stores is read by the second.
# CHECK-LABEL: {{^}}def two
# CHECK-NOT: i + 44
@T.prim_func(s_tir=True)
def two(P: T.Buffer((108,), "int16"), A: T.Buffer((108,), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i in range(108):
        P[i] = A[i]
        P[i] = P[i] + T.max(A[i], T.int16(3))


# Of rows behind each other LLVM makes whole registers.
# CHECK-LABEL: {{^}}def rows
# CHECK: O[i, j:j + 66] =
@T.prim_func(s_tir=True)
def rows(O: T.Buffer((7, 66), "int8"), A: T.Buffer((7, 66), "int8"), B: T.Buffer((66,), "int8")):
    T.func_attr({"tirx.noalias": True})
    for i, j in T.grid(7, 66):
        O[i, j] = T.max(A[i, j], B[j])
