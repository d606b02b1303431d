# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mask_q: six vector comparisons, each used twice, and four predicate registers.
# CSE: neutral: a mask kept in a vector register costs what comparing again does.
# fill A -100000 100000
# set n 64
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def mask_q(
    O: T.Buffer((2048,), "int32", align=128),
    A: T.Buffer((6144,), "int32", align=128),
    n: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    for r in range(32):
        for i in range(n):
            x = T.bind(A[T.Ramp(i * 32, 1, 32)])
            y = T.bind(A[T.Ramp(i * 32 + 2048, 1, 32)])
            z = T.bind(A[T.Ramp(i * 32 + 4096, 1, 32)])
            a = T.bind(T.Select(y < x, x, y) + T.Select(y + z < x, x, y))
            b = T.bind(T.Select(z < x, z, x) ^ T.Select(z < x + y, z, x))
            c = T.bind(T.Select(z < y, y + x, z) + T.Select(x + z < y, y + x, z))
            d = T.bind(T.Select(y < x, a, b) + T.Select(y + z < x, a, b))
            e = T.bind(T.Select(z < x, b, c) ^ T.Select(z < x + y, b, c))
            f = T.bind(T.Select(z < y, c, a) + T.Select(x + z < y, c, a))
            O[T.Ramp(i * 32, 1, 32)] = d + e + f
