# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# assoc-partial
# kind: equality
# three sums share pairs only after reassociation (Reassociate for PRE)
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[0] = (x + y) + z
    B[1] = (x + z) + n
    B[2] = (n + x) + (z + y)


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    t = T.bind(x + z)
    B[0] = t + y
    u = T.bind(t + n)
    B[1] = u
    B[2] = u + y
