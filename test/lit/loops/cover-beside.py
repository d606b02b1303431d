# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cover=all --explain %s -o /dev/null 2>&1 | FileCheck %s
# A nest whose registers are not proved stays a loop, and its neighbour is covered nevertheless.
from tvm.script import tirx as T


# What the condition says of the columns is not understood, so that the copy that is turned has others.
# CHECK: cover-beside.py:[[@LINE+6]]:5: warning: registers in the place of a nest in loop 'y' could not be proved right (a signed number might overflow)
# CHECK-NOT: what it stores is covered by registers
# CHECK: cover-beside.py:[[@LINE+6]]:5: remark: loop 'y': what it stores is covered by registers
@T.prim_func(s_tir=True)
def main(O: T.Buffer((8, 256), "int8"), A: T.Buffer((5, 256), "int32"), B: T.Buffer((8, 258), "int16"), C: T.Buffer((256, 8), "int16"), D: T.Buffer((8, 256), "uint8"), P: T.Buffer((8, 256), "uint8")):
    T.func_attr({"global_symbol": "main", "tirx.noalias": True})
    for y, x in T.grid(8, 256):
        O[y, x] = T.Cast("int8", T.min(A[y // 2, x] + T.Cast("int32", B[y, x + 2]), T.Cast("int32", T.if_then_else(2 <= x and 0 < (y + 3) // 8, C[x - 2, y - 5], T.int16(7)))) - T.Cast("int32", D[y, x]))
    for y, x in T.grid(8, 256):
        P[y, x] = T.max(D[y, x], T.uint8(3))
