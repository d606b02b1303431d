# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none %s | FileCheck %s
# One row behind a whole block is no block of its own: its columns are lanes.
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def rows
# CHECK-NOT: padded
# CHECK: turned[0:32] =
# CHECK: best_1 = T.alloc_buffer((1,), "int32")
# CHECK: for i in range(1):
# CHECK: T.Broadcast(best_1[0], 64)
@T.prim_func(s_tir=True)
def rows(A: T.Buffer((33, 64), "int8"), O: T.Buffer((33, 64), "int8")):
    T.func_attr({"global_symbol": "rows", "tirx.noalias": True})
    best = T.alloc_buffer((1,), "int32")
    for i in range(33):
        best[0] = -128
        for j in range(64):
            best[0] = T.max(best[0], T.Cast("int32", A[i, j]))
        for j in range(64):
            O[i, j] = T.Cast("int8", T.q_multiply_shift((best[0] - T.Cast("int32", A[i, j])) * 886, 1409791640, 31, -5))


# Of three rows a block is made, too.
# CHECK-LABEL: {{^}}def more
# CHECK: padded
@T.prim_func(s_tir=True)
def more(A: T.Buffer((35, 64), "int8"), O: T.Buffer((35, 64), "int8")):
    T.func_attr({"global_symbol": "more", "tirx.noalias": True})
    best = T.alloc_buffer((1,), "int32")
    for i in range(35):
        best[0] = -128
        for j in range(64):
            best[0] = T.max(best[0], T.Cast("int32", A[i, j]))
        for j in range(64):
            O[i, j] = T.Cast("int8", T.q_multiply_shift((best[0] - T.Cast("int32", A[i, j])) * 886, 1409791640, 31, -5))
