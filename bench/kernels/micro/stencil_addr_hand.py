# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# stencil_addr_hand: stencil_addr with i * w + j named once in the innermost loop.
# CSE: nothing is left to share.
# fill A -1000 1000
# set h 130
# set w 66
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def stencil_addr_hand(
    O: T.Buffer((8580,), "int32"),
    A: T.Buffer((8580,), "int32"),
    h: T.int32,
    w: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    for i in range(1, h - 1):
        for j in range(1, w - 1):
            t = T.bind(i * w + j)
            O[t] = (
                A[t - w - 1] + 2 * A[t - w] + A[t - w + 1] + 2 * A[t - 1] + 4 * A[t]
                + 2 * A[t + 1] + A[t + w - 1] + 2 * A[t + w] + A[t + w + 1]
            )
