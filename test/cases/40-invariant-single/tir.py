# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# invariant-single
# kind: placement
# one static, n dynamic evaluations of a library division; occurrence counting sees count=1
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        B[i] = A[i] + T.floordiv(x, y)


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    if n > 0:
        t = T.bind(T.floordiv(x, y))
        for i in range(n):
            B[i] = A[i] + t
