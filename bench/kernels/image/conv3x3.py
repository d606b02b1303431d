# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# conv3x3: 3x3 pixels times K, a sixteenth of it clamped to 0 to 255; the image is 256x64 at row 2, column 128 of A.
# fill A 0 255
# fill K -8 8
# from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def conv3x3(A: T.Buffer((68, 512), "uint8", align=128), K: T.Buffer((9,), "int8"), B: T.Buffer((64, 256), "uint8", align=128)):
    T.func_attr({"tirx.noalias": True})
    for yo in range(16):
        for yi in T.unroll(4):
            for xo in T.unroll(2):
                for xi in T.vectorized(128):
                    B[yo * 4 + yi, xo * 128 + xi] = T.Cast("uint8", T.max(T.min(T.shift_right(T.Cast("int16", A[yo * 4 + yi + 1, xo * 128 + xi + 127]) * T.Cast("int16", K[0]) + T.Cast("int16", A[yo * 4 + yi + 1, xo * 128 + xi + 128]) * T.Cast("int16", K[1]) + T.Cast("int16", A[yo * 4 + yi + 1, xo * 128 + xi + 129]) * T.Cast("int16", K[2]) + T.Cast("int16", A[yo * 4 + yi + 2, xo * 128 + xi + 127]) * T.Cast("int16", K[3]) + T.Cast("int16", A[yo * 4 + yi + 2, xo * 128 + xi + 128]) * T.Cast("int16", K[4]) + T.Cast("int16", A[yo * 4 + yi + 2, xo * 128 + xi + 129]) * T.Cast("int16", K[5]) + T.Cast("int16", A[yo * 4 + yi + 3, xo * 128 + xi + 127]) * T.Cast("int16", K[6]) + T.Cast("int16", A[yo * 4 + yi + 3, xo * 128 + xi + 128]) * T.Cast("int16", K[7]) + T.Cast("int16", A[yo * 4 + yi + 3, xo * 128 + xi + 129]) * T.Cast("int16", K[8]), T.int16(4)), T.int16(255)), T.int16(0)))
