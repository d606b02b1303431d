# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# conv5i16: a 5x5 convolution of bytes by int8, in int16
# fill A 0 255
# fill K -9 9
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def conv5i16(A: T.Buffer((68, 512), "uint8", align=128), K: T.Buffer((25,), "int8", align=128), B: T.Buffer((64, 256), "int16", align=128)):
    T.func_attr({"tirx.noalias": True})
    for y in range(64):
        for x in range(256):
            B[y, x] = T.int16(0)
            for i in range(5):
                for j in range(5):
                    B[y, x] = B[y, x] + T.Cast("int16", A[y + i, x + j + 126]) * T.Cast("int16", K[i * 5 + j])
