# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# nested-else
# kind: harmful
# occurs in one arm of each arm: LCA is the root, but it is on no path when z == 0
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    if n > 0:
        if z > 0:
            B[0] = T.truncdiv(x, y)
    else:
        if z < 0:
            B[1] = T.truncdiv(x, y)
