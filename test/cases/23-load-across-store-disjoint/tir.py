# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# load-across-store-disjoint
# kind: memory
# same buffer, index differs by constant 1
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        B[i * 2 + 1] = B[i * 2] * 3
        C[i] = B[i * 2]


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        t = T.bind(B[i * 2])
        B[i * 2 + 1] = t * 3
        C[i] = t
