# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# range-disjoint-lu
# kind: llvm
# A[x*64+k] invariant in j because the stored index is > k: needs loop ranges in the alias test
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for k in range(n):
        for j in range(n - k - 1):
            A[x * 64 + (k + 1 + j)] = A[x * 64 + (k + 1 + j)] - A[x * 64 + k] * B[k * 64 + (k + 1 + j)]


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for k in range(n):
        if n - k - 1 > 0:
            t = T.bind(A[x * 64 + k])
            for j in range(n - k - 1):
                A[x * 64 + (k + 1 + j)] = A[x * 64 + (k + 1 + j)] - t * B[k * 64 + (k + 1 + j)]
