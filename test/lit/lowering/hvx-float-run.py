# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Comparisons of vectors of floats, minima, maxima and conversions on a processor that computes with them: they
# are made of integers, so that any HVX can run them.  NaN, -0.0, 0.0, infinities, subnormals, all pairs.
# REQUIRES: llvm-22
# UNSUPPORTED: asan
# (What is long here is LLVM and qemu, which are not instrumented.)
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O0 -mcpu=hexagonv68 -mattr=+hvxv68,+hvx-length128b,+hvx-qfloat --run=hexagon %s --save=%t/o0
# RUN: diff -r %t/interp %t/o0
# RUN: %tirc -O2 -mcpu=hexagonv68 -mattr=+hvxv68,+hvx-length128b,+hvx-qfloat --run=hexagon %s --save=%t/q68
# RUN: diff -r %t/interp %t/q68
# RUN: %tirc -O3 --try-versions=0 -mcpu=hexagonv73 -mattr=+hvxv73,+hvx-length128b,+hvx-ieee-fp --run=hexagon %s --save=%t/i73
# RUN: diff -r %t/interp %t/i73
# RUN: %tirc -O1 -mcpu=hexagonv79 -mattr=+hvxv79,+hvx-length128b,+hvx-qfloat --run=hexagon %s --save=%t/q79
# RUN: diff -r %t/interp %t/q79
# RUN: %tirc -O2 --run=hexagon %s --save=%t/v67 && diff -r %t/interp %t/v67
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "int32"), J: T.Buffer((64,), "int32"), G: T.Buffer((64,), "int16"),
         N: T.Buffer((64,), "int16"), C: T.Buffer((9, 64), "int32"), M: T.Buffer((8, 64), "int32"),
         D: T.Buffer((9, 64), "int16"), E: T.Buffer((4, 64), "int16"), W: T.Buffer((8192,), "int32"),
         S: T.Buffer((4, 64), "int32"), B: T.Buffer((4, 64), "int8"), R: T.Buffer((2, 64), "int16")):
    T.func_attr({"tirx.noalias": True})
    # NaN of each sign, -0.0, 0.0, 1.5, -infinity, infinity, -2.0 with each of them
    for i in range(64):
        k: T.int32 = i // 8
        A[i] = T.if_then_else(k == 0, 0x7fc12345, T.if_then_else(k == 1, -3, T.if_then_else(k == 2, T.int32(-2147483647) - 1, T.if_then_else(k == 3, 0, T.if_then_else(k == 4, 0x3fc00000, T.if_then_else(k == 5, T.int32(-8388608), T.if_then_else(k == 6, 0x7f800000, T.int32(-1073741824))))))))
    for i in range(64):
        J[i] = A[i % 8 * 8]
    for i in range(64):
        G[i] = T.Cast("int16", (A[i] >> 16) & 0xfc00 | (A[i] >> 13) & 0x3ff)
        N[i] = T.Cast("int16", (J[i] >> 16) & 0xfc00 | (J[i] >> 13) & 0x3ff)
    for i in range(2):
        a: T.float32x32 = T.reinterpret("float32x32", A[i * 32:i * 32 + 32])
        b: T.float32x32 = T.reinterpret("float32x32", J[i * 32:i * 32 + 32])
        one: T.int32x32 = T.Broadcast(1, 32)
        none: T.int32x32 = T.Broadcast(0, 32)
        C[0, i * 32:i * 32 + 32] = T.Select(a == b, one, none)
        C[1, i * 32:i * 32 + 32] = T.Select(a != b, one, none)
        C[2, i * 32:i * 32 + 32] = T.Select(a < b, one, none)
        C[3, i * 32:i * 32 + 32] = T.Select(a <= b, one, none)
        C[4, i * 32:i * 32 + 32] = T.Select(a > b, one, none)
        C[5, i * 32:i * 32 + 32] = T.Select(a >= b, one, none)
        C[6, i * 32:i * 32 + 32] = T.Select(T.isnan(a), one, none)
        C[7, i * 32:i * 32 + 32] = T.Select(a > T.Broadcast(T.float32(0), 32), one, none)
        C[8, i * 32:i * 32 + 32] = T.Select(T.Broadcast(T.float32(-2), 32) == b, one, none)
        M[0, i * 32:i * 32 + 32] = T.reinterpret("int32x32", T.min(a, b))
        M[1, i * 32:i * 32 + 32] = T.reinterpret("int32x32", T.max(a, b))
        M[2, i * 32:i * 32 + 32] = T.reinterpret("int32x32", T.Select(a <= b, a, b))
        M[3, i * 32:i * 32 + 32] = T.reinterpret("int32x32", T.Select(a > b, b, a))
        M[4, i * 32:i * 32 + 32] = T.reinterpret("int32x32", T.Select(a >= b, a, b))
        M[5, i * 32:i * 32 + 32] = T.reinterpret("int32x32", T.max(a, T.Broadcast(T.float32(0), 32)))
        M[6, i * 32:i * 32 + 32] = T.reinterpret("int32x32", T.Select(not (a < b), a, b))
        M[7, i * 32:i * 32 + 32] = T.reinterpret("int32x32", T.if_then_else(A[i] < 7, T.min(b, a), a))
    x: T.float16x64 = T.reinterpret("float16x64", G[0:64])
    y: T.float16x64 = T.reinterpret("float16x64", N[0:64])
    h1: T.int16x64 = T.Broadcast(T.int16(1), 64)
    h0: T.int16x64 = T.Broadcast(T.int16(0), 64)
    D[0, 0:64] = T.Select(x == y, h1, h0)
    D[1, 0:64] = T.Select(x != y, h1, h0)
    D[2, 0:64] = T.Select(x < y, h1, h0)
    D[3, 0:64] = T.Select(x <= y, h1, h0)
    D[4, 0:64] = T.Select(x > y, h1, h0)
    D[5, 0:64] = T.Select(x >= y, h1, h0)
    D[6, 0:64] = T.Select(x >= T.Broadcast(T.float16(-2), 64), h1, h0)
    E[0, 0:64] = T.reinterpret("int16x64", T.min(x, y))
    E[1, 0:64] = T.reinterpret("int16x64", T.max(x, y))
    E[2, 0:64] = T.reinterpret("int16x64", T.Select(x <= y, x, y))
    E[3, 0:64] = T.reinterpret("int16x64", T.Select(x > y, y, x))
    # floats to integers, all in range
    for i in range(64):
        S[0, i] = T.reinterpret("int32", T.Cast("float32", i * 5 - 150) / T.float32(8))
        S[1, i] = T.reinterpret("int32", T.Cast("float32", i * 1021) + T.float32(0.75))
    for i in range(64):
        R[0, i] = T.reinterpret("int16", T.Cast("float16", T.reinterpret("float32", S[0, i])))
        R[1, i] = T.reinterpret("int16", T.Cast("float16", T.Cast("float32", i * 1021) / T.float32(256)))
    for i in range(2):
        S[2, i * 32:i * 32 + 32] = T.Cast("int32x32", T.reinterpret("float32x32", S[0, i * 32:i * 32 + 32]))
        S[3, i * 32:i * 32 + 32] = T.Cast("int32x32", T.Cast("uint16x32", T.reinterpret("float32x32", S[1, i * 32:i * 32 + 32])))
        B[0, i * 32:i * 32 + 32] = T.Cast("int8x32", T.reinterpret("float32x32", S[0, i * 32:i * 32 + 32]))
    B[1, 0:64] = T.Cast("int8x64", T.reinterpret("float16x64", R[0, 0:64]))
    B[2, 0:64] = T.Cast("int8x64", T.Cast("uint8x64", T.reinterpret("float16x64", R[1, 0:64])))
    D[7, 0:64] = T.Cast("int16x64", T.reinterpret("float16x64", R[0, 0:64]))
    D[8, 0:64] = T.Cast("int16x64", T.Cast("uint16x64", T.reinterpret("float16x64", R[1, 0:64])))
    # every eighth half as a float, NaN apart
    for i in range(128):
        for j in range(64):
            R[0, j] = T.Cast("int16", T.if_then_else((i * 512 + j * 8) % 32768 > 31744, 0, i * 512 + j * 8))
        W[i * 64:i * 64 + 64] = T.reinterpret("int32x64", T.Cast("float32x64", T.reinterpret("float16x64", R[0, 0:64])))
