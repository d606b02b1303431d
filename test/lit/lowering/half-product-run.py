# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O0 --run=hexagon %s --save=%t/o0 && diff -r %t/interp %t/o0
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3 && diff -r %t/interp %t/o3
# RUN: %tirc -O3 --try-versions=0 --target=hexagon --emit=asm %s -o - | FileCheck %s
# Products of halfwords, shifted and cut to halfwords: signed and not, mixed, with constants, one lane for all, -2^15 times
# itself, several registers; and shifts that are packed otherwise.
# CHECK: .h = vasr({{.*}}.w,{{.*}}.w,{{.*}})
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((1024,), "int16"), U: T.Buffer((1024,), "uint16"), B: T.Buffer((1024,), "int16"), C: T.Buffer((1024,), "int16"), D: T.Buffer((1024,), "uint16"), E: T.Buffer((1024,), "int16"), F: T.Buffer((1024,), "int16"), G: T.Buffer((1024,), "int16"), H: T.Buffer((1024,), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i in range(1024):
        A[i] = T.Cast("int16", T.if_then_else(i % 16 == 0, -32768, T.if_then_else(i % 16 == 1, 32767, i * 40503 - 20000 * i >> i % 13)))
        U[i] = T.Cast("uint16", T.if_then_else(i % 16 == 0, 32768, i * 31 % 32768))
    for i in range(8):
        B[T.Ramp(i * 128, 1, 128)] = T.Cast("int16x128", T.Cast("int32x128", A[T.Ramp(i * 128, 1, 128)]) * T.Cast("int32x128", A[T.Ramp(i * 128, 1, 128)]) + T.Broadcast(16384, 128) >> T.Broadcast(15, 128))
        D[T.Ramp(i * 128, 1, 128)] = T.Cast("uint16x128", T.Cast("int32x128", U[T.Ramp(i * 128, 1, 128)]) * T.Cast("int32x128", U[T.Ramp(i * 128, 1, 128)]) >> T.Broadcast(7, 128))
        E[T.Ramp(i * 128, 1, 128)] = T.Cast("int16x128", T.Cast("int32x128", U[T.Ramp(i * 128, 1, 128)]) * T.Cast("int32x128", A[T.Ramp(i * 128, 1, 128)]) + T.Broadcast(-77, 128) >> T.Broadcast(1, 128))
        G[T.Ramp(i * 128, 1, 128)] = T.Cast("int16x128", T.Cast("int32x128", A[T.Ramp(i * 128, 1, 128)]) * T.Cast("int32x128", A[T.Ramp(i * 128, 1, 128)]) >> T.Broadcast(16, 128))
    for i in range(16):
        C[T.Ramp(i * 64, 1, 64)] = T.Cast("int16x64", T.Cast("int32x64", A[T.Ramp(i * 64, 1, 64)]) * T.Broadcast(-23170, 64) + T.Broadcast(16384, 64) >> T.Broadcast(15, 64))
        F[T.Ramp(i * 64, 1, 64)] = T.Cast("int16x64", T.Cast("int32x64", A[T.Ramp(i * 64, 1, 64)]) * T.Broadcast(T.Cast("int32", U[i]), 64) >> T.Broadcast(4, 64))
        H[T.Ramp(i * 64, 1, 64)] = T.Cast("int16x64", T.Cast("int32x64", A[T.Ramp(i * 64, 1, 64)]) * T.Broadcast(65536 // 2, 64) >> T.Broadcast(15, 64))
