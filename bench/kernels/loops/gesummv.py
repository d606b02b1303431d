# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# gesummv: y = alpha A x + beta B x, of BLAS 2.5, matrices of 132x132
# set alpha 3
# set beta 2
# fill A -9 9
# fill B -9 9
# fill x -9 9
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def gesummv(alpha: T.int32, beta: T.int32, A: T.Buffer((132, 132), "int32"), B: T.Buffer((132, 132), "int32"), tmp: T.Buffer((132,), "int32"), x: T.Buffer((132,), "int32"), y: T.Buffer((132,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(132):
        tmp[i] = 0
        y[i] = 0
        for j in range(132):
            tmp[i] = A[i, j] * x[j] + tmp[i]
            y[i] = B[i, j] * x[j] + y[i]
        y[i] = alpha * tmp[i] + beta * y[i]
