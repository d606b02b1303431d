# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# assoc-add
# kind: equality
# associativity; codegen sets nsw on every int32 add, so LLVM may only reassociate by dropping nsw
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[0] = (x + y) + z
    B[1] = x + (y + z)


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    t = T.bind((x + y) + z)
    B[0] = t
    B[1] = t
