# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# dilate3x3: the largest of 3x3 pixels; the image is 256x64 at row 2, column 128 of A.
# fill A 0 255
# from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def dilate3x3(A: T.Buffer((68, 512), "uint8", align=128), B: T.Buffer((64, 256), "uint8", align=128)):
    T.func_attr({"tirx.noalias": True})
    for yo in range(8):
        for yi in T.unroll(4):
            for xo in T.unroll(2):
                for xi in T.vectorized(128):
                    B[yo * 8 + yi * 2, xo * 128 + xi] = T.max(T.max(T.max(A[yo * 8 + yi * 2 + 1, xo * 128 + xi + 127], T.max(A[yo * 8 + yi * 2 + 2, xo * 128 + xi + 127], A[yo * 8 + yi * 2 + 3, xo * 128 + xi + 127])), T.max(A[yo * 8 + yi * 2 + 1, xo * 128 + xi + 128], T.max(A[yo * 8 + yi * 2 + 2, xo * 128 + xi + 128], A[yo * 8 + yi * 2 + 3, xo * 128 + xi + 128]))), T.max(A[yo * 8 + yi * 2 + 1, xo * 128 + xi + 129], T.max(A[yo * 8 + yi * 2 + 2, xo * 128 + xi + 129], A[yo * 8 + yi * 2 + 3, xo * 128 + xi + 129])))
                    B[yo * 8 + yi * 2 + 1, xo * 128 + xi] = T.max(T.max(T.max(T.max(A[yo * 8 + yi * 2 + 2, xo * 128 + xi + 127], A[yo * 8 + yi * 2 + 3, xo * 128 + xi + 127]), A[yo * 8 + yi * 2 + 4, xo * 128 + xi + 127]), T.max(T.max(A[yo * 8 + yi * 2 + 2, xo * 128 + xi + 128], A[yo * 8 + yi * 2 + 3, xo * 128 + xi + 128]), A[yo * 8 + yi * 2 + 4, xo * 128 + xi + 128])), T.max(T.max(A[yo * 8 + yi * 2 + 2, xo * 128 + xi + 129], A[yo * 8 + yi * 2 + 3, xo * 128 + xi + 129]), A[yo * 8 + yi * 2 + 4, xo * 128 + xi + 129]))
