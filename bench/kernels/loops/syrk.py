# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# syrk: C = alpha A A^T + beta C, the lower triangle of 52x52, by 32
# set alpha 3
# set beta 2
# fill C -9 9
# fill A -9 9
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def syrk(alpha: T.int32, beta: T.int32, C: T.Buffer((52, 52), "int32"), A: T.Buffer((52, 32), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(52):
        for j in range(i + 1):
            C[i, j] = C[i, j] * beta
        for k in range(32):
            for j in range(i + 1):
                C[i, j] = C[i, j] + alpha * A[i, k] * A[j, k]
