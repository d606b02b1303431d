# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Windows over all channels, too large to be run as a whole: registers are loaded where a row of packed weights has a part of one
# left, and stored with the lanes kept that the next element has.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc --target=hexagon --emit=tir --explain %s -o %t/tir 2>&1 | FileCheck %s
# CHECK-COUNT-2: 'm': dot products of bytes
# RUN: %tirc -O0 --run=interp %s --function=whole --save=%t/i && %tirc --run=hexagon %s --function=whole --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %s --function=part --save=%t/i && %tirc --run=hexagon %s --function=part --save=%t/h && diff -r %t/i %t/h
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def whole(A: T.Buffer((16, 16, 32), "int8"), W: T.Buffer((3, 3, 32, 32), "int8"), B: T.Buffer((14, 14, 32), "int32")):
    T.func_attr({"global_symbol": "whole", "tirx.noalias": True})
    for y, x, c in T.grid(16, 16, 32):
        A[y, x, c] = T.Cast("int8", y * 37 + x * 11 + c * c * 5 - 128)
    for r, q, c, m in T.grid(3, 3, 32, 32):
        W[r, q, c, m] = T.Cast("int8", r * 53 + q * 7 + c * 29 + m * m * 3 - 100)
    for y, x, m in T.grid(14, 14, 32):
        B[y, x, m] = 0
        for r, q, c in T.grid(3, 3, 32):
            B[y, x, m] = B[y, x, m] + T.Cast("int32", A[y + r, x + q, c]) * T.Cast("int32", W[r, q, c, m])


@T.prim_func(s_tir=True)
def part(A: T.Buffer((16, 16, 32), "int8"), W: T.Buffer((3, 3, 32, 31), "int8"), B: T.Buffer((14, 14, 31), "int32")):
    T.func_attr({"global_symbol": "part", "tirx.noalias": True})
    for y, x, c in T.grid(16, 16, 32):
        A[y, x, c] = T.Cast("int8", y * 37 + x * 11 + c * c * 5 - 128)
    for r, q, c, m in T.grid(3, 3, 32, 31):
        W[r, q, c, m] = T.Cast("int8", r * 53 + q * 7 + c * 29 + m * m * 3 - 100)
    for y, x, m in T.grid(14, 14, 31):
        B[y, x, m] = 0
        for r, q, c in T.grid(3, 3, 32):
            B[y, x, m] = B[y, x, m] + T.Cast("int32", A[y + r, x + q, c]) * T.Cast("int32", W[r, q, c, m])
