# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cover=all --explain %s -o /dev/null 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
# The condition of a load whose rows become columns says which of them it has: x * 8 + y - 21 is column y - 5 of row x - 2, not
# y + 3 of x - 3.
from tvm.script import tirx as T


# CHECK: remark: loop 'y': what it stores is covered by registers
@T.prim_func(s_tir=True)
def quotient(O: T.Buffer((8, 256), "int8"), A: T.Buffer((5, 256), "int32"), B: T.Buffer((8, 258), "int16"), C: T.Buffer((256, 8), "int16"), D: T.Buffer((8, 256), "uint8")):
    T.func_attr({"global_symbol": "quotient", "tirx.noalias": True})
    for y, x in T.grid(8, 256):
        O[y, x] = T.Cast("int8", T.min(A[y // 2, x] + T.Cast("int32", B[y, x + 2]), T.Cast("int32", T.if_then_else(2 <= x and 0 < (y + 3) // 8, C[x - 2, y - 5], T.int16(7)))) - T.Cast("int32", D[y, x]))


# CHECK: remark: loop 'y': what it stores is covered by registers
@T.prim_func(s_tir=True)
def below(O: T.Buffer((8, 256), "int8"), A: T.Buffer((5, 256), "int32"), B: T.Buffer((8, 258), "int16"), C: T.Buffer((256, 8), "int16"), D: T.Buffer((8, 256), "uint8")):
    T.func_attr({"global_symbol": "below", "tirx.noalias": True})
    for y, x in T.grid(8, 256):
        O[y, x] = T.Cast("int8", T.min(A[y // 2, x] + T.Cast("int32", B[y, x + 2]), T.Cast("int32", T.if_then_else(2 <= x and (7 - y) // 3 <= 0, C[x - 2, y - 5], T.int16(7)))) - T.Cast("int32", D[y, x]))


# CHECK: remark: loop 'y': what it stores is covered by registers
@T.prim_func(s_tir=True)
def equal(O: T.Buffer((8, 256), "int8"), A: T.Buffer((5, 256), "int32"), B: T.Buffer((8, 258), "int16"), C: T.Buffer((256, 8), "int16"), D: T.Buffer((8, 256), "uint8")):
    T.func_attr({"global_symbol": "equal", "tirx.noalias": True})
    for y, x in T.grid(8, 256):
        O[y, x] = T.Cast("int8", T.min(A[y // 2, x] + T.Cast("int32", B[y, x + 2]), T.Cast("int32", T.if_then_else(2 <= x and (y + 3) // 8 == 1, C[x - 2, y - 5], T.int16(7)))) - T.Cast("int32", D[y, x]))


# What a product says is not known: the load stays as it is.
# CHECK: remark: loop 'y': what it stores is covered by registers
@T.prim_func(s_tir=True)
def product(O: T.Buffer((8, 256), "int8"), A: T.Buffer((5, 256), "int32"), B: T.Buffer((8, 258), "int16"), C: T.Buffer((256, 8), "int16"), D: T.Buffer((8, 256), "uint8")):
    T.func_attr({"global_symbol": "product", "tirx.noalias": True})
    for y, x in T.grid(8, 256):
        O[y, x] = T.Cast("int8", T.min(A[y // 2, x] + T.Cast("int32", B[y, x + 2]), T.Cast("int32", T.if_then_else(2 <= x and 25 <= y * y, C[x - 2, y - 5], T.int16(7)))) - T.Cast("int32", D[y, x]))
# UNSUPPORTED: slow-with-sanitizers
