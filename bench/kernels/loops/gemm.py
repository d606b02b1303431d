# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# gemm: C = alpha A B + beta C, the matrix product of BLAS, 32x36 by 40
# set alpha 3
# set beta 2
# fill C -9 9
# fill A -9 9
# fill B -9 9
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def gemm(alpha: T.int32, beta: T.int32, C: T.Buffer((32, 36), "int32"), A: T.Buffer((32, 40), "int32"), B: T.Buffer((40, 36), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(32):
        for j in range(36):
            C[i, j] = C[i, j] * beta
        for k in range(40):
            for j in range(36):
                C[i, j] = C[i, j] + alpha * A[i, k] * B[k, j]
