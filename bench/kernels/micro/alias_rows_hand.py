# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# alias_rows_hand: alias_rows with the coefficient and the product named: right if no store hits A
# or B, as the author knows.
# CSE: nothing is left to share.
# fill A -1000 1000
# fill B -1000 1000
# set n 128
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def alias_rows_hand(
    O: T.Buffer((16384,), "int32"),
    Q: T.Buffer((16384,), "int32"),
    A: T.Buffer((128,), "int32"),
    B: T.Buffer((128,), "int32"),
    n: T.int32,
):
    T.func_attr({"tirx.noalias": False})
    for i in range(n):
        a = T.bind(A[i])
        for j in range(n):
            t = T.bind(a * B[j])
            O[i * n + j] = t + 1
            Q[i * n + j] = t - a
