# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# assoc_sums: four sums of three neighbours: pairs are shared up to order.
# CSE: name no pair: a scalar addition mostly fits a free slot, and the chain becomes longer.
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
def assoc_sums(
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
            O[4 * i] = A[i] + B[i] + C[i]
            O[4 * i + 1] = B[i] + C[i] + D[i]
            O[4 * i + 2] = C[i] + D[i] + E[i]
            O[4 * i + 3] = D[i] + E[i] + F[i]
