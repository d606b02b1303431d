# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cast-affine
# kind: equality
# trunc(sext(x)*3+sext(y)) == x*3+y in wrapping arithmetic
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[0] = T.Cast("int32", T.Cast("int64", x) * T.int64(3) + T.Cast("int64", y))
    B[1] = x * 3 + y


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    t = T.bind(x * 3 + y)
    B[0] = t
    B[1] = t
