# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mac_blocks: one product feeds an accumulator before an if and one in each of its arms.
# CSE: name no product whose uses are additions to accumulators: Rx += mpyi is one instruction, a
# kept product is a multiplication and three additions.
# fill A 0 65535
# fill B 0 65535
# set n 8192
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def mac_blocks(
    O: T.Buffer((4,), "uint32"),
    A: T.Buffer((8192,), "uint32"),
    B: T.Buffer((8192,), "uint32"),
    n: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    s = T.alloc_buffer((3,), "uint32", scope="local")
    s[0] = T.uint32(0)
    s[1] = T.uint32(1)
    s[2] = T.uint32(7)
    for i in range(n):
        s[0] = s[0] + A[i] * B[i]
        if s[0] & T.uint32(1) != T.uint32(0):
            s[1] = s[1] + A[i] * B[i]
            O[2] = s[1]
        else:
            s[2] = s[2] - A[i] * B[i]
            O[3] = s[2]
    O[0] = s[0]
    O[1] = s[1] + s[2]
