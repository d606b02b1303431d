# REQUIRES: isl
# RUN: %tirc --emit=tir --lanes=32 --cse-level=none --no-promote-scalars %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=auto --cse-level=none --no-promote-scalars %s | FileCheck --check-prefix=AUTO %s
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none --no-promote-scalars %s | FileCheck --check-prefix=AUTO %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon -fno-vectorize %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon -O1 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon -Os %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon -mattr=-hvx --lanes=auto %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --explain --emit=tir --lanes=32 %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHY %s
# RUN: not %tirc --lanes=1 %s 2>&1 | FileCheck --check-prefix=ONE %s
# Iterations of an outer loop as lanes of vectors.
# NONE: {{^}}def product
# NONE-NOT: T.Ramp
# ONE: error: --lanes=1: must be a number of 0 or 2 to 4096, auto or all
from tvm.script import tirx as T


# The lanes of j keep a sum each; k stays as it is, and what is the same in all lanes is broadcast.  48 are a vector of
# 32 and one of 16, in one body.
# CHECK-LABEL: {{^}}def product
# CHECK: for i in range(40):
# CHECK-NEXT: for j in range(0, 48, 48):
# CHECK-NEXT: C[i, j:j + 32] = T.Broadcast(0, 32)
# CHECK-NEXT: C[i, j + 32:j + 32 + 16] = T.Broadcast(0, 16)
# CHECK-NEXT: for k in range(40):
# CHECK: C[i, j:j + 32] = C[i, T.Ramp(j, 1, 32)] + T.Broadcast([[A:.*]], 32) * B[k, T.Ramp(j, 1, 32)]
# CHECK-NEXT: C[i, j + 32:j + 32 + 16] = C[i, T.Ramp(j + 32, 1, 16)] + T.Broadcast([[A]], 16) * B[k, T.Ramp(j + 32, 1, 16)]
# WHY: lanes.py:[[@LINE+5]]:5: remark: loop 'i' is not vectorised: neighbouring iterations do not access neighbouring elements
# WHY: lanes.py:[[@LINE+5]]:9: remark: loop 'j': vectorised, with up to this many iterations at once: 32
@T.prim_func(s_tir=True)
def product(A: T.Buffer((40, 40), "int32"), B: T.Buffer((40, 48), "int32"), C: T.Buffer((40, 48), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(40):
        for j in range(48):
            C[i, j] = 0
            for k in range(40):
                C[i, j] = C[i, j] + A[i, k] * B[k, j]


# Each iteration has the element sum for itself: it becomes one for each lane.  Conditions that are the same in all lanes
# stay; four iterations are too few for a vector.
# AUTO-LABEL: {{^}}def own
# AUTO: for j in range(0, 100, 100):
# AUTO-NEXT: sum_1 = T.alloc_buffer((100,), "int32", align=128)
# AUTO-NEXT: sum_1[0:64] = S[T.Ramp(j, 1, 64)]
# AUTO-NEXT: sum_1[64:100] = S[T.Ramp(j + 64, 1, 36)]
# CHECK-LABEL: {{^}}def own
# CHECK: for j in range(0, 96, 32):
# CHECK-NEXT: sum_1 = T.alloc_buffer((32,), "int32", align=128)
# CHECK-NEXT: sum_1[0:32] = S[T.Ramp(j, 1, 32)]
# CHECK-NEXT: for k in range(9):
# CHECK-NEXT: if 0 < k:
# CHECK-NEXT: sum_1[0:32] = sum_1[T.Ramp(0, 1, 32)] + T.Cast("int32x32", A[T.Ramp(k * 128 + j, 1, 32)])
# CHECK: O[j:j + 32] = T.Cast("int16x32", T.max(sum_1[T.Ramp(0, 1, 32)], T.Broadcast(0, 32)))
# CHECK-NEXT: for j in range(96, 100):
# CHECK: O[j] = T.Cast("int16", T.max(sum_1[0], 0))
@T.prim_func(s_tir=True)
def own(A: T.Buffer((2048,), "int16"), S: T.Buffer((128,), "int32"), O: T.Buffer((128,), "int16")):
    T.func_attr({"tirx.noalias": True})
    sum = T.alloc_buffer((1,), "int32")
    for j in range(100):
        sum[0] = S[j]
        for k in range(9):
            if 0 < k:
                sum[0] = sum[0] + T.Cast("int32", A[k * 128 + j])
        O[j] = T.Cast("int16", T.max(sum[0], 0))
