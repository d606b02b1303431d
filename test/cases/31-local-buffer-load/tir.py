# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# local-buffer-load
# kind: memory
# local allocation cannot alias parameters even without noalias
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    S = T.alloc_buffer((64,), "int32")
    for i in range(64):
        S[i] = A[i] * x
    for i in range(n):
        B[i] = S[y] + A[i]
        C[i] = S[y] * A[i]


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    S = T.alloc_buffer((64,), "int32")
    for i in range(64):
        S[i] = A[i] * x
    s = T.bind(S[y])
    for i in range(n):
        a = T.bind(A[i])
        B[i] = s + a
        C[i] = s * a
