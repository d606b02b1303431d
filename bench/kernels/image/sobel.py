# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# sobel: the sum of both gradients, each as a distance, at most 255; the image is 256x64 at row 2, column 128 of A.
# fill A 0 255
# from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def sobel(A: T.Buffer((68, 512), "uint8", align=128), B: T.Buffer((64, 256), "uint8", align=128)):
    T.func_attr({"tirx.noalias": True})
    for yo in range(8):
        for yi in T.unroll(8):
            for xo in T.unroll(2):
                for xi in T.vectorized(128):
                    B[yo * 8 + yi, xo * 128 + xi] = T.Cast("uint8", T.min((T.max((T.Cast("uint16", A[yo * 8 + yi + 1, xo * 128 + xi + 127]) + T.uint16(2) * T.Cast("uint16", A[yo * 8 + yi + 1, xo * 128 + xi + 128]) + T.Cast("uint16", A[yo * 8 + yi + 1, xo * 128 + xi + 129])), (T.Cast("uint16", A[yo * 8 + yi + 3, xo * 128 + xi + 127]) + T.uint16(2) * T.Cast("uint16", A[yo * 8 + yi + 3, xo * 128 + xi + 128]) + T.Cast("uint16", A[yo * 8 + yi + 3, xo * 128 + xi + 129]))) - T.min((T.Cast("uint16", A[yo * 8 + yi + 1, xo * 128 + xi + 127]) + T.uint16(2) * T.Cast("uint16", A[yo * 8 + yi + 1, xo * 128 + xi + 128]) + T.Cast("uint16", A[yo * 8 + yi + 1, xo * 128 + xi + 129])), (T.Cast("uint16", A[yo * 8 + yi + 3, xo * 128 + xi + 127]) + T.uint16(2) * T.Cast("uint16", A[yo * 8 + yi + 3, xo * 128 + xi + 128]) + T.Cast("uint16", A[yo * 8 + yi + 3, xo * 128 + xi + 129])))) + (T.max((T.Cast("uint16", A[yo * 8 + yi + 1, xo * 128 + xi + 127]) + T.uint16(2) * T.Cast("uint16", A[yo * 8 + yi + 2, xo * 128 + xi + 127]) + T.Cast("uint16", A[yo * 8 + yi + 3, xo * 128 + xi + 127])), (T.Cast("uint16", A[yo * 8 + yi + 1, xo * 128 + xi + 129]) + T.uint16(2) * T.Cast("uint16", A[yo * 8 + yi + 2, xo * 128 + xi + 129]) + T.Cast("uint16", A[yo * 8 + yi + 3, xo * 128 + xi + 129]))) - T.min((T.Cast("uint16", A[yo * 8 + yi + 1, xo * 128 + xi + 127]) + T.uint16(2) * T.Cast("uint16", A[yo * 8 + yi + 2, xo * 128 + xi + 127]) + T.Cast("uint16", A[yo * 8 + yi + 3, xo * 128 + xi + 127])), (T.Cast("uint16", A[yo * 8 + yi + 1, xo * 128 + xi + 129]) + T.uint16(2) * T.Cast("uint16", A[yo * 8 + yi + 2, xo * 128 + xi + 129]) + T.Cast("uint16", A[yo * 8 + yi + 3, xo * 128 + xi + 129])))), T.uint16(255)))
