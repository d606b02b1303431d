# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# gather_scaled: one gathered index reads three tables.
# CSE: name the index (a load), not its byte offset: Rs + Ru << 2 is part of the load.
# fill A 0 1000000
# fill B 0 1000000
# fill C 0 1000000
# fill X 0 255
# set n 16384
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def gather_scaled(
    O: T.Buffer((16384,), "uint32"),
    A: T.Buffer((256,), "uint32"),
    B: T.Buffer((256,), "uint32"),
    C: T.Buffer((256,), "uint32"),
    X: T.Buffer((16384,), "int32"),
    n: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    s = T.alloc_buffer((1,), "uint32", scope="local")
    s[0] = T.uint32(0)
    for i in range(n):
        s[0] = s[0] + A[X[i]] + B[X[i]] * C[X[i]]
        O[i] = s[0]
