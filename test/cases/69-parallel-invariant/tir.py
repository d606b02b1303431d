# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# parallel-invariant
# kind: llvm
# the parallel body becomes another function: LLVM cannot common across it
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in T.parallel(64):
        B[i] = A[i] + T.truncdiv(x, y)
    C[0] = T.truncdiv(x, y)


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    t = T.bind(T.truncdiv(x, y))
    for i in T.parallel(64):
        B[i] = A[i] + t
    C[0] = t
