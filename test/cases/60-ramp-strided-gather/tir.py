# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ramp-strided-gather
# kind: vector
# strided load scalarises to 32 loads + inserts: doing it twice costs 64
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((4096,), "int32"), A: T.Buffer((4096,), "int32"), C: T.Buffer((4096,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        B[T.Ramp(i * 32, 1, 32)] = A[T.Ramp(i * 32, 4, 32)] * T.Broadcast(y, 32)
        C[T.Ramp(i * 32, 1, 32)] = A[T.Ramp(i * 32, 4, 32)] + T.Broadcast(z, 32)


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((4096,), "int32"), A: T.Buffer((4096,), "int32"), C: T.Buffer((4096,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        a = T.bind(A[T.Ramp(i * 32, 4, 32)])
        B[T.Ramp(i * 32, 1, 32)] = a * T.Broadcast(y, 32)
        C[T.Ramp(i * 32, 1, 32)] = a + T.Broadcast(z, 32)
