# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# if-then-else-single-arm
# kind: harmful
# both occurrences inside one lazy arm; still hoisted out of it
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[0] = T.if_then_else(y != 0, T.truncdiv(x, y) + T.truncdiv(x, y) * z, 0)
