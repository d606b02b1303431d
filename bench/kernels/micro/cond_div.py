# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cond_div: a division by a runtime width in an arm of an inner loop: LLVM may not compute it
# outside, it may trap.
# CSE: once in the arm instead of twice; out of the loop only if the width were known not to be 0.
# fill A 0 63
# set n 64
# set m 64
# set w 28
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def cond_div(
    O: T.Buffer((4096,), "int32"),
    A: T.Buffer((128,), "int32"),
    n: T.int32,
    m: T.int32,
    w: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        for j in range(m):
            O[i * m + j] = 0
            if i < A[j]:
                O[i * m + j] = A[T.truncdiv(i, w) + j] + T.truncdiv(i, w)
