# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# divmod_runtime_hand: divmod_runtime with the remainder made of the quotient.
# CSE: nothing is left to share.
# fill A -1000 1000
# set n 1568
# set w 28
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def divmod_runtime_hand(
    O: T.Buffer((1568,), "int32"),
    A: T.Buffer((1568,), "int32"),
    n: T.int32,
    w: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        q = T.bind(T.truncdiv(i, w))
        O[i] = A[q] + (i - q * w) * 2
