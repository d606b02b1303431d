# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# rare_arms_temp: rare_arms with the term above its arms.
# CSE: nothing is left to share; the name stays where the program has it.
# fill A 0 1000000
# fill B 0 1000000
# set n 4096
# set m 5
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def rare_arms_temp(
    O: T.Buffer((8192,), "uint32"),
    A: T.Buffer((4096,), "uint32"),
    B: T.Buffer((4096,), "uint32"),
    n: T.int32,
    m: T.uint32,
):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        t = T.bind((A[i] * B[i] + m) * (A[i] - B[i]) + (A[i] ^ m) * B[i])
        if B[i] & T.uint32(15) == T.uint32(0):
            O[i] = t
        if A[i] & T.uint32(15) == T.uint32(0):
            O[n + i] = t
