# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# div-of-div
# kind: equality
# (x//6)//7 == x//42 for positive constants
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[0] = T.floordiv(T.floordiv(x, 6), 7)
    B[1] = T.floordiv(x, 42)


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    t = T.bind(T.floordiv(x, 42))
    B[0] = t
    B[1] = t
