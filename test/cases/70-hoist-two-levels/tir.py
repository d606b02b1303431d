# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hoist-two-levels
# kind: llvm
# a trapping op under two zero-trip guards: LICM stops at the first guard unless the loop is unswitched
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        for j in range(z):
            B[i * 16 + j] = A[i * 16 + j] + T.truncdiv(x, y)


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    if T.And(n > 0, z > 0):
        t = T.bind(T.truncdiv(x, y))
        for i in range(n):
            for j in range(z):
                B[i * 16 + j] = A[i * 16 + j] + t
