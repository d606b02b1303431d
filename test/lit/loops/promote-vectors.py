# REQUIRES: isl
# RUN: %tirc --emit=tir --cse-level=none %s | FileCheck %s
# Vectors of neighbours that a loop sums up live in a variable, where rows of other numbers are all that it reads beside.
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def rows
# CHECK: if 0 < {{.*}}:
# CHECK-NEXT: acc = T.alloc_buffer((32,), "int32", scope="local", align=128)
# CHECK-NEXT: acc[0:32] = B[i, T.Ramp(8, 1, 32)]
# CHECK-NEXT: for k in
# CHECK-NEXT: acc[0:32] = acc[T.Ramp(0, 1, 32)] + B[k, T.Ramp(0, 1, 32)]
# CHECK-NEXT: B[i, 8:40] = acc[T.Ramp(0, 1, 32)]
@T.prim_func(s_tir=True)
def rows(B: T.Buffer((44, 48), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(44):
        for k in range(i + 1, i + 1 + (43 - i)):
            B[i, 8:40] = B[i, T.Ramp(8, 1, 32)] + B[k, T.Ramp(0, 1, 32)]


# Vectors behind each other: the last lane of the one is before the first of the other.
# CHECK-LABEL: {{^}}def behind
# CHECK: acc[0:16] = A[T.Ramp(i, 1, 16)]
# CHECK: for k in range(8):
# CHECK-NEXT: acc[0:16] = acc[T.Ramp(0, 1, 16)] + A[T.Ramp({{.*}}, 1, 16)]
@T.prim_func(s_tir=True)
def behind(A: T.Buffer((128,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(8):
        for k in range(8):
            A[i:i + 16] = A[T.Ramp(i, 1, 16)] + A[T.Ramp(k + i + 16, 1, 16)]


# One lane less apart, and they meet.
# CHECK-LABEL: {{^}}def meets
# CHECK-NOT: acc
@T.prim_func(s_tir=True)
def meets(A: T.Buffer((128,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(8):
        for k in range(8):
            A[i:i + 16] = A[T.Ramp(i, 1, 16)] + A[T.Ramp(k + i + 15, 1, 16)]


# Neither neighbours nor in one place.
# CHECK-LABEL: {{^}}def others
# CHECK-NOT: acc
@T.prim_func(s_tir=True)
def others(A: T.Buffer((8, 128), "int32")):
    T.func_attr({"tirx.noalias": True})
    for k in range(1, 8):
        A[0, 0:32:2] = A[0, T.Ramp(0, 2, 16)] + A[k, T.Ramp(0, 1, 16)]
    for k in range(1, 8):
        A[0, k:k + 16] = A[0, T.Ramp(k, 1, 16)] + A[k, T.Ramp(0, 1, 16)]
