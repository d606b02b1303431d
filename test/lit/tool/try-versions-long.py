# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A version whose code is so long that it is cut is weighed, too, and LLVM optimises its pieces.
# RUN: %tirc --target=hexagon -O3 -Rpass=tirc-choose %s -c -o %t.o 2>&1 | FileCheck --implicit-check-not="LLVM does not optimise" %s
# CHECK: remark: function 'main' is compiled with nests in registers
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((12, 12, 12), "int8"), O: T.Buffer((12, 12, 12), "int8")):
    T.func_attr({"tirx.noalias": True})
    sum = T.alloc_buffer((1,), "int32")
    for y, x, c in T.grid(12, 12, 12):
        sum[0] = 0
        for ry, rx in T.grid(5, 3):
            sum[0] = sum[0] + T.if_then_else(1 <= y + ry and y + ry < 13 and 1 <= x + rx and x + rx < 13, T.Cast("int32", A[y + ry - 1, x + rx - 1, c]), 0)
        count: T.let[T.int32] = (T.min(y + 2, 12) - T.max(y - 1, 0)) * (T.min(x + 2, 12) - T.max(x - 1, 0))
        O[y, x, c] = T.Cast("int8", T.max(T.min(T.truncdiv(sum[0] + T.Select(0 < sum[0], count // 2, 0 - count // 2), count), 100), -100))

# UNSUPPORTED: slow-with-sanitizers
