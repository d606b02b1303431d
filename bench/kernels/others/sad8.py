# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# sad8: sums of absolute differences of two images, block by block of 8x8
# fill P 0 255
# fill Q 0 255
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def sad8(P: T.Buffer((64, 256), "uint8", align=128), Q: T.Buffer((64, 256), "uint8", align=128), O: T.Buffer((8, 32), "int32", align=128)):
    T.func_attr({"tirx.noalias": True})
    for by in range(8):
        for bx in range(32):
            O[by, bx] = 0
            for i in range(8):
                for j in range(8):
                    O[by, bx] = O[by, bx] + T.abs(T.Cast("int32", P[by * 8 + i, bx * 8 + j]) - T.Cast("int32", Q[by * 8 + i, bx * 8 + j]))
