# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# lut256_vectors: B[i] = L[A[i]] with a table of 256 bytes, the text in vectors
# fill A 0 255
# fill L 0 255
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def lut256_vectors(A: T.Buffer((64, 256), "uint8", align=128), L: T.Buffer((256,), "uint8", align=128), B: T.Buffer((64, 256), "uint8", align=128)):
    T.func_attr({"tirx.noalias": True})
    for y in range(64):
        for xo in range(2):
            for xi in T.vectorized(128):
                B[y, xo * 128 + xi] = L[T.Cast("int32", A[y, xo * 128 + xi])]
