# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# conv5i16_vectors: a 5x5 convolution of bytes by int8, in int16, the text in vectors
# fill A 0 255
# fill K -9 9
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def conv5i16_vectors(A: T.Buffer((68, 512), "uint8", align=128), K: T.Buffer((25,), "int8", align=128), B: T.Buffer((64, 256), "int16", align=128)):
    T.func_attr({"tirx.noalias": True})
    for y in range(64):
        for xo in range(2):
            for xi in T.vectorized(128):
                B[y, xo * 128 + xi] = T.Cast("int16", A[y + 0, xo * 128 + xi + 126]) * T.Cast("int16", K[0]) + T.Cast("int16", A[y + 0, xo * 128 + xi + 127]) * T.Cast("int16", K[1]) + T.Cast("int16", A[y + 0, xo * 128 + xi + 128]) * T.Cast("int16", K[2]) + T.Cast("int16", A[y + 0, xo * 128 + xi + 129]) * T.Cast("int16", K[3]) + T.Cast("int16", A[y + 0, xo * 128 + xi + 130]) * T.Cast("int16", K[4]) + T.Cast("int16", A[y + 1, xo * 128 + xi + 126]) * T.Cast("int16", K[5]) + T.Cast("int16", A[y + 1, xo * 128 + xi + 127]) * T.Cast("int16", K[6]) + T.Cast("int16", A[y + 1, xo * 128 + xi + 128]) * T.Cast("int16", K[7]) + T.Cast("int16", A[y + 1, xo * 128 + xi + 129]) * T.Cast("int16", K[8]) + T.Cast("int16", A[y + 1, xo * 128 + xi + 130]) * T.Cast("int16", K[9]) + T.Cast("int16", A[y + 2, xo * 128 + xi + 126]) * T.Cast("int16", K[10]) + T.Cast("int16", A[y + 2, xo * 128 + xi + 127]) * T.Cast("int16", K[11]) + T.Cast("int16", A[y + 2, xo * 128 + xi + 128]) * T.Cast("int16", K[12]) + T.Cast("int16", A[y + 2, xo * 128 + xi + 129]) * T.Cast("int16", K[13]) + T.Cast("int16", A[y + 2, xo * 128 + xi + 130]) * T.Cast("int16", K[14]) + T.Cast("int16", A[y + 3, xo * 128 + xi + 126]) * T.Cast("int16", K[15]) + T.Cast("int16", A[y + 3, xo * 128 + xi + 127]) * T.Cast("int16", K[16]) + T.Cast("int16", A[y + 3, xo * 128 + xi + 128]) * T.Cast("int16", K[17]) + T.Cast("int16", A[y + 3, xo * 128 + xi + 129]) * T.Cast("int16", K[18]) + T.Cast("int16", A[y + 3, xo * 128 + xi + 130]) * T.Cast("int16", K[19]) + T.Cast("int16", A[y + 4, xo * 128 + xi + 126]) * T.Cast("int16", K[20]) + T.Cast("int16", A[y + 4, xo * 128 + xi + 127]) * T.Cast("int16", K[21]) + T.Cast("int16", A[y + 4, xo * 128 + xi + 128]) * T.Cast("int16", K[22]) + T.Cast("int16", A[y + 4, xo * 128 + xi + 129]) * T.Cast("int16", K[23]) + T.Cast("int16", A[y + 4, xo * 128 + xi + 130]) * T.Cast("int16", K[24])
