# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# conv_3x3_s8: a convolution of 3 x 3, padded, 8 x 8 x 16 to 16 channels, int8, a scale for each
# channel, of 64 bits written out
# fill A -128 127
# fill W -127 127
# fill bias -8000 8000
# fill M 1073741824 2147483647
# fill S 8 10
@T.prim_func(s_tir=True)
def conv_3x3_s8(A: T.Buffer((8, 8, 16), "int8"), W: T.Buffer((16, 3, 3, 16), "int8"), bias: T.Buffer((16,), "int32"), M: T.Buffer((16,), "int32"), S: T.Buffer((16,), "int32"), O: T.Buffer((8, 8, 16), "int8")):
    T.func_attr({"global_symbol": "conv_3x3_s8", "tirx.noalias": True})
    pad = T.alloc_buffer((1600,), "int8")
    conv = T.alloc_buffer((1024,), "int32")
    A_1 = A.view(1024)
    W_1 = W.view(2304)
    O_1 = O.view(1024)
    for y, x, c in T.grid(10, 10, 16):
        pad[y * 160 + x * 16 + c] = T.if_then_else(1 <= y and y < 9 and 1 <= x and x < 9, A_1[y * 128 + x * 16 + c - 144], T.int8(-9))
    for y, x, m in T.grid(8, 8, 16):
        conv[y * 128 + x * 16 + m] = 0
        for ry, rx, rc in T.grid(3, 3, 16):
            conv[y * 128 + x * 16 + m] = conv[y * 128 + x * 16 + m] + (T.Cast("int32", pad[y * 160 + ry * 160 + x * 16 + rx * 16 + rc]) + 9) * T.Cast("int32", W_1[m * 144 + ry * 48 + rx * 16 + rc])
    for y, x, m in T.grid(8, 8, 16):
        O_1[y * 128 + x * 16 + m] = T.Cast("int8", T.max(T.min(T.Cast("int32", T.Cast("int64", conv[y * 128 + x * 16 + m] + bias[m]) * T.Cast("int64", M[m]) + T.shift_left(T.int64(1), T.Cast("int64", S[m] + 30)) >> T.Cast("int64", S[m] + 31)) - 11, 127), -128))
