# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cond_div_hand: cond_div with the quotient named outside the inner loop: its author knows that w is
# not 0.
# CSE: nothing is left to share.
# fill A 0 63
# set n 64
# set m 64
# set w 28
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def cond_div_hand(
    O: T.Buffer((4096,), "int32"),
    A: T.Buffer((128,), "int32"),
    n: T.int32,
    m: T.int32,
    w: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        q = T.bind(T.truncdiv(i, w))
        for j in range(m):
            O[i * m + j] = 0
            if i < A[j]:
                O[i * m + j] = A[q + j] + q
