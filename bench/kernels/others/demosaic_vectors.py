# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# demosaic_vectors: a Bayer image (GRBG) to three colours, the text in vectors
# fill A 0 255
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def demosaic_vectors(A: T.Buffer((68, 512), "uint8", align=128), R: T.Buffer((64, 256), "uint8", align=128), G: T.Buffer((64, 256), "uint8", align=128), B: T.Buffer((64, 256), "uint8", align=128)):
    T.func_attr({"tirx.noalias": True})
    for y in range(32):
        for xo in range(1):
            for xi in T.vectorized(128):
                G[y * 2 + 0, (xo * 128 + xi) * 2 + 0] = T.Cast("uint8", T.Cast("uint16", A[y * 2 + 2, (xo * 128 + xi) * 2 + 128]))
                G[y * 2 + 1, (xo * 128 + xi) * 2 + 1] = T.Cast("uint8", T.Cast("uint16", A[y * 2 + 3, (xo * 128 + xi) * 2 + 129]))
                G[y * 2 + 0, (xo * 128 + xi) * 2 + 1] = T.Cast("uint8", T.shift_right(T.Cast("uint16", A[y * 2 + 1, (xo * 128 + xi) * 2 + 129]) + T.Cast("uint16", A[y * 2 + 3, (xo * 128 + xi) * 2 + 129]) + T.Cast("uint16", A[y * 2 + 2, (xo * 128 + xi) * 2 + 128]) + T.Cast("uint16", A[y * 2 + 2, (xo * 128 + xi) * 2 + 130]) + T.uint16(2), T.uint16(2)))
                G[y * 2 + 1, (xo * 128 + xi) * 2 + 0] = T.Cast("uint8", T.shift_right(T.Cast("uint16", A[y * 2 + 2, (xo * 128 + xi) * 2 + 128]) + T.Cast("uint16", A[y * 2 + 4, (xo * 128 + xi) * 2 + 128]) + T.Cast("uint16", A[y * 2 + 3, (xo * 128 + xi) * 2 + 127]) + T.Cast("uint16", A[y * 2 + 3, (xo * 128 + xi) * 2 + 129]) + T.uint16(2), T.uint16(2)))
                R[y * 2 + 0, (xo * 128 + xi) * 2 + 1] = T.Cast("uint8", T.Cast("uint16", A[y * 2 + 2, (xo * 128 + xi) * 2 + 129]))
                R[y * 2 + 0, (xo * 128 + xi) * 2 + 0] = T.Cast("uint8", T.shift_right(T.Cast("uint16", A[y * 2 + 2, (xo * 128 + xi) * 2 + 127]) + T.Cast("uint16", A[y * 2 + 2, (xo * 128 + xi) * 2 + 129]) + T.uint16(1), T.uint16(1)))
                R[y * 2 + 1, (xo * 128 + xi) * 2 + 1] = T.Cast("uint8", T.shift_right(T.Cast("uint16", A[y * 2 + 2, (xo * 128 + xi) * 2 + 129]) + T.Cast("uint16", A[y * 2 + 4, (xo * 128 + xi) * 2 + 129]) + T.uint16(1), T.uint16(1)))
                R[y * 2 + 1, (xo * 128 + xi) * 2 + 0] = T.Cast("uint8", T.shift_right(T.Cast("uint16", A[y * 2 + 2, (xo * 128 + xi) * 2 + 127]) + T.Cast("uint16", A[y * 2 + 2, (xo * 128 + xi) * 2 + 129]) + T.Cast("uint16", A[y * 2 + 4, (xo * 128 + xi) * 2 + 127]) + T.Cast("uint16", A[y * 2 + 4, (xo * 128 + xi) * 2 + 129]) + T.uint16(2), T.uint16(2)))
                B[y * 2 + 1, (xo * 128 + xi) * 2 + 0] = T.Cast("uint8", T.Cast("uint16", A[y * 2 + 3, (xo * 128 + xi) * 2 + 128]))
                B[y * 2 + 0, (xo * 128 + xi) * 2 + 0] = T.Cast("uint8", T.shift_right(T.Cast("uint16", A[y * 2 + 1, (xo * 128 + xi) * 2 + 128]) + T.Cast("uint16", A[y * 2 + 3, (xo * 128 + xi) * 2 + 128]) + T.uint16(1), T.uint16(1)))
                B[y * 2 + 1, (xo * 128 + xi) * 2 + 1] = T.Cast("uint8", T.shift_right(T.Cast("uint16", A[y * 2 + 3, (xo * 128 + xi) * 2 + 128]) + T.Cast("uint16", A[y * 2 + 3, (xo * 128 + xi) * 2 + 130]) + T.uint16(1), T.uint16(1)))
                B[y * 2 + 0, (xo * 128 + xi) * 2 + 1] = T.Cast("uint8", T.shift_right(T.Cast("uint16", A[y * 2 + 1, (xo * 128 + xi) * 2 + 128]) + T.Cast("uint16", A[y * 2 + 1, (xo * 128 + xi) * 2 + 130]) + T.Cast("uint16", A[y * 2 + 3, (xo * 128 + xi) * 2 + 128]) + T.Cast("uint16", A[y * 2 + 3, (xo * 128 + xi) * 2 + 130]) + T.uint16(2), T.uint16(2)))
