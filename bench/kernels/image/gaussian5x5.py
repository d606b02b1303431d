# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# gaussian5x5: 5x5 pixels weighted 1 4 6 4 1 both ways, columns first; the image is 256x64 at row 2, column 128 of A.
# fill A 0 255
# from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def gaussian5x5(A: T.Buffer((68, 512), "uint8", align=128), B: T.Buffer((64, 256), "uint8", align=128)):
    T.func_attr({"tirx.noalias": True})
    for yo in range(32):
        for yi in T.unroll(2):
            for xo in T.unroll(2):
                for xi in T.vectorized(128):
                    B[yo * 2 + yi, xo * 128 + xi] = T.Cast("uint8", T.shift_right((T.Cast("int16", A[yo * 2 + yi, xo * 128 + xi + 126]) + T.int16(4) * T.Cast("int16", A[yo * 2 + yi + 1, xo * 128 + xi + 126]) + T.int16(6) * T.Cast("int16", A[yo * 2 + yi + 2, xo * 128 + xi + 126]) + T.int16(4) * T.Cast("int16", A[yo * 2 + yi + 3, xo * 128 + xi + 126]) + T.Cast("int16", A[yo * 2 + yi + 4, xo * 128 + xi + 126])) + T.int16(4) * (T.Cast("int16", A[yo * 2 + yi, xo * 128 + xi + 127]) + T.int16(4) * T.Cast("int16", A[yo * 2 + yi + 1, xo * 128 + xi + 127]) + T.int16(6) * T.Cast("int16", A[yo * 2 + yi + 2, xo * 128 + xi + 127]) + T.int16(4) * T.Cast("int16", A[yo * 2 + yi + 3, xo * 128 + xi + 127]) + T.Cast("int16", A[yo * 2 + yi + 4, xo * 128 + xi + 127])) + T.int16(6) * (T.Cast("int16", A[yo * 2 + yi, xo * 128 + xi + 128]) + T.int16(4) * T.Cast("int16", A[yo * 2 + yi + 1, xo * 128 + xi + 128]) + T.int16(6) * T.Cast("int16", A[yo * 2 + yi + 2, xo * 128 + xi + 128]) + T.int16(4) * T.Cast("int16", A[yo * 2 + yi + 3, xo * 128 + xi + 128]) + T.Cast("int16", A[yo * 2 + yi + 4, xo * 128 + xi + 128])) + T.int16(4) * (T.Cast("int16", A[yo * 2 + yi, xo * 128 + xi + 129]) + T.int16(4) * T.Cast("int16", A[yo * 2 + yi + 1, xo * 128 + xi + 129]) + T.int16(6) * T.Cast("int16", A[yo * 2 + yi + 2, xo * 128 + xi + 129]) + T.int16(4) * T.Cast("int16", A[yo * 2 + yi + 3, xo * 128 + xi + 129]) + T.Cast("int16", A[yo * 2 + yi + 4, xo * 128 + xi + 129])) + (T.Cast("int16", A[yo * 2 + yi, xo * 128 + xi + 130]) + T.int16(4) * T.Cast("int16", A[yo * 2 + yi + 1, xo * 128 + xi + 130]) + T.int16(6) * T.Cast("int16", A[yo * 2 + yi + 2, xo * 128 + xi + 130]) + T.int16(4) * T.Cast("int16", A[yo * 2 + yi + 3, xo * 128 + xi + 130]) + T.Cast("int16", A[yo * 2 + yi + 4, xo * 128 + xi + 130])), T.int16(8)))
