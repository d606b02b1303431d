# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cholesky: the factor L of A = L L^T in place, lower triangle, 48x48
# The first loop makes the diagonal outweigh its row, so that A is positive definite. The square root is
# found bit by bit: 15 bits, since all that roots are taken of is below 2**30.
# fill A -999 999
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def cholesky(A: T.Buffer((48, 48), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(48):
        A[i, i] = A[i, i] + 50000
    for i in range(48):
        for j in range(i):
            for k in range(j):
                A[i, j] = A[i, j] - A[i, k] * A[j, k]
            A[i, j] = T.truncdiv(A[i, j], A[j, j])
        for k in range(i):
            A[i, i] = A[i, i] - A[i, k] * A[i, k]
        root: T.int32 = 0
        for bit in range(15):
            if (root + (1 << (14 - bit))) * (root + (1 << (14 - bit))) <= A[i, i]:
                root = root + (1 << (14 - bit))
        A[i, i] = root
