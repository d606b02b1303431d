# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# yuv2rgb: YUV 4:2:0 to RGB
# fill Y 0 255
# fill U 0 255
# fill V 0 255
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def yuv2rgb(Y: T.Buffer((64, 256), "uint8", align=128), U: T.Buffer((32, 128), "uint8", align=128), V: T.Buffer((32, 128), "uint8", align=128), R: T.Buffer((64, 256), "uint8", align=128), G: T.Buffer((64, 256), "uint8", align=128), B: T.Buffer((64, 256), "uint8", align=128)):
    T.func_attr({"tirx.noalias": True})
    for y in range(64):
        for x in range(256):
            R[y, x] = T.Cast("uint8", T.max(T.min(T.shift_right(298 * (T.Cast("int32", Y[y, x]) - 16) + 409 * (T.Cast("int32", V[y // 2, (x) // 2]) - 128) + 128, 8), 255), 0))
            G[y, x] = T.Cast("uint8", T.max(T.min(T.shift_right(298 * (T.Cast("int32", Y[y, x]) - 16) - 100 * (T.Cast("int32", U[y // 2, (x) // 2]) - 128) - 208 * (T.Cast("int32", V[y // 2, (x) // 2]) - 128) + 128, 8), 255), 0))
            B[y, x] = T.Cast("uint8", T.max(T.min(T.shift_right(298 * (T.Cast("int32", Y[y, x]) - 16) + 516 * (T.Cast("int32", U[y // 2, (x) // 2]) - 128) + 128, 8), 255), 0))
