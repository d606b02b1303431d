# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# if-then-else-guard
# kind: harmful
# if_then_else is lazy; TVM's planner treats its arms as unconditional and hoists the division
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[0] = T.if_then_else(y != 0, T.truncdiv(x, y), 0)
    B[1] = T.if_then_else(y != 0, T.truncdiv(x, y), 1)


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    if y != 0:
        t = T.bind(T.truncdiv(x, y))
        B[0] = t
        B[1] = t
    else:
        B[0] = 0
        B[1] = 1
