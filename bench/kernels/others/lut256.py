# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# lut256: B[i] = L[A[i]] with a table of 256 bytes
# fill A 0 255
# fill L 0 255
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def lut256(A: T.Buffer((64, 256), "uint8", align=128), L: T.Buffer((256,), "uint8", align=128), B: T.Buffer((64, 256), "uint8", align=128)):
    T.func_attr({"tirx.noalias": True})
    for y in range(64):
        for x in range(256):
            B[y, x] = L[T.Cast("int32", A[y, x])]
