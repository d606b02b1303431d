# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# In a condition that is one for all lanes, a sum may be written otherwise than before: the unrolled 1 + 0 is 1.
# RUN: %tirc --emit=tir --lanes=all %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
from tvm.script import tirx as T


# Some lanes in vectors, the others one by one.
# CHECK-LABEL: {{^}}def constant
# CHECK: O[c:c + 128] =
@T.prim_func
def constant(A: T.Buffer((130,), "int8"), O: T.Buffer((130,), "int8")):
    S = T.alloc_buffer(1, "int32")
    for c in range(130):
        S[0] = 1
        for ry in range(2):
            S[0] = S[0] + T.if_then_else(T.bool(True) and 1 + ry < 0, T.Cast("int32", A[c]), 0)
        O[c] = T.int8(0)


# CHECK-LABEL: {{^}}def pool
# CHECK: O[{{.*}} + 128] = T.Cast(
@T.prim_func(s_tir=True)
def pool(A: T.Buffer((10010,), "int8"), O: T.Buffer((10010,), "int8")):
    T.func_attr({"tirx.noalias": True})
    S = T.alloc_buffer((1,), "int32")
    for y, x, c in T.grid(7, 11, 130):
        S[0] = 5
        for ry, rx in T.grid(3, 1):
            S[0] = S[0] + T.if_then_else(1 <= y + ry and y + ry < 8, T.Cast("int32", A[y * 1430 + ry * 1430 + x * 130 + rx * 130 + c - 1430]), 0)
        count: T.let[T.int32] = (T.min(y + 2, 7) - T.max(y - 1, 0)) * 1
        O[y * 1430 + x * 130 + c] = T.Cast("int8", T.max(T.min(T.truncdiv(S[0] + T.Select(0 < S[0], count // 2, 0 - count // 2), count), 127), -128))
