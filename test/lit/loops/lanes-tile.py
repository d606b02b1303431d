# REQUIRES: isl
# RUN: %tirc --emit=tir --lanes=64 --optimize=lanes --cse-level=none --no-promote-scalars %s | FileCheck %s
# RUN: %tirc --explain --emit=tir --lanes=64 --optimize=lanes %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHY %s
# Iterations of several loops as lanes of one vector, in the order of what is stored.
from tvm.script import tirx as T


# What is stored in a row is loaded two rows apart: 128 elements, of which every second row is taken.
# CHECK-LABEL: {{^}}def pool
# CHECK: for i in range(4):
# CHECK-NEXT: for w in range(0, 4, 2):
# CHECK-NEXT: O[{{.*}}] = T.Shuffle([A[T.Ramp({{.*}}, 1, 128)]], [0, 1, 2, {{.*}}30, 31, 64, 65, {{.*}}, 94, 95])
# WHY: loop 'w': vectorised, with up to this many iterations at once: 64
@T.prim_func(s_tir=True)
def pool(A: T.Buffer((1024,), "uint8"), O: T.Buffer((512,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for i, w, c in T.grid(4, 4, 32):
        O[i * 128 + w * 32 + c] = A[i * 256 + w * 64 + c]


# The loops are not in the order of what is stored; a row of 32 is the same for both iterations of b.
# CHECK-LABEL: {{^}}def turned
# CHECK: for c in range(0, 32, 32):
# CHECK-NEXT: O[i, c * 2:c * 2 + 64] = T.Shuffle([A[i, T.Ramp(c, 1, 64)]], [0, 32, 1, 33, {{.*}}, 31, 63]) + T.Shuffle([S[T.Ramp(c, 1, 32)]], [0, 0, 1, 1, {{.*}}, 31, 31])
@T.prim_func(s_tir=True)
def turned(A: T.Buffer((6, 64), "int16"), S: T.Buffer((32,), "int16"), O: T.Buffer((6, 64), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i, c, b in T.grid(6, 32, 2):
        O[i, c * 2 + b] = A[i, b * 32 + c] + S[c]


# Sums of a lane each; three times two of w, and the last two once more.
# CHECK-LABEL: {{^}}def sums
# CHECK: for w in range(0, 6, 2):
# CHECK-NEXT: acc_1 = T.alloc_buffer((64,), "int32", align=128)
# CHECK-NEXT: acc_1[0:64] = T.Broadcast(0, 64)
# CHECK: for r in range(3):
# CHECK-NEXT: acc_1[0:64] = acc_1[T.Ramp(0, 1, 64)] + T.Cast("int32x64", A[T.Ramp({{.*}}, 1, 64)])
# CHECK: O[{{.*}}:{{.*}} + 64] = T.Cast("int16x64", acc_1[T.Ramp(0, 1, 64)])
# CHECK: for w in range(5, 7, 2):
# CHECK: acc_1 = T.alloc_buffer((64,)
@T.prim_func(s_tir=True)
def sums(A: T.Buffer((512,), "int16"), O: T.Buffer((224,), "int16")):
    T.func_attr({"tirx.noalias": True})
    acc = T.alloc_buffer((1,), "int32")
    for w, c in T.grid(7, 32):
        acc[0] = 0
        for r in range(3):
            acc[0] = acc[0] + T.Cast("int32", A[r * 32 + w * 32 + c])
        O[w * 32 + c] = T.Cast("int16", acc[0])


# What is stored has gaps; an element of another iteration is read; a block would leave its buffer.
# CHECK-LABEL: {{^}}def not_these
# CHECK: for w in range(4):
# CHECK-NEXT: for c in range(0, 16, 16):
# CHECK: for w, c in T.grid(4, 16):
# CHECK: P[{{.*}} + 1] = P
# CHECK: for w, c in T.grid(4, 16):
# CHECK-NEXT: Q[w * 16 + c]
@T.prim_func(s_tir=True)
def not_these(A: T.Buffer((127,), "int8"), O: T.Buffer((128,), "int8"), P: T.Buffer((96,), "int8"), Q: T.Buffer((64,), "int8")):
    T.func_attr({"tirx.noalias": True})
    for w, c in T.grid(4, 16):
        O[w * 32 + c] = A[w * 16 + c]
    for w, c in T.grid(4, 16):
        P[w * 16 + c + 1] = P[w * 16 + c]
    for w, c in T.grid(4, 16):
        Q[w * 16 + c] = A[w * 32 + c * 2]


# An element of another iteration of the same row is read.
# CHECK-LABEL: {{^}}def in_a_row
# CHECK: for w, c in T.grid(4, 256):
# CHECK: {{^ +}}P[w * 512 + c + 32] = P[w * 512 + c]{{$}}
@T.prim_func(s_tir=True)
def in_a_row(P: T.Buffer((2048,), "int8")):
    T.func_attr({"tirx.noalias": True})
    for w, c in T.grid(4, 256):
        P[w * 512 + c + 32] = P[w * 512 + c]
