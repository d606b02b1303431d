# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# bound_check_temp: bound_check with the answer kept as a number.
# CSE: nothing is left to share but loads.
# fill A 0 1000000
# set m 256
# set n 4090
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def bound_check_temp(
    O: T.Buffer((4096,), "uint32"),
    A: T.Buffer((8192,), "uint32"),
    m: T.int32,
    n: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    s = T.alloc_buffer((1,), "uint32", scope="local")
    for i in range(m):
        for j in range(16):
            c = T.bind(T.Cast("int32", i * 16 + j < n))
            s[0] = T.uint32(0)
            if c == 1:
                s[0] = A[i * 16 + j]
                O[i * 16 + j] = s[0]
            s[0] = s[0] * T.uint32(3) + T.uint32(1)
            if c == 1:
                s[0] = s[0] ^ A[i * 16 + j + n]
                O[i * 16 + j] = O[i * 16 + j] + s[0]
            s[0] = s[0] * T.uint32(5)
            if c == 1:
                O[i * 16 + j] = O[i * 16 + j] ^ s[0]
