# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# k2mm: D = alpha A B C + beta D, two matrix products (2mm), 30x36 by 32x28
# set alpha 3
# set beta 2
# fill A -4 4
# fill B -4 4
# fill C -4 4
# fill D -4 4
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def k2mm(alpha: T.int32, beta: T.int32, tmp: T.Buffer((30, 32), "int32"), A: T.Buffer((30, 36), "int32"), B: T.Buffer((36, 32), "int32"), C: T.Buffer((32, 28), "int32"), D: T.Buffer((30, 28), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(30):
        for j in range(32):
            tmp[i, j] = 0
            for k in range(36):
                tmp[i, j] = tmp[i, j] + alpha * A[i, k] * B[k, j]
    for i in range(30):
        for j in range(28):
            D[i, j] = D[i, j] * beta
            for k in range(32):
                D[i, j] = D[i, j] + tmp[i, k] * C[k, j]
