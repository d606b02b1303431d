# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# pure-extern
# kind: calls
# call_pure_extern lowers to a plain call: LLVM loses the purity
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "float32"), A: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32"), n: T.int32, x: T.float32, y: T.float32, z: T.float32):
    T.func_attr({"tirx.noalias": True})
    B[0] = T.call_pure_extern("float32", "my_sigmoid", x) + y
    B[1] = T.call_pure_extern("float32", "my_sigmoid", x) * z


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "float32"), A: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32"), n: T.int32, x: T.float32, y: T.float32, z: T.float32):
    T.func_attr({"tirx.noalias": True})
    t = T.bind(T.call_pure_extern("float32", "my_sigmoid", x))
    B[0] = t + y
    B[1] = t * z
