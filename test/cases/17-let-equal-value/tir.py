# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# let-equal-value
# kind: equality
# u and v hold the same value: u+z and v+z are equal only if variables are value-numbered
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    u = T.bind(x * y)
    v = T.bind(x * y)
    B[0] = u + z
    B[1] = v + z


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    u = T.bind(x * y)
    t = T.bind(u + z)
    B[0] = t
    B[1] = t
