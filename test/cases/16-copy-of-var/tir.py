# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# copy-of-var
# kind: equality
# v is a copy of x; new TVM does not see through Bind(v, x)
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    v = T.bind(x)
    B[0] = x * y + z
    B[1] = v * y + z


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    t = T.bind(x * y + z)
    B[0] = t
    B[1] = t
