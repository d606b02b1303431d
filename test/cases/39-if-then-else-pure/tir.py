# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# if-then-else-pure
# kind: calls
# same with pure arms
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        B[i] = T.if_then_else(i < x, i * y + z, y * z)
        C[i] = T.if_then_else(i < x, i * y + z, y * z)


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        t = T.bind(T.if_then_else(i < x, i * y + z, y * z))
        B[i] = t
        C[i] = t
