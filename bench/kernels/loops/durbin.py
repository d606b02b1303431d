# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# durbin: the Yule-Walker equations of the Toeplitz matrix r by Durbin's recursion, 96 values
# Fixed point in units of 1/4096. |r| sums to less than one, so that the matrix is positive definite and
# beta stays above zero.
# fill r -40 40
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def durbin(r: T.Buffer((96,), "int32"), y: T.Buffer((96,), "int32")):
    T.func_attr({"tirx.noalias": True})
    z = T.alloc_buffer((96,), "int32")
    y[0] = 0 - r[0]
    beta: T.int32 = 4096
    alpha: T.int32 = 0 - r[0]
    for k in range(1, 96):
        beta = (4096 - (alpha * alpha >> 12)) * beta >> 12
        sum: T.int32 = 0
        for i in range(k):
            sum = sum + r[k - i - 1] * y[i]
        alpha = 0 - T.truncdiv(r[k] * 4096 + sum, beta)
        for i in range(k):
            z[i] = y[i] + (alpha * y[k - i - 1] >> 12)
        for i in range(k):
            y[i] = z[i]
        y[k] = alpha
