# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O0 --run=hexagon %s --save=%t/o0 && diff -r %t/interp %t/o0
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3 && diff -r %t/interp %t/o3
# Quotients and remainders of words: in P and Q nothing is negative, and divisors are from 1 to 2^31 - 1; in R and S one lane of each
# vector is negative, or is divided by what is; U is unsigned, some numbers are 2^31 and more.
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((4096,), "int32"), M: T.Buffer((4096,), "int32"), P: T.Buffer((4096,), "int32"), Q: T.Buffer((4096,), "int32"), R: T.Buffer((4096,), "int32"), S: T.Buffer((4096,), "int32"), U: T.Buffer((4096,), "uint32"), V: T.Buffer((16,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(4096):
        a: T.let[T.int64] = T.Cast("int64", i) * T.int64(2654435761)
        m: T.let[T.int64] = T.Cast("int64", i) * T.int64(1597334677) + T.int64(12345)
        A[i] = T.if_then_else(i % 16 == 0, T.int32(2147483647), (T.Cast("int32", a) >> i % 31) & 2147483647)
        M[i] = T.max(T.if_then_else(i % 48 == 0, T.int32(2147483647), (T.Cast("int32", m) >> i % 29) & 2147483647), 1)
    for i in range(64):
        P[T.Ramp(i * 64, 1, 64)] = A[T.Ramp(i * 64, 1, 64)] // M[T.Ramp(i * 64, 1, 64)]
        Q[T.Ramp(i * 64, 1, 64)] = T.floormod(A[T.Ramp(i * 64, 1, 64)], M[T.Ramp(i * 64, 1, 64)])
        U[T.Ramp(i * 64, 1, 64)] = (T.Cast("uint32x64", A[T.Ramp(i * 64, 1, 64)]) + T.Broadcast(T.uint32(77), 64)) // T.Cast("uint32x64", M[T.Ramp(i * 64, 1, 64)])
    V[T.Ramp(0, 1, 16)] = T.truncdiv(T.Broadcast(1073741824, 16), M[T.Ramp(0, 1, 16)])
    for i in range(64):
        A[i * 64 + i] = -A[i * 64 + i] - 1
        M[i * 64 + (i * 7 + 3) % 64] = -3
        R[T.Ramp(i * 64, 1, 64)] = A[T.Ramp(i * 64, 1, 64)] // M[T.Ramp(i * 64, 1, 64)]
        S[T.Ramp(i * 64, 1, 64)] = T.truncmod(A[T.Ramp(i * 64, 1, 64)], M[T.Ramp(i * 64, 1, 64)])
