# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# box_scalar_hand: box_scalar with the sums of two columns carried from point to point.
# CSE: nothing is left to share.
# fill A -1000 1000
# set h 130
# set w 66
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def box_scalar_hand(
    O: T.Buffer((8580,), "int32"),
    A: T.Buffer((8580,), "int32"),
    h: T.int32,
    w: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    c = T.alloc_buffer((2,), "int32", scope="local")
    for i in range(1, h - 1):
        c[0] = A[(i - 1) * w + 0] + A[i * w + 0] + A[(i + 1) * w + 0]
        c[1] = A[(i - 1) * w + 1] + A[i * w + 1] + A[(i + 1) * w + 1]
        for j in range(1, w - 1):
            d = T.bind(A[(i - 1) * w + j + 1] + A[i * w + j + 1] + A[(i + 1) * w + j + 1])
            O[i * w + j] = c[0] + c[1] + d
            c[0] = c[1]
            c[1] = d
