# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# syr2k: C = alpha (A B^T + B A^T) + beta C, the lower triangle of 48x48, by 32
# set alpha 3
# set beta 2
# fill C -9 9
# fill A -9 9
# fill B -9 9
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def syr2k(alpha: T.int32, beta: T.int32, C: T.Buffer((48, 48), "int32"), A: T.Buffer((48, 32), "int32"), B: T.Buffer((48, 32), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(48):
        for j in range(i + 1):
            C[i, j] = C[i, j] * beta
        for k in range(32):
            for j in range(i + 1):
                C[i, j] = C[i, j] + A[j, k] * alpha * B[i, k] + B[j, k] * alpha * A[i, k]
