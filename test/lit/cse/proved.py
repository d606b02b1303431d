# RUN: %tirc --emit=tir --cse-profile=hexagon --unroll-and-jam=0 %s 2>&1 | FileCheck --implicit-check-not="could{{ }}not" %s
# What the pass does here, the proof has to see, too.
from tvm.script import tirx as T

# An index in which variables cancel out is the number that is left.
# CHECK-LABEL: def cancels
# CHECK: cse_v1 = T.bind(T.if_then_else(0 < i1, V[v2 * -1 + i1 + 7], 0))
@T.prim_func(s_tir=True)
def cancels(V: T.Buffer((4096,), "int32")):
    for i1 in range(7):
        v2 = T.bind(i1 + 1)
        for i3 in range(1, i1 + 1):
            V[v2 * 8 - 7] = V[i3 * 8 - 8] + V[v2 * -1 + i1 + 7]

# The variable of a triangular loop lies between the numbers that the outer ones allow.
# CHECK-LABEL: def triangle
# CHECK: T.if_then_else(0 < i1 + -1, V[i1 * 8 + 1], 0)
@T.prim_func(s_tir=True)
def triangle(V: T.Buffer((4096,), "int32")):
    for i1 in range(3):
        for i3 in range(2, i1 + 1):
            V[i3 * 2 + 1] = V[i3 * 2 + 2] + V[i1 * 8 + 1]

# A loop that never runs, as the variables around it say, stores nothing.
# CHECK-LABEL: def idle
# CHECK: cse_v1 = T.bind(T.if_then_else(0 < i1 and 0 < n + -2, V[i1], 0))
@T.prim_func(s_tir=True)
def idle(V: T.Buffer((4096,), "int32"), n: T.int32):
    for i1 in range(1):
        for i2 in range(1, i1 + 1):
            for i3 in range(2, n):
                V[i3 + 3] = V[i3 * 2 + i1 - 4] * 3 + V[i1]

# Nothing traps in vain in a loop without iterations.
# CHECK-LABEL: def never
# CHECK: cse_v1 = T.bind(
@T.prim_func(s_tir=True)
def never(V: T.Buffer((4096,), "int32")):
    for i1 in range(1, 1):
        for i8 in range(2, 6):
            u9 = T.bind(V[i1 + 4])
        for i10 in range(1, 9 - i1):
            for i11 in range(0):
                V[i1 * 2 + 3] = V[i11 + i10 * 2 + 3] * 3 + V[i10 - 1]

# What is shifted lies between what its ends are shifted to.
# CHECK-LABEL: def shifted
# CHECK: [[V:cse_v[0-9]+]] = T.bind(B[(z >> 31) + 2 & 31])
# CHECK-NEXT: B[25] = [[V]]
# CHECK-NEXT: B[z] = [[V]]
@T.prim_func(s_tir=True)
def shifted(B: T.Buffer((32,), "int32"), z: T.int32):
    B[25] = B[((z >> 31) + 2) & 31]
    B[z] = B[((z >> 31) + 2) & 31]
