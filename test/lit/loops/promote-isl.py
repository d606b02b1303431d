# Accesses that sums alone do not tell apart from the element: the proof asks isl.  A loop that is not proved keeps its
# element in memory, without a word, and the others of its function are none the worse.
# REQUIRES: isl
# RUN: %tirc -O3 --emit=tir --cse-profile=hexagon %s 2>&1 | FileCheck --implicit-check-not="acc:{{ }}T" --implicit-check-not="warning:{{ }}" %s
from tvm.script import tirx as T

# An even number is no odd one.
# CHECK-LABEL: def parity(
# CHECK: acc: T.int32 = A[i * 2]
@T.prim_func(s_tir=True)
def parity(A: T.Buffer((64,), "int32")):
    for i in range(8):
        for k in range(8):
            A[i * 2] = A[i * 2] + A[k * 2 + 1]

# A remainder lies below its divisor; one of 33 does not lie below 32.
# CHECK-LABEL: def remainders(
# CHECK: acc: T.int32 = A[i + 32]
# CHECK: for i, k in T.grid(8, n):
# CHECK-NEXT: A[i + 32] = A[i + 32] + A[k % 33]
@T.prim_func(s_tir=True)
def remainders(A: T.Buffer((64,), "int32"), n: T.int32):
    for i in range(8):
        for k in range(n):
            A[i + 32] = A[i + 32] + A[k % 32]
    for i in range(8):
        for k in range(n):
            A[i + 32] = A[i + 32] + A[k % 33]

# Bytes of a view are not put to isl; the second loop has its variable.
# CHECK-LABEL: def halves(
# CHECK: A[i] = A[i] + V[k]
# CHECK: acc: T.int32 = A[i + 40]
@T.prim_func(s_tir=True)
def halves(A: T.Buffer((64,), "int32")):
    V = T.decl_buffer((32,), "int32", data=A.data, elem_offset=32)
    for i in range(8):
        for k in range(8):
            A[i] = A[i] + V[k]
    for i in range(8):
        for k in range(8):
            A[i + 40] = A[i + 40] + A[k]
