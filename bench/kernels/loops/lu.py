# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# lu: A = L U in place without pivots, ones on the diagonal of L, 40x40
# Fixed point: L in units of 1/256, U of 1. The first loop makes the diagonal outweigh its row: no divisor
# is zero, and nothing grows.
# fill A -99 99
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def lu(A: T.Buffer((40, 40), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(40):
        A[i, i] = A[i, i] + 4000
    for i in range(40):
        for j in range(i):
            A[i, j] = A[i, j] * 256
            for k in range(j):
                A[i, j] = A[i, j] - A[i, k] * A[k, j]
            A[i, j] = T.truncdiv(A[i, j], A[j, j])
        for j in range(i, 40):
            A[i, j] = A[i, j] * 256
            for k in range(i):
                A[i, j] = A[i, j] - A[i, k] * A[k, j]
            A[i, j] = A[i, j] >> 8
