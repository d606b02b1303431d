# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# stencil_addr_temp: stencil_addr with the three rows' bases named outside the loop over columns:
# what a CSE by scopes writes.
# CSE: nothing is left to share.
# fill A -1000 1000
# set h 130
# set w 66
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def stencil_addr_temp(
    O: T.Buffer((8580,), "int32"),
    A: T.Buffer((8580,), "int32"),
    h: T.int32,
    w: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    for i in range(1, h - 1):
        r0 = T.bind((i - 1) * w)
        r1 = T.bind(i * w)
        r2 = T.bind((i + 1) * w)
        for j in range(1, w - 1):
            O[r1 + j] = (
                A[r0 + j - 1] + 2 * A[r0 + j] + A[r0 + j + 1] + 2 * A[r1 + j - 1] + 4 * A[r1 + j]
                + 2 * A[r1 + j + 1] + A[r2 + j - 1] + 2 * A[r2 + j] + A[r2 + j + 1]
            )
