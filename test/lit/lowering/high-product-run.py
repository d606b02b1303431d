# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O0 --run=hexagon %s --save=%t/o0 && diff -r %t/interp %t/o0
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3 && diff -r %t/interp %t/o3
# RUN: %tirc -O3 --try-versions=0 --target=hexagon --passes=verify --emit=asm %s -o - | FileCheck %s
# Upper bits of products of values of all sizes and the ends of the range, -2^31 times itself among them, from bit 31, 32, 45 and 62 on.
# CHECK: vmpyo({{.*}}):<<1:sat:shift
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((4096,), "int32"), M: T.Buffer((4096,), "int32"), B: T.Buffer((4096,), "int32"), C: T.Buffer((4096,), "int32"), D: T.Buffer((4096,), "int32"), E: T.Buffer((4096,), "int32"), F: T.Buffer((4096,), "int32"), G: T.Buffer((16,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(4096):
        a: T.let[T.int64] = T.Cast("int64", i) * T.int64(2654435761)
        m: T.let[T.int64] = T.Cast("int64", i) * T.int64(1597334677) + T.int64(12345)
        A[i] = T.if_then_else(i % 16 == 0, T.int32(-2147483648), T.if_then_else(i % 16 == 1, T.int32(2147483647), T.Cast("int32", a) >> i % 31))
        M[i] = T.if_then_else(i % 48 == 0, T.int32(-2147483648), T.if_then_else(i % 48 == 16, T.int32(2147483647), T.Cast("int32", m) >> i % 29))
    for i in range(64):
        B[T.Ramp(i * 64, 1, 64)] = T.Cast("int32x64", T.Cast("int64x64", A[T.Ramp(i * 64, 1, 64)]) * T.Cast("int64x64", M[T.Ramp(i * 64, 1, 64)]) >> T.Broadcast(T.int64(31), 64))
        C[T.Ramp(i * 64, 1, 64)] = T.Cast("int32x64", T.Cast("int64x64", A[T.Ramp(i * 64, 1, 64)]) * T.Cast("int64x64", A[T.Ramp(i * 64, 1, 64)]) >> T.Broadcast(T.int64(45), 64))
        D[T.Ramp(i * 64, 1, 64)] = T.Cast("int32x64", T.Cast("int64x64", A[T.Ramp(i * 64, 1, 64)]) * T.Broadcast(T.int64(-2147483648), 64) >> T.Broadcast(T.int64(31), 64))
        E[T.Ramp(i * 64, 1, 64)] = T.Cast("int32x64", T.Broadcast(T.int64(1409791640), 64) * T.Cast("int64x64", A[T.Ramp(i * 64, 1, 64)]) >> T.Broadcast(T.int64(32), 64))
        F[T.Ramp(i * 64, 1, 64)] = T.Cast("int32x64", T.Cast("int64x64", A[T.Ramp(i * 64, 1, 64)]) * T.Cast("int64x64", M[T.Ramp(i * 64, 1, 64)]) >> T.Broadcast(T.int64(62), 64))
    G[T.Ramp(0, 1, 16)] = T.Cast("int32x16", T.Cast("int64x16", A[T.Ramp(0, 1, 16)]) * T.Broadcast(T.Cast("int64", M[0]), 16) >> T.Broadcast(T.int64(31), 16))
