# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Minima and maxima of floats in every spelling: each pair of NaN, -0.0, 0.0, infinities and numbers gives on
# Hexagon what it gives in the interpreter.  LLVM's sfmin, sfmax, dfmin and dfmax would lose NaN and -0.0.
# UNSUPPORTED: asan
# (What is long here is LLVM and qemu, which are not instrumented.)
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O0 --run=hexagon %s --save=%t/o0 && diff -r %t/interp %t/o0
# RUN: %tirc -O1 --run=hexagon %s --save=%t/o1 && diff -r %t/interp %t/o1
# RUN: %tirc -O2 --run=hexagon %s --save=%t/o2 && diff -r %t/interp %t/o2
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3 %if llvm-22 %{ && diff -r %t/interp %t/o3 %}
# RUN: %tirc -O2 --no-cse --no-loops --run=hexagon %s --save=%t/no-cse && diff -r %t/interp %t/no-cse
# RUN: %tirc -O2 -mcpu=hexagonv60 --run=hexagon %s --save=%t/v60 && diff -r %t/interp %t/v60
# RUN: %tirc -O2 -mcpu=hexagonv65 --run=hexagon %s --save=%t/v65 && diff -r %t/interp %t/v65
# RUN: %tirc -O2 -mcpu=hexagonv66 --run=hexagon %s --save=%t/v66 && diff -r %t/interp %t/v66
# RUN: %tirc -O2 -mcpu=hexagonv68 -mattr=+hvxv68,+hvx-length128b --run=hexagon %s --save=%t/v68
# RUN: diff -r %t/interp %t/v68
# RUN: %tirc -O2 -mcpu=hexagonv73 -mattr=+hvxv73,+hvx-length128b --run=hexagon %s --save=%t/v73
# RUN: diff -r %t/interp %t/v73
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(F: T.Buffer((8,), "int32"), D: T.Buffer((8,), "int64"), H: T.Buffer((8,), "int16"),
         O: T.Buffer((16, 64), "float32"), P: T.Buffer((6, 64), "float64"), Q: T.Buffer((4, 64), "float16"),
         V: T.Buffer((4, 64), "float32"), K: T.Buffer((14, 8), "float32")):
    T.func_attr({"tirx.noalias": True})
    # NaN of each sign, -0.0, 0.0, 1.5, -infinity, infinity, -2.0
    F[0] = 0x7fc12345
    F[1] = T.Cast("int32", T.int64(-4096 - 7))
    F[2] = T.int32(-2147483647) - 1
    F[3] = 0
    F[4] = 0x3fc00000
    F[5] = T.Cast("int32", T.int64(0xff800000))
    F[6] = 0x7f800000
    F[7] = T.Cast("int32", T.int64(0xc0000000))
    for i in range(8):
        D[i] = T.Cast("int64", F[i] & T.int32(-2147483647 - 1)) << T.int64(32) | T.Cast("int64", F[i] & 0x7fffffff) << T.int64(29)
    for i in range(8):
        D[i] = D[i] + T.if_then_else((F[i] & 0x7f800000) == 0, T.int64(0), T.if_then_else((F[i] & 0x7f800000) == 0x7f800000, T.int64(0x70) << T.int64(56), T.int64(0x38) << T.int64(56)))
    for i in range(8):
        H[i] = T.Cast("int16", (F[i] >> 16) & 0xfc00 | (F[i] >> 13) & 0x3ff)
    for i in range(8):
        for j in range(8):
            a: T.float32 = T.reinterpret("float32", F[i])
            b: T.float32 = T.reinterpret("float32", F[j])
            O[0, i * 8 + j] = T.min(a, b)
            O[1, i * 8 + j] = T.max(a, b)
            O[2, i * 8 + j] = T.Select(a < b, a, b)
            O[3, i * 8 + j] = T.Select(a <= b, a, b)
            O[4, i * 8 + j] = T.Select(a > b, a, b)
            O[5, i * 8 + j] = T.Select(a >= b, a, b)
            O[6, i * 8 + j] = T.if_then_else(a < b, b, a)
            O[7, i * 8 + j] = T.if_then_else(a >= b, b, a)
            O[8, i * 8 + j] = T.Select(not (a < b), a, b)
            O[9, i * 8 + j] = T.Select(not (a >= b), b, a)
            if a < b:
                O[10, i * 8 + j] = a
            else:
                O[10, i * 8 + j] = b
            O[11, i * 8 + j] = b
            if a > b:
                O[11, i * 8 + j] = a
            O[12, i * 8 + j] = a
            if O[12, i * 8 + j] <= b:
                O[12, i * 8 + j] = b
            O[13, i * 8 + j] = T.max(T.min(a, b), T.float32(0))
            O[14, i * 8 + j] = T.Select(a < b and i < 7, a, b)
            O[15, i * 8 + j] = T.Select(T.isnan(a) or a > b, a, b)
    for i in range(8):
        for j in range(8):
            c: T.float64 = T.reinterpret("float64", D[i])
            d: T.float64 = T.reinterpret("float64", D[j])
            P[0, i * 8 + j] = T.min(c, d)
            P[1, i * 8 + j] = T.max(c, d)
            P[2, i * 8 + j] = T.Select(c <= d, c, d)
            P[3, i * 8 + j] = T.if_then_else(c >= d, c, d)
            if c < d:
                P[4, i * 8 + j] = d
            else:
                P[4, i * 8 + j] = c
            P[5, i * 8 + j] = T.Select(not (c > d), d, c)
    for i in range(8):
        for j in range(8):
            e: T.float16 = T.reinterpret("float16", H[i])
            f: T.float16 = T.reinterpret("float16", H[j])
            Q[0, i * 8 + j] = T.min(e, f)
            Q[1, i * 8 + j] = T.max(e, f)
            Q[2, i * 8 + j] = T.Select(e <= f, e, f)
            if e < f:
                Q[3, i * 8 + j] = f
            else:
                Q[3, i * 8 + j] = e
    for i in range(8):
        V[0, i * 8:i * 8 + 8] = T.min(T.Broadcast(O[0, i * 9], 8), O[0, i * 8:i * 8 + 8])
        V[1, i * 8:i * 8 + 8] = T.max(O[4, 24:32], O[0, i * 8:i * 8 + 8])
        V[2, i * 8:i * 8 + 8] = T.Select(O[4, 24:32] <= O[0, i * 8:i * 8 + 8], O[4, 24:32], O[0, i * 8:i * 8 + 8])
        V[3, i * 8:i * 8 + 8] = T.Select(O[4, 24:32] > O[0, i * 8:i * 8 + 8], O[4, 24:32], O[0, i * 8:i * 8 + 8])
    # with constants: sfmin and sfmax are right for some of these
    for i in range(8):
        x: T.float32 = T.reinterpret("float32", F[i])
        K[0, i] = T.max(x, T.float32(0))
        K[1, i] = T.min(x, T.float32(0))
        K[2, i] = T.max(T.float32(0), x)
        K[3, i] = T.min(T.float32(0), x)
        K[4, i] = T.max(x, T.float32(-0.0))
        K[5, i] = T.min(x, T.float32(-0.0))
        K[6, i] = T.max(x, T.float32(1.5))
        K[7, i] = T.min(T.float32(1.5), x)
        K[8, i] = T.Select(x >= T.float32(0), x, T.float32(0))
        K[9, i] = T.Select(x <= T.float32(0), x, T.float32(0))
        K[10, i] = T.Select(x >= T.float32(-0.0), x, T.float32(-0.0))
        K[11, i] = T.max(x, T.Cast("float32", i - 3))
        K[12, i] = T.min(x, T.Cast("float32", i - 3))
        K[13, i] = T.min(T.max(x, T.float32(0)), T.float32(6))
