# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# arm_terms: a term in both arms of an if, and after it.
# CSE: computed once above: every path needs it.
# fill A 0 1000000
# fill B 0 1000000
# set n 4096
# set m 5
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def arm_terms(
    O: T.Buffer((8192,), "uint32"),
    Q: T.Buffer((4096,), "uint32"),
    A: T.Buffer((4096,), "uint32"),
    B: T.Buffer((4096,), "uint32"),
    n: T.int32,
    m: T.uint32,
):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        if B[i] & T.uint32(1) != T.uint32(0):
            Q[i] = T.uint32(3)
            O[2 * i] = (A[i] * B[i] + m) * A[i]
            if A[i] & T.uint32(2) != T.uint32(0):
                Q[i] = (A[i] * B[i] + m) * A[i] - T.uint32(1)
        else:
            Q[i] = A[i]
            O[2 * i + 1] = (A[i] * B[i] + m) * A[i] + T.uint32(5)
        if A[i] & T.uint32(4) != T.uint32(0):
            O[2 * i] = O[2 * i] + (A[i] * B[i] + m) * A[i]
