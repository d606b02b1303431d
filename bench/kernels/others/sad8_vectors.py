# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# sad8_vectors: sums of absolute differences of two images, block by block of 8x8, the text in vectors
# fill P 0 255
# fill Q 0 255
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def sad8_vectors(P: T.Buffer((64, 256), "uint8", align=128), Q: T.Buffer((64, 256), "uint8", align=128), O: T.Buffer((8, 32), "int32", align=128)):
    T.func_attr({"tirx.noalias": True})
    for by in range(8):
        t = T.alloc_buffer((256,), "uint16")
        for xo in range(2):
            for xi in T.vectorized(128):
                t[xo * 128 + xi] = T.Cast("uint16", T.max(P[by * 8 + 0, xo * 128 + xi], Q[by * 8 + 0, xo * 128 + xi]) - T.min(P[by * 8 + 0, xo * 128 + xi], Q[by * 8 + 0, xo * 128 + xi])) + T.Cast("uint16", T.max(P[by * 8 + 1, xo * 128 + xi], Q[by * 8 + 1, xo * 128 + xi]) - T.min(P[by * 8 + 1, xo * 128 + xi], Q[by * 8 + 1, xo * 128 + xi])) + T.Cast("uint16", T.max(P[by * 8 + 2, xo * 128 + xi], Q[by * 8 + 2, xo * 128 + xi]) - T.min(P[by * 8 + 2, xo * 128 + xi], Q[by * 8 + 2, xo * 128 + xi])) + T.Cast("uint16", T.max(P[by * 8 + 3, xo * 128 + xi], Q[by * 8 + 3, xo * 128 + xi]) - T.min(P[by * 8 + 3, xo * 128 + xi], Q[by * 8 + 3, xo * 128 + xi])) + T.Cast("uint16", T.max(P[by * 8 + 4, xo * 128 + xi], Q[by * 8 + 4, xo * 128 + xi]) - T.min(P[by * 8 + 4, xo * 128 + xi], Q[by * 8 + 4, xo * 128 + xi])) + T.Cast("uint16", T.max(P[by * 8 + 5, xo * 128 + xi], Q[by * 8 + 5, xo * 128 + xi]) - T.min(P[by * 8 + 5, xo * 128 + xi], Q[by * 8 + 5, xo * 128 + xi])) + T.Cast("uint16", T.max(P[by * 8 + 6, xo * 128 + xi], Q[by * 8 + 6, xo * 128 + xi]) - T.min(P[by * 8 + 6, xo * 128 + xi], Q[by * 8 + 6, xo * 128 + xi])) + T.Cast("uint16", T.max(P[by * 8 + 7, xo * 128 + xi], Q[by * 8 + 7, xo * 128 + xi]) - T.min(P[by * 8 + 7, xo * 128 + xi], Q[by * 8 + 7, xo * 128 + xi]))
        for bx in T.vectorized(32):
            O[by, bx] = T.Cast("int32", t[bx * 8 + 0]) + T.Cast("int32", t[bx * 8 + 1]) + T.Cast("int32", t[bx * 8 + 2]) + T.Cast("int32", t[bx * 8 + 3]) + T.Cast("int32", t[bx * 8 + 4]) + T.Cast("int32", t[bx * 8 + 5]) + T.Cast("int32", t[bx * 8 + 6]) + T.Cast("int32", t[bx * 8 + 7])
