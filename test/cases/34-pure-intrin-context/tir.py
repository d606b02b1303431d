# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# pure-intrin-context
# kind: calls
# everything above a Call is ineligible too
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "float32"), A: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32"), n: T.int32, x: T.float32, y: T.float32, z: T.float32):
    T.func_attr({"tirx.noalias": True})
    B[0] = (T.exp(x) + y) * z
    B[1] = (T.exp(x) + y) * z


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "float32"), A: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32"), n: T.int32, x: T.float32, y: T.float32, z: T.float32):
    T.func_attr({"tirx.noalias": True})
    t = T.bind((T.exp(x) + y) * z)
    B[0] = t
    B[1] = t
