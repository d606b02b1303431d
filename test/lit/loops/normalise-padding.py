# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --optimize=padding %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none --function=window %s 2>&1 | FileCheck --check-prefix=BETTER --implicit-check-not='could not' %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 %s | FileCheck --check-prefix=NONE %s
# Copies with margins, for loads under a condition.
# NONE-LABEL: {{^}}def window(
# NONE-NOT: {{^ +}}padded
# BETTER: padded = T.alloc_buffer(
# BETTER: packed{{.*}} = T.alloc_buffer(
from tvm.script import tirx as T


# What is outside is the byte that makes 0 of the sum with 9.
# CHECK-LABEL: {{^}}def window(
# CHECK: padded = T.alloc_buffer((10, 10, 16), "int8")
# CHECK-NEXT: for p0, p1, p2 in T.grid(10, 10, 16):
# CHECK-NEXT: padded[p0, p1, p2] = T.if_then_else(1 <= p0 and p0 < 9 and 1 <= p1 and p1 < 9, A[p0 - 1, p1 - 1, p2], T.int8(-9))
# CHECK-NEXT: for y, x, m in T.grid(8, 8, 16):
# CHECK-NEXT: C[y, x, m] = 0
# CHECK-NEXT: for ry, rx, c in T.grid(3, 3, 16):
# CHECK-NEXT: C[y, x, m] = C[y, x, m] + (T.Cast("int32", padded[y + ry, x + rx, c]) + 9) * T.Cast("int32", W[m, ry, rx, c])
@T.prim_func(s_tir=True)
def window(A: T.Buffer((8, 8, 16), "int8"), W: T.Buffer((16, 3, 3, 16), "int8"), C: T.Buffer((8, 8, 16), "int32")):
    T.func_attr({"global_symbol": "window", "tirx.noalias": True})
    for y, x, m in T.grid(8, 8, 16):
        C[y, x, m] = 0
        for ry, rx, c in T.grid(3, 3, 16):
            C[y, x, m] = C[y, x, m] + T.if_then_else(1 <= y + ry and y + ry < 9 and 1 <= x + rx and x + rx < 9, T.Cast("int32", A[y + ry - 1, x + rx - 1, c]) + 9, 0) * T.Cast("int32", W[m, ry, rx, c])


# Conditions the other way round, of dilated windows with a stride.
# CHECK-LABEL: {{^}}def turned(
# CHECK: padded = T.alloc_buffer((11,), "uint8")
# CHECK-NEXT: for p0 in range(11):
# CHECK-NEXT: padded[p0] = T.if_then_else(p0 > 2 and p0 <= 9, A[p0 - 3], T.uint8(7))
# CHECK: O[y] = O[y] + T.Cast("int32", padded[y * 2 + r * 2])
@T.prim_func(s_tir=True)
def turned(A: T.Buffer((8,), "uint8"), O: T.Buffer((4,), "int32")):
    T.func_attr({"global_symbol": "turned", "tirx.noalias": True})
    for y in range(4):
        O[y] = 0
        for r in range(3):
            O[y] = O[y] + T.if_then_else(y * 2 + r * 2 - 3 > -1 and y * 2 + r * 2 - 2 <= 7, T.Cast("int32", A[y * 2 + r * 2 - 3]), 7)


# What no byte makes; a condition of something else; a buffer that the nest stores to; one that is too large.
# CHECK-LABEL: {{^}}def others(
# CHECK-NOT: {{^ +}}padded
@T.prim_func(s_tir=True)
def others(A: T.Buffer((64,), "int8"), B: T.Buffer((64,), "int8"), L: T.Buffer((262144,), "int8"), O: T.Buffer((64,), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "others", "tirx.noalias": True})
    for y in range(64):
        O[y] = T.if_then_else(1 <= y, T.Cast("int32", A[y - 1]) + 9, 300)
    for y in range(64):
        O[y] = T.if_then_else(1 <= y and n < 3, T.Cast("int32", A[y - 1]) + 9, 0)
    for y in range(64):
        B[y] = T.Cast("int8", T.if_then_else(1 <= y, T.Cast("int32", B[y - 1]) + 9, 0))
    for y, x in T.grid(512, 512):
        O[y % 64] = O[y % 64] + T.if_then_else(1 <= x, T.Cast("int32", L[y * 512 + x - 1]) + 9, 0)

# UNSUPPORTED: slow-with-sanitizers
