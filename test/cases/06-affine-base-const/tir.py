# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# affine-base-const
# kind: equality
# one affine base, four constant offsets: free in memw(Rs+#s11:2) addressing
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        B[x * 37 + i * y] = A[x * 37 + (i * y + 1)] + A[(2 + i * y) + x * 37] + A[x * 37 + 3 + i * y]


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        t = T.bind(x * 37 + i * y)
        B[t] = A[t + 1] + A[t + 2] + A[t + 3]
