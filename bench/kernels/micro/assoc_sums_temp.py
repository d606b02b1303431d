# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# assoc_sums_temp: assoc_sums with the pairs named.
# CSE: nothing is left to share.
# fill A -1000000 1000000
# fill B -1000000 1000000
# fill C -1000000 1000000
# fill D -1000000 1000000
# fill E -1000000 1000000
# fill F -1000000 1000000
# set n 2048
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def assoc_sums_temp(
    O: T.Buffer((8192,), "int32"),
    A: T.Buffer((2048,), "int32"),
    B: T.Buffer((2048,), "int32"),
    C: T.Buffer((2048,), "int32"),
    D: T.Buffer((2048,), "int32"),
    E: T.Buffer((2048,), "int32"),
    F: T.Buffer((2048,), "int32"),
    n: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    for r in range(4):
        for i in range(n):
            b = T.bind(B[i] + C[i])
            d = T.bind(D[i] + E[i])
            O[4 * i] = A[i] + b
            O[4 * i + 1] = b + D[i]
            O[4 * i + 2] = C[i] + d
            O[4 * i + 3] = d + F[i]
