# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# bool_blocks_temp: bool_blocks with the answer kept as a number over the loops: what a CSE of bools
# writes.
# CSE: nothing is left to share but the loads.
# fill A 0 1000000
# fill B 0 1000000
# set n 2048
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def bool_blocks_temp(
    O: T.Buffer((6144,), "uint32"),
    A: T.Buffer((2048,), "uint32"),
    B: T.Buffer((2048,), "uint32"),
    n: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    s = T.alloc_buffer((1,), "uint32", scope="local")
    s[0] = T.uint32(0)
    for i in range(n):
        c = T.bind(T.Cast("int32", A[i] < B[i]))
        if c == 1:
            O[i] = A[i] + s[0]
            s[0] = s[0] + T.uint32(3)
        s[0] = s[0] ^ B[i]
        for k in range(T.Cast("int32", B[i] & T.uint32(3))):
            s[0] = s[0] + A[k] * O[k]
        if c == 1:
            O[i + n] = B[i] - s[0]
            s[0] = s[0] - T.uint32(1)
        s[0] = s[0] + A[i]
        for k in range(T.Cast("int32", A[i] & T.uint32(3))):
            s[0] = s[0] ^ (B[k] * O[k])
        if c == 1:
            O[i + 2 * n] = s[0]
