# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# trmm: B = alpha A^T B, A lower triangular with ones on the diagonal, 44x48
# set alpha 3
# fill A -9 9
# fill B -9 9
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def trmm(alpha: T.int32, A: T.Buffer((44, 44), "int32"), B: T.Buffer((44, 48), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(44):
        for j in range(48):
            for k in range(i + 1, 44):
                B[i, j] = B[i, j] + A[k, i] * B[k, j]
            B[i, j] = alpha * B[i, j]
