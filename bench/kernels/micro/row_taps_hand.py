# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# row_taps_hand: row_taps with aligned loads only: the shifted vectors are shuffled out of
# neighbours, and neighbours are carried from one iteration to the next.
# CSE: nothing is left to share.
# fill A -5000 5000
# set n 128
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def row_taps_hand(
    O: T.Buffer((8192,), "int16", align=128),
    A: T.Buffer((8320,), "int16", align=128),
    n: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    m = T.alloc_buffer((64,), "int16", scope="local", align=128)
    b = T.alloc_buffer((64,), "int16", scope="local", align=128)
    for r in range(144):
        m[T.Ramp(0, 1, 64)] = A[T.Ramp(0, 1, 64)]
        b[T.Ramp(0, 1, 64)] = A[T.Ramp(64, 1, 64)]
        for i in range(n):
            q = T.bind(A[T.Ramp(i * 64 + 128, 1, 64)])
            left = T.bind(T.Shuffle([m[T.Ramp(0, 1, 64)], b[T.Ramp(0, 1, 64)]], [63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126]))
            right = T.bind(T.Shuffle([b[T.Ramp(0, 1, 64)], q], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64]))
            O[T.Ramp(i * 64, 1, 64)] = (
                O[T.Ramp(i * 64, 1, 64)] + left
                + b[T.Ramp(0, 1, 64)] * T.Broadcast(T.int16(2), 64) + right
            )
            m[T.Ramp(0, 1, 64)] = b[T.Ramp(0, 1, 64)]
            b[T.Ramp(0, 1, 64)] = q
