# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O0 --run=hexagon %s --save=%t/o0 && diff -r %t/interp %t/o0
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3 && diff -r %t/interp %t/o3
# Values of all sizes and the ends of the range, scaled by factors of all sizes and shifted by 1 to 32; in F one lane is not shifted
# at all but for the 31 bits.
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((4096,), "int32"), M: T.Buffer((4096,), "int32"), S: T.Buffer((4096,), "int32"), B: T.Buffer((4096,), "int32"), C: T.Buffer((4096,), "int32"), D: T.Buffer((4096,), "int32"), F: T.Buffer((64,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(4096):
        a: T.let[T.int64] = T.Cast("int64", i) * T.int64(2654435761)
        m: T.let[T.int64] = T.Cast("int64", i) * T.int64(1597334677) + T.int64(12345)
        A[i] = T.if_then_else(i % 16 == 0, T.int32(-2147483648), T.if_then_else(i % 16 == 1, T.int32(2147483647), T.Cast("int32", a) >> i % 31))
        M[i] = T.if_then_else(i % 48 == 0, T.int32(-2147483648), T.if_then_else(i % 48 == 16, T.int32(2147483647), T.Cast("int32", m) >> i % 29))
        S[i] = 1 + i % 32
    for i in range(64):
        B[T.Ramp(i * 64, 1, 64)] = T.q_multiply_shift_per_axis(A[T.Ramp(i * 64, 1, 64)], M[T.Ramp(i * 64, 1, 64)], T.Broadcast(0, 64), S[T.Ramp(i * 64, 1, 64)], T.Broadcast(31, 64), T.Broadcast(T.bool(False), 64), T.Broadcast(T.bool(True), 64))
        C[T.Ramp(i * 64, 1, 64)] = T.q_multiply_shift(A[T.Ramp(i * 64, 1, 64)], T.Broadcast(-2147483648, 64), T.Broadcast(31, 64), T.Broadcast(-1, 64))
        D[T.Ramp(i * 64, 1, 64)] = T.q_multiply_shift(A[T.Ramp(i * 64, 1, 64)], T.Broadcast(1431655765, 64), T.Broadcast(31, 64), T.Broadcast(-32, 64))
    S[8] = 0
    F[T.Ramp(0, 1, 64)] = T.q_multiply_shift_per_axis(A[T.Ramp(0, 1, 64)], M[T.Ramp(0, 1, 64)], T.Broadcast(0, 64), S[T.Ramp(0, 1, 64)], T.Broadcast(31, 64), T.Broadcast(T.bool(False), 64), T.Broadcast(T.bool(True), 64))
