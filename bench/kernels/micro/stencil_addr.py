# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# stencil_addr: 3x3 stencil on a matrix of runtime width, every index written as row * w + column.
# CSE: leave the index arithmetic to LLVM's loop strength reduction; name at most i * w + j, never a
# row's base outside the loop over columns.
# fill A -1000 1000
# set h 130
# set w 66
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def stencil_addr(
    O: T.Buffer((8580,), "int32"),
    A: T.Buffer((8580,), "int32"),
    h: T.int32,
    w: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    for i in range(1, h - 1):
        for j in range(1, w - 1):
            O[i * w + j] = (
                A[(i - 1) * w + j - 1] + 2 * A[(i - 1) * w + j] + A[(i - 1) * w + j + 1] + 2 * A[i * w + j - 1] + 4 * A[i * w + j]
                + 2 * A[i * w + j + 1] + A[(i + 1) * w + j - 1] + 2 * A[(i + 1) * w + j] + A[(i + 1) * w + j + 1]
            )
