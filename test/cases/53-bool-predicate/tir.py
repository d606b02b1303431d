# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# bool-predicate
# kind: placement
# bool-typed values are ineligible in new TVM by #19502, even a division-bearing predicate
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        if T.And(i * x < y, T.floormod(i, z) == 0):
            B[i] = A[i]
        if T.And(i * x < y, T.floormod(i, z) == 0):
            C[i] = A[i]


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        if T.And(i * x < y, T.floormod(i, z) == 0):
            B[i] = A[i]
            C[i] = A[i]
