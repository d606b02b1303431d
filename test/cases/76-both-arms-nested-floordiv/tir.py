# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# both-arms-nested-floordiv
# kind: llvm
# fully anticipated divisions around an if
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        if A[i] > 0:
            B[i] = T.floordiv(i, y) * x + T.floormod(i, y)
        else:
            B[i] = T.floordiv(i, y) * x - T.floormod(i, y)
        C[i] = T.floordiv(i, y)


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        q = T.bind(T.floordiv(i, y))
        r = T.bind(i - q * y)
        t = T.bind(q * x)
        if A[i] > 0:
            B[i] = t + r
        else:
            B[i] = t - r
        C[i] = q
