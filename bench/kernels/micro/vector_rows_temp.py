# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# vector_rows_temp: vector_rows with a name for each row's first element, made outside the loop: a
# pointer a row.
# CSE: nothing is left to share.
# fill A -100000 100000
# set n 64
# set p 32
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def vector_rows_temp(
    O: T.Buffer((2048,), "int32", align=128),
    A: T.Buffer((3072,), "int32", align=128),
    n: T.int32,
    p: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    for r in range(32):
        p0 = T.bind(p * 0)
        p1 = T.bind(p * 1)
        p2 = T.bind(p * 2)
        p3 = T.bind(p * 3)
        p4 = T.bind(p * 4)
        p5 = T.bind(p * 5)
        p6 = T.bind(p * 6)
        p7 = T.bind(p * 7)
        p8 = T.bind(p * 8)
        p9 = T.bind(p * 9)
        p10 = T.bind(p * 10)
        p11 = T.bind(p * 11)
        p12 = T.bind(p * 12)
        p13 = T.bind(p * 13)
        p14 = T.bind(p * 14)
        p15 = T.bind(p * 15)
        for i in range(n):
            O[T.Ramp(i * 32, 1, 32)] = (
                O[T.Ramp(i * 32, 1, 32)]
                + (A[T.Ramp(i * 32 + p0, 1, 32)] ^ A[T.Ramp(i * 32 + p1, 1, 32)])
                - (A[T.Ramp(i * 32 + p2, 1, 32)] ^ A[T.Ramp(i * 32 + p3, 1, 32)])
                + (A[T.Ramp(i * 32 + p4, 1, 32)] ^ A[T.Ramp(i * 32 + p5, 1, 32)])
                - (A[T.Ramp(i * 32 + p6, 1, 32)] ^ A[T.Ramp(i * 32 + p7, 1, 32)])
                + (A[T.Ramp(i * 32 + p8, 1, 32)] ^ A[T.Ramp(i * 32 + p9, 1, 32)])
                - (A[T.Ramp(i * 32 + p10, 1, 32)] ^ A[T.Ramp(i * 32 + p11, 1, 32)])
                + (A[T.Ramp(i * 32 + p12, 1, 32)] ^ A[T.Ramp(i * 32 + p13, 1, 32)])
                - (A[T.Ramp(i * 32 + p14, 1, 32)] ^ A[T.Ramp(i * 32 + p15, 1, 32)])
            )
