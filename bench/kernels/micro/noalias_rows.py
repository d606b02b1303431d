# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# noalias_rows: alias_rows in a function whose buffers are distinct.
# CSE: noalias does more than any name: LLVM keeps the coefficient in a register by itself.
# fill A -1000 1000
# fill B -1000 1000
# set n 128
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def noalias_rows(
    O: T.Buffer((16384,), "int32"),
    Q: T.Buffer((16384,), "int32"),
    A: T.Buffer((128,), "int32"),
    B: T.Buffer((128,), "int32"),
    n: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        for j in range(n):
            O[i * n + j] = A[i] * B[j] + 1
            Q[i * n + j] = A[i] * B[j] - A[i]
