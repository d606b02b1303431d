# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# transpose: the transpose of a matrix of bytes
# fill A 0 255
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def transpose(A: T.Buffer((128, 256), "uint8", align=128), B: T.Buffer((256, 128), "uint8", align=128)):
    T.func_attr({"tirx.noalias": True})
    for y in range(256):
        for x in range(128):
            B[y, x] = A[x, y]
