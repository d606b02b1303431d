# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# row_taps: three taps of a row of int16, 64 at a time: two of the three loads are unaligned.
# CSE: the vector at x + 64 is the next iteration's vector at x, and the shifted ones are parts of
# both: a term equal up to a shift.
# fill A -5000 5000
# set n 128
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def row_taps(
    O: T.Buffer((8192,), "int16", align=128),
    A: T.Buffer((8320,), "int16", align=128),
    n: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    for r in range(144):
        for i in range(n):
            O[T.Ramp(i * 64, 1, 64)] = (
                O[T.Ramp(i * 64, 1, 64)] + A[T.Ramp(i * 64 + 63, 1, 64)]
                + A[T.Ramp(i * 64 + 64, 1, 64)] * T.Broadcast(T.int16(2), 64)
                + A[T.Ramp(i * 64 + 65, 1, 64)]
            )
