# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# atax: y = A^T (A x), a matrix of 116x124
# fill A -9 9
# fill x -9 9
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def atax(A: T.Buffer((116, 124), "int32"), x: T.Buffer((124,), "int32"), y: T.Buffer((124,), "int32"), tmp: T.Buffer((116,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(124):
        y[i] = 0
    for i in range(116):
        tmp[i] = 0
        for j in range(124):
            tmp[i] = tmp[i] + A[i, j] * x[j]
        for j in range(124):
            y[j] = y[j] + A[i, j] * tmp[i]
