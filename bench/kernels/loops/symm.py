# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# symm: C = alpha A B + beta C, A symmetric, of which only the lower triangle is read, 40x48
# set alpha 3
# set beta 2
# fill C -9 9
# fill A -9 9
# fill B -9 9
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def symm(alpha: T.int32, beta: T.int32, C: T.Buffer((40, 48), "int32"), A: T.Buffer((40, 40), "int32"), B: T.Buffer((40, 48), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(40):
        for j in range(48):
            temp2: T.int32 = 0
            for k in range(i):
                C[k, j] = C[k, j] + alpha * B[i, j] * A[i, k]
                temp2 = temp2 + B[k, j] * A[i, k]
            C[i, j] = beta * C[i, j] + alpha * B[i, j] * A[i, i] + alpha * temp2
