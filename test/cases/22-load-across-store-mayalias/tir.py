# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# load-across-store-mayalias
# kind: memory
# same without tirx.noalias: legal only under a buffer-alias contract (TVM parameters may alias unless noalias)
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    for i in range(n):
        B[i] = A[i]
        C[i] = A[i] + 1


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    for i in range(n):
        t = T.bind(A[i])
        B[i] = t
        C[i] = t + 1
