# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# k3mm: G = (A B) (C D), three matrix products (3mm), sides of 24 to 32
# fill A -4 4
# fill B -4 4
# fill C -4 4
# fill D -4 4
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def k3mm(E: T.Buffer((28, 30), "int32"), A: T.Buffer((28, 32), "int32"), B: T.Buffer((32, 30), "int32"), F: T.Buffer((30, 24), "int32"), C: T.Buffer((30, 26), "int32"), D: T.Buffer((26, 24), "int32"), G: T.Buffer((28, 24), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(28):
        for j in range(30):
            E[i, j] = 0
            for k in range(32):
                E[i, j] = E[i, j] + A[i, k] * B[k, j]
    for i in range(30):
        for j in range(24):
            F[i, j] = 0
            for k in range(26):
                F[i, j] = F[i, j] + C[i, k] * D[k, j]
    for i in range(28):
        for j in range(24):
            G[i, j] = 0
            for k in range(30):
                G[i, j] = G[i, j] + E[i, k] * F[k, j]
