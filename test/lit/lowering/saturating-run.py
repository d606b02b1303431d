# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# LLVM's code generation makes saturating multiplications of (a * b) >> 31 and (a * b + 2^14) >> 15 that are cut
# to the width of a and b: the square of the smallest value would be the largest.  In vectors of the text and in
# loops that LLVM's vectoriser takes, with and without rounding, with variables and constants.
# UNSUPPORTED: asan
# (What is long here is LLVM and qemu, which are not instrumented.)
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O0 --run=hexagon %s --save=%t/o0 && diff -r %t/interp %t/o0
# RUN: %tirc -O1 --run=hexagon %s --save=%t/o1 && diff -r %t/interp %t/o1
# RUN: %tirc -O2 --run=hexagon %s --save=%t/o2 && diff -r %t/interp %t/o2
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3 && diff -r %t/interp %t/o3
# RUN: %tirc -O3 --try-versions=0 -mcpu=hexagonv60 -mattr=+hvxv60,+hvx-length128b --run=hexagon %s --save=%t/v60
# RUN: diff -r %t/interp %t/v60
# RUN: %tirc -O3 --try-versions=0 -mcpu=hexagonv68 -mattr=+hvxv68,+hvx-length128b --run=hexagon %s --save=%t/v68
# RUN: diff -r %t/interp %t/v68
# RUN: %tirc -O3 --try-versions=0 -mcpu=hexagonv73 -mattr=+hvxv73,+hvx-length128b --run=hexagon %s --save=%t/v73
# RUN: diff -r %t/interp %t/v73
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((128,), "int32"), B: T.Buffer((128,), "int32"), H: T.Buffer((128,), "int16"),
         K: T.Buffer((128,), "int16"), W: T.Buffer((8, 128), "int32"), X: T.Buffer((8, 128), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i in range(128):
        A[i] = T.if_then_else(i % 5 == 0, T.int32(-2147483647) - 1, i * 33554431 - 2000000000)
        B[i] = T.if_then_else(i % 3 == 0, T.int32(-2147483647) - 1, 2000000000 - i * 31554431)
        H[i] = T.Cast("int16", T.if_then_else(i % 5 == 0, -32768, i * 517 - 32000))
        K[i] = T.Cast("int16", T.if_then_else(i % 3 == 0, -32768, 32000 - i * 509))
    for i in range(128):
        W[0, i] = T.Cast("int32", T.shift_right(T.Cast("int64", A[i]) * T.Cast("int64", B[i]), T.int64(31)))
    for i in range(128):
        W[1, i] = T.Cast("int32", T.shift_right(T.Cast("int64", A[i]) * T.Cast("int64", B[i]) + T.int64(1073741824), T.int64(31)))
    for i in range(128):
        W[2, i] = T.Cast("int32", T.shift_right(T.Cast("int64", A[i]) * T.int64(-2147483648), T.int64(31)))
    for i in range(128):
        W[3, i] = T.Cast("int32", T.shift_right(T.Cast("int64", A[i]) * T.int64(2147483647) + T.int64(1073741824), T.int64(31)))
    for i in range(4):
        W[4, i * 32:i * 32 + 32] = T.Cast("int32x32", T.shift_right(T.Cast("int64x32", A[i * 32:i * 32 + 32]) * T.Cast("int64x32", B[i * 32:i * 32 + 32]), T.Broadcast(T.int64(31), 32)))
        W[5, i * 32:i * 32 + 32] = T.Cast("int32x32", T.shift_right(T.Cast("int64x32", A[i * 32:i * 32 + 32]) * T.Cast("int64x32", B[i * 32:i * 32 + 32]) + T.Broadcast(T.int64(1073741824), 32), T.Broadcast(T.int64(31), 32)))
        W[6, i * 32:i * 32 + 32] = T.Cast("int32x32", T.shift_right(T.Cast("int64x32", A[i * 32:i * 32 + 32]) * T.Broadcast(T.int64(-2147483648), 32), T.Broadcast(T.int64(31), 32)))
        W[7, i * 32:i * 32 + 32] = T.Cast("int32x32", T.shift_right(T.Cast("int64x32", A[i * 32:i * 32 + 32]) * T.Broadcast(T.int64(1518500250), 32) + T.Broadcast(T.int64(1073741824), 32), T.Broadcast(T.int64(31), 32)))
    for i in range(128):
        X[0, i] = T.Cast("int16", T.shift_right(T.Cast("int32", H[i]) * T.Cast("int32", K[i]), 15))
    for i in range(128):
        X[1, i] = T.Cast("int16", T.shift_right(T.Cast("int32", H[i]) * T.Cast("int32", K[i]) + 16384, 15))
    for i in range(128):
        X[2, i] = T.Cast("int16", T.shift_right(T.Cast("int32", H[i]) * -32768 + 16384, 15))
    for i in range(128):
        X[3, i] = T.Cast("int16", T.shift_right(T.Cast("int64", H[i]) * T.Cast("int64", K[i]) + T.int64(16384), T.int64(15)))
    for i in range(2):
        X[4, i * 64:i * 64 + 64] = T.Cast("int16x64", T.shift_right(T.Cast("int32x64", H[i * 64:i * 64 + 64]) * T.Cast("int32x64", K[i * 64:i * 64 + 64]), T.Broadcast(15, 64)))
        X[5, i * 64:i * 64 + 64] = T.Cast("int16x64", T.shift_right(T.Cast("int32x64", H[i * 64:i * 64 + 64]) * T.Cast("int32x64", K[i * 64:i * 64 + 64]) + T.Broadcast(16384, 64), T.Broadcast(15, 64)))
        X[6, i * 64:i * 64 + 64] = T.Cast("int16x64", T.shift_right(T.Cast("int32x64", H[i * 64:i * 64 + 64]) * T.Broadcast(-32768, 64) + T.Broadcast(16384, 64), T.Broadcast(15, 64)))
    X[7, 0:128] = T.Cast("int16x128", T.shift_right(T.Cast("int32x128", H[0:128]) * T.Cast("int32x128", K[0:128]) + T.Broadcast(16384, 128), T.Broadcast(15, 128)))
