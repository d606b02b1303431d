# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# div-range
# kind: equality
# (i*32+j)//32 == i because 0<=j<32: needs loop ranges
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        for j in range(32):
            B[i * 32 + j] = A[T.floordiv(i * 32 + j, 32)] + A[i] + T.floormod(i * 32 + j, 32)


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        for j in range(32):
            B[i * 32 + j] = A[i] + A[i] + j
