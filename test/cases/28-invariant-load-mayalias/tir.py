# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# invariant-load-mayalias
# kind: memory
# same without noalias
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    for i in range(n):
        for j in range(n):
            B[i * 16 + j] = B[i * 16 + j] + A[i] * C[j]


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    for i in range(n):
        a = T.bind(A[i])
        for j in range(n):
            B[i * 16 + j] = B[i * 16 + j] + a * C[j]
