# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# bound_check: the same bound check in three places of an inner body: the predicate of a loop split
# by 16.
# CSE: give it no name, a comparison beside its branch is free.
# fill A 0 1000000
# set m 256
# set n 4090
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def bound_check(
    O: T.Buffer((4096,), "uint32"),
    A: T.Buffer((8192,), "uint32"),
    m: T.int32,
    n: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    s = T.alloc_buffer((1,), "uint32", scope="local")
    for i in range(m):
        for j in range(16):
            s[0] = T.uint32(0)
            if i * 16 + j < n:
                s[0] = A[i * 16 + j]
                O[i * 16 + j] = s[0]
            s[0] = s[0] * T.uint32(3) + T.uint32(1)
            if i * 16 + j < n:
                s[0] = s[0] ^ A[i * 16 + j + n]
                O[i * 16 + j] = O[i * 16 + j] + s[0]
            s[0] = s[0] * T.uint32(5)
            if i * 16 + j < n:
                O[i * 16 + j] = O[i * 16 + j] ^ s[0]
