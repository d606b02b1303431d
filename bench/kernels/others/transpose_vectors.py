# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# transpose_vectors: the transpose of a matrix of bytes, the text in vectors
# fill A 0 255
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def transpose_vectors(A: T.Buffer((128, 256), "uint8", align=128), B: T.Buffer((256, 128), "uint8", align=128)):
    T.func_attr({"tirx.noalias": True})
    for y in range(256):
        for xo in range(1):
            for xi in T.vectorized(128):
                B[y, xo * 128 + xi] = A[xo * 128 + xi, y]
