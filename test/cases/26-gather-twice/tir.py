# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# gather-twice
# kind: memory
# indirect load repeated across a store to a third buffer
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        B[i] = A[C[i]] + y
        B[i + 512] = A[C[i]] + z


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        t = T.bind(A[C[i]])
        B[i] = t + y
        B[i + 512] = t + z
