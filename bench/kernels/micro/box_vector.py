# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# box_vector: 3x3 box sum of uint16, 64 points at a time, in row order: six of nine loads are
# unaligned.
# CSE: sums of columns, shifted, instead of shifted rows: a term equal up to a shift.
# fill A 0 1000
# set n 32
# set p 36
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def box_vector(
    O: T.Buffer((2048,), "uint16", align=128),
    A: T.Buffer((6912,), "uint16", align=128),
    n: T.int32,
    p: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    for r in range(144):
        for i in range(n):
            O[T.Ramp(i * 64, 1, 64)] = (
                O[T.Ramp(i * 64, 1, 64)]
                + A[T.Ramp(i * 64 + 63, 1, 64)] + A[T.Ramp(i * 64 + 64, 1, 64)] + A[T.Ramp(i * 64 + 65, 1, 64)]
                + A[T.Ramp((i + 1 * p) * 64 + 63, 1, 64)] + A[T.Ramp((i + 1 * p) * 64 + 64, 1, 64)] + A[T.Ramp((i + 1 * p) * 64 + 65, 1, 64)]
                + A[T.Ramp((i + 2 * p) * 64 + 63, 1, 64)] + A[T.Ramp((i + 2 * p) * 64 + 64, 1, 64)] + A[T.Ramp((i + 2 * p) * 64 + 65, 1, 64)]
            )
