# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# opaque-call-between
# kind: memory
# the load must be repeated, the product must not
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[0] = A[y] + x * z
    T.evaluate(T.call_extern("int32", "opaque", x))
    B[1] = A[y] + x * z


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    t = T.bind(x * z)
    B[0] = A[y] + t
    T.evaluate(T.call_extern("int32", "opaque", x))
    B[1] = A[y] + t
