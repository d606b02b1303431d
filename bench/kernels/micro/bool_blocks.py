# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# bool_blocks: one comparison is asked before, between and after two small loops.
# CSE: give it no name, a comparison beside its branch is free; its operands are loads and get one.
# fill A 0 1000000
# fill B 0 1000000
# set n 2048
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def bool_blocks(
    O: T.Buffer((6144,), "uint32"),
    A: T.Buffer((2048,), "uint32"),
    B: T.Buffer((2048,), "uint32"),
    n: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    s = T.alloc_buffer((1,), "uint32", scope="local")
    s[0] = T.uint32(0)
    for i in range(n):
        if A[i] < B[i]:
            O[i] = A[i] + s[0]
            s[0] = s[0] + T.uint32(3)
        s[0] = s[0] ^ B[i]
        for k in range(T.Cast("int32", B[i] & T.uint32(3))):
            s[0] = s[0] + A[k] * O[k]
        if A[i] < B[i]:
            O[i + n] = B[i] - s[0]
            s[0] = s[0] - T.uint32(1)
        s[0] = s[0] + A[i]
        for k in range(T.Cast("int32", A[i] & T.uint32(3))):
            s[0] = s[0] ^ (B[k] * O[k])
        if A[i] < B[i]:
            O[i + 2 * n] = s[0]
