# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mac_fuse: one product feeds three accumulators, the second in an arm that stores to two places.
# CSE: name no product whose uses are additions to accumulators; GVN does, and splits Rx += mpyi.
# fill A 0 65535
# fill B 0 65535
# set n 4096
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def mac_fuse(
    O: T.Buffer((4096,), "uint32"),
    A: T.Buffer((4096,), "uint32"),
    B: T.Buffer((4096,), "uint32"),
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
            O[T.Cast("int32", s[1] & T.uint32(4095))] = s[1]
            O[T.Cast("int32", s[1] >> T.uint32(20))] = O[i]
        s[2] = s[2] - A[i] * B[i]
    O[0] = s[0]
    O[1] = s[1] + s[2]
