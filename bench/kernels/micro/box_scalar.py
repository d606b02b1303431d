# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# box_scalar: 3x3 box sum, nine loads a point, in row order.
# CSE: the sum of a column is the next point's sum of the column before: a term equal up to an
# iteration, and up to order.
# fill A -1000 1000
# set h 130
# set w 66
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def box_scalar(
    O: T.Buffer((8580,), "int32"),
    A: T.Buffer((8580,), "int32"),
    h: T.int32,
    w: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    for i in range(1, h - 1):
        for j in range(1, w - 1):
            O[i * w + j] = (
                A[(i - 1) * w + j - 1] + A[(i - 1) * w + j] + A[(i - 1) * w + j + 1]
                + A[i * w + j - 1] + A[i * w + j] + A[i * w + j + 1]
                + A[(i + 1) * w + j - 1] + A[(i + 1) * w + j] + A[(i + 1) * w + j + 1]
            )
