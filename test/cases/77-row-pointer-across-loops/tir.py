# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# row-pointer-across-loops
# kind: llvm
# row base shared by sibling loops
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        for j in range(n):
            B[(i * x + z) * y + j] = 0
        for j in range(n):
            B[(i * x + z) * y + j] = B[(i * x + z) * y + j] + A[j]
        for j in range(n):
            C[(i * x + z) * y + j] = B[(i * x + z) * y + j] * 2


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        t = T.bind((i * x + z) * y)
        for j in range(n):
            B[t + j] = 0
        for j in range(n):
            B[t + j] = B[t + j] + A[j]
        for j in range(n):
            C[t + j] = B[t + j] * 2
