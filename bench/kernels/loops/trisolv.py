# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# trisolv: x with L x = b by forward substitution, L lower triangular, 132x132
# The first loop makes the diagonal outweigh its row: no divisor is zero, and nothing grows.
# fill L -9 9
# fill b -999999 999999
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def trisolv(L: T.Buffer((132, 132), "int32"), x: T.Buffer((132,), "int32"), b: T.Buffer((132,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(132):
        L[i, i] = L[i, i] + 1300
    for i in range(132):
        x[i] = b[i]
        for j in range(i):
            x[i] = x[i] - L[i, j] * x[j]
        x[i] = T.truncdiv(x[i], L[i, i])
