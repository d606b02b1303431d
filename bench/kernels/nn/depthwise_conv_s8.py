# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# depthwise_conv_s8: a depthwise convolution of 3 x 3, padded, 16 x 16 x 32, int8, a scale for each
# channel; what is outside is left out
# fill A -128 127
# fill W -127 127
# fill bias -3000 3000
# fill M 1073741824 2147483647
# fill S 6 8
@T.prim_func(s_tir=True)
def depthwise_conv_s8(A: T.Buffer((16, 16, 32), "int8"), W: T.Buffer((3, 3, 32), "int8"), bias: T.Buffer((32,), "int32"), M: T.Buffer((32,), "int32"), S: T.Buffer((32,), "int32"), O: T.Buffer((16, 16, 32), "int8")):
    T.func_attr({"global_symbol": "depthwise_conv_s8", "tirx.noalias": True})
    A_1 = A.view(8192)
    W_1 = W.view(288)
    O_1 = O.view(8192)
    acc = T.alloc_buffer((1,), "int32")
    for y, x, c in T.grid(16, 16, 32):
        acc[0] = bias[c]
        for ry, rx in T.grid(3, 3):
            if 1 <= y + ry and y + ry < 17 and 1 <= x + rx and x + rx < 17:
                acc[0] = acc[0] + (T.Cast("int32", A_1[y * 512 + ry * 512 + x * 32 + rx * 32 + c - 544]) + 6) * T.Cast("int32", W_1[ry * 96 + rx * 32 + c])
        O_1[y * 512 + x * 32 + c] = T.Cast("int8", T.max(T.min(T.q_multiply_shift_per_axis(acc[0], M[c], 0, S[c], 31, T.bool(False), T.bool(True)) + 2, 127), -128))
