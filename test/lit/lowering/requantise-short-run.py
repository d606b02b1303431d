# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O0 --run=hexagon %s --save=%t/o0 && diff -r %t/interp %t/o0
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3 && diff -r %t/interp %t/o3
# RUN: %tirc --target=hexagon --emit=ll --after=lower --cse-level=none %s | FileCheck %s
# Numbers of 16 bits, all of them, and those above 16 zeros: one product. Vectors of half a register and of one and a half.
# CHECK-NOT: vmpyewuh
# CHECK-COUNT-8: @llvm.hexagon.V6.vmpyowh.128B(
# CHECK: @llvm.hexagon.V6.vmpyewuh.128B(
# CHECK-NOT: i64>
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((65536,), "int16"), B: T.Buffer((65536,), "int32"), C: T.Buffer((65536,), "int32"), D: T.Buffer((65536,), "int32"), E: T.Buffer((4096,), "int32"), F: T.Buffer((96,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(65536):
        A[i] = T.Cast("int16", i - 32768)
    for i in range(1024):
        B[T.Ramp(i * 64, 1, 64)] = T.q_multiply_shift(T.Cast("int32x64", A[T.Ramp(i * 64, 1, 64)]), T.Broadcast(-2147483648, 64), T.Broadcast(31, 64), T.Broadcast(-1, 64))
        C[T.Ramp(i * 64, 1, 64)] = T.q_multiply_shift(T.Cast("int32x64", A[T.Ramp(i * 64, 1, 64)]), T.Broadcast(1825361101, 64), T.Broadcast(31, 64), T.Broadcast(-6, 64))
        D[T.Ramp(i * 64, 1, 64)] = T.q_multiply_shift(T.shift_left(T.Cast("int32x64", A[T.Ramp(i * 64, 1, 64)]), T.Broadcast(16, 64)), T.Broadcast(-1288490189, 64), T.Broadcast(31, 64), T.Broadcast(-2, 64))
    for i in range(64):
        E[T.Ramp(i * 64, 1, 64)] = T.q_multiply_shift(T.Cast("int32x64", T.Cast("int8x64", A[T.Ramp(i * 64, 1, 64)])) * T.Broadcast(-7, 64) - T.Broadcast(9, 64), T.Broadcast(1395864371, 64), T.Broadcast(31, 64), T.Broadcast(-16, 64))
    # one more than 16 bits
    F[T.Ramp(0, 1, 16)] = T.q_multiply_shift(T.Cast("int32x16", A[T.Ramp(1000, 1, 16)]) + T.Broadcast(1, 16), T.Broadcast(1395864371, 16), T.Broadcast(31, 16), T.Broadcast(-1, 16))
    F[T.Ramp(32, 1, 48)] = T.q_multiply_shift(T.Cast("int32x48", A[T.Ramp(65488, 1, 48)]) * T.Broadcast(3000, 48), T.Broadcast(1395864371, 48), T.Broadcast(31, 48), T.Broadcast(-9, 48))
