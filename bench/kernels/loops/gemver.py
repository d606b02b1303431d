# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# gemver: A += u1 v1^T + u2 v2^T, x += beta A^T y + z, w += alpha A x, of BLAS 2.5, a matrix of 96x96
# set alpha 2
# set beta 3
# fill A -3 3
# fill u1 -3 3
# fill v1 -3 3
# fill u2 -3 3
# fill v2 -3 3
# fill y -3 3
# fill z -9 9
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def gemver(alpha: T.int32, beta: T.int32, A: T.Buffer((96, 96), "int32"), u1: T.Buffer((96,), "int32"), v1: T.Buffer((96,), "int32"), u2: T.Buffer((96,), "int32"), v2: T.Buffer((96,), "int32"), w: T.Buffer((96,), "int32"), x: T.Buffer((96,), "int32"), y: T.Buffer((96,), "int32"), z: T.Buffer((96,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(96):
        for j in range(96):
            A[i, j] = A[i, j] + u1[i] * v1[j] + u2[i] * v2[j]
    for i in range(96):
        for j in range(96):
            x[i] = x[i] + beta * A[j, i] * y[j]
    for i in range(96):
        x[i] = x[i] + z[i]
    for i in range(96):
        for j in range(96):
            w[i] = w[i] + alpha * A[i, j] * x[j]
