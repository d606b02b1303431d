# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
# What is done to sums of products behind their nest is done while they are in registers.
from tvm.script import tirx as T


# A bias for each column, one for each row, the numbers of both; in several stores.
# CHECK-LABEL: {{^}}def joined(
# CHECK: words
# CHECK: sum = T.bind({{.*}} * T.Broadcast(3, 32) + {{.*}}R_1[i]
# CHECK-NEXT: sum_1 = T.bind(T.max(sum, T.Broadcast(0, 32)))
# CHECK-NEXT: {{.*}} = sum_1
# CHECK-NOT: for j
@T.prim_func(s_tir=True)
def joined(A: T.Buffer((24, 32), "int8"), B: T.Buffer((64, 32), "int8"), C1: T.Buffer((64,), "int32"), R: T.Buffer((24,), "int16"), C: T.Buffer((24, 64), "int32")):
    T.func_attr({"global_symbol": "joined", "tirx.noalias": True})
    for i, j in T.grid(24, 64):
        C[i, j] = 0
        for k in range(32):
            C[i, j] = C[i, j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])
    for j, i in T.grid(64, 24):
        C[i, j] = C[i, j] * 3 + C1[j] - T.Cast("int32", R[i]) + (i * 5 - j)
        C[i, j] = T.max(C[i, j], 0)


# Stays: another sum is read.
# CHECK-LABEL: {{^}}def own(
# CHECK: for k in range(2):
# CHECK: for i in range(0, 24, 2):
@T.prim_func(s_tir=True)
def own(A: T.Buffer((24, 32), "int8"), B: T.Buffer((64, 32), "int8"), C: T.Buffer((24, 64), "int32")):
    T.func_attr({"global_symbol": "own", "tirx.noalias": True})
    for i, j in T.grid(24, 64):
        C[i, j] = 0
        for k in range(32):
            C[i, j] = C[i, j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])
    for i, j in T.grid(24, 64):
        C[i, j] = C[i, j] - C[i, 63]


# Packed words fill all registers: the clamp is done in registers nevertheless.
# CHECK-LABEL: {{^}}def crowded(
# CHECK: packed = T.alloc_buffer((6144,)
# CHECK: sum = T.bind(T.max({{.*}}, T.Broadcast(0, 32)))
# CHECK-NOT: for j
@T.prim_func(s_tir=True)
def crowded(A: T.Buffer((40, 64), "int8"), B: T.Buffer((96, 64), "int8"), C: T.Buffer((40, 96), "int32")):
    T.func_attr({"global_symbol": "crowded", "tirx.noalias": True})
    for i, j in T.grid(40, 96):
        C[i, j] = 0
        for k in range(64):
            C[i, j] = C[i, j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])
        C[i, j] = T.max(C[i, j], 0)


# What is added is what sums begin with: in unsigned numbers, a number for each row of those that are done at once, one for each lane.
# CHECK-LABEL: {{^}}def begun(
# CHECK: for i in range(0, 24, 4):
# CHECK: acc[0:32] = T.Cast("uint32x32", T.Broadcast(R_1[i], 32)) - T.Cast("uint32x32", T.Cast("int32x32", C1[T.Ramp(0, 1, 32)]))
# CHECK: acc[96:128] = T.Cast("uint32x32", T.Broadcast(R_1[i + 1], 32)) - T.Cast("uint32x32", T.Cast("int32x32", C1[T.Ramp(32, 1, 32)]))
# CHECK-NOT: sum = T.bind
# CHECK-NOT: for j
@T.prim_func(s_tir=True)
def begun(A: T.Buffer((24, 128), "int8"), B: T.Buffer((64, 128), "int8"), C1: T.Buffer((64,), "int16"), R: T.Buffer((24,), "int32"), C: T.Buffer((24, 64), "int32")):
    T.func_attr({"global_symbol": "begun", "tirx.noalias": True})
    for i, j in T.grid(24, 64):
        C[i, j] = 0
        for k in range(128):
            C[i, j] = C[i, j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])
        C[i, j] = R[i] + C[i, j] - T.Cast("int32", C1[j])

# UNSUPPORTED: slow-with-sanitizers
