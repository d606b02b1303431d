# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cover=all %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
# Quotients in vectors, whose lanes are divided by numbers that are known, by products of 16 bits.
from tvm.script import tirx as T


# Rows of 12 channels: lanes of one register are divided by 4, 6 and 9, as numbers that are known.
# CHECK-LABEL: {{^}}def lanes
# CHECK-COUNT-14: T.Shuffle([{{.*}}T.int16(5462){{.*}} + T.Broadcast(16384, 128) >> T.Broadcast(15, 128)
@T.prim_func(s_tir=True)
def lanes(A: T.Buffer((12, 12, 12), "int8"), O: T.Buffer((12, 12, 12), "int8")):
    T.func_attr({"global_symbol": "lanes", "tirx.noalias": True})
    sum = T.alloc_buffer((1,), "int32")
    for y, x, c in T.grid(12, 12, 12):
        sum[0] = 0
        for ry, rx in T.grid(3, 3):
            sum[0] = sum[0] + T.if_then_else(1 <= y + ry and y + ry < 13 and 1 <= x + rx and x + rx < 13, T.Cast("int32", A[y + ry - 1, x + rx - 1, c]), 0)
        count: T.let[T.int32] = (T.min(y + 2, 12) - T.max(y - 1, 0)) * (T.min(x + 2, 12) - T.max(x - 1, 0))
        O[y, x, c] = T.Cast("int8", T.max(T.min(T.truncdiv(sum[0] + T.Select(0 < sum[0], count // 2, 0 - count // 2), count), 100), -100))
