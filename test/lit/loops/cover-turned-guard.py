# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Conditions say which rows and columns of a buffer are loaded.  An index less 2 rows and 5 columns is no index less 3 rows, with 3
# columns more: a copy that is turned so would lack what the first row has.
# RUN: %tirc --target=hexagon --cover=all --emit=tir %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def guarded
# CHECK: O{{.*}} =
@T.prim_func(s_tir=True)
def guarded(O: T.Buffer((8, 256), "int32"), C: T.Buffer((256, 8), "int16"), D: T.Buffer((8, 256), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(8, 256):
        O[y, x] = T.Cast("int32", T.if_then_else(2 <= x and 5 <= y, C[x - 2, y - 5], T.int16(7))) - T.Cast("int32", D[y, x])


# The same the other way round.
# CHECK-LABEL: {{^}}def otherwise
# CHECK: O{{.*}} =
@T.prim_func(s_tir=True)
def otherwise(O: T.Buffer((8, 256), "int32"), C: T.Buffer((256, 8), "int16"), D: T.Buffer((8, 256), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(8, 256):
        O[y, x] = T.Cast("int32", T.if_then_else(x < 2 or not 4 < y, T.int16(7), C[x - 2, y - 5])) - T.Cast("int32", D[y, x])


# Rows in pairs: the condition is of a sum.
# CHECK-LABEL: {{^}}def pairs
# CHECK: O{{.*}} =
@T.prim_func(s_tir=True)
def pairs(O: T.Buffer((8, 256), "int32"), A: T.Buffer((4, 256), "int32"), C: T.Buffer((256, 8), "int16")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(8, 256):
        O[y, x] = T.Cast("int32", T.if_then_else(5 <= y and 2 <= x, C[x - 2, y - 5], T.int16(7))) ^ A[y // 2, x]


# CHECK-LABEL: {{^}}def turned
# CHECK: turned = T.alloc_buffer
@T.prim_func(s_tir=True)
def turned(O: T.Buffer((32, 256), "uint8"), C: T.Buffer((256, 32), "uint8"), D: T.Buffer((32, 256), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(32, 256):
        O[y, x] = T.if_then_else(2 <= x and 18 <= y, C[x - 2, y - 18], T.uint8(7)) ^ D[y, x]
