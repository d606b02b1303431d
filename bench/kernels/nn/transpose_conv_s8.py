# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# transpose_conv_s8: a transposed convolution of 3 x 3, stride 2, 6 x 6 x 8 to 13 x 13 x 8, int8:
# products added where they belong, then scaled
# fill A -128 127
# fill W -127 127
# fill bias -3000 3000
@T.prim_func(s_tir=True)
def transpose_conv_s8(A: T.Buffer((6, 6, 8), "int8"), W: T.Buffer((8, 3, 3, 8), "int8"), bias: T.Buffer((8,), "int32"), O: T.Buffer((13, 13, 8), "int8")):
    T.func_attr({"global_symbol": "transpose_conv_s8", "tirx.noalias": True})
    sums = T.alloc_buffer((1352,), "int32")
    A_1 = A.view(288)
    W_1 = W.view(576)
    O_1 = O.view(1352)
    for y, x, m in T.grid(13, 13, 8):
        sums[y * 104 + x * 8 + m] = bias[m]
    for y, x, c, ry, rx, m in T.grid(6, 6, 8, 3, 3, 8):
        sums[y * 208 + ry * 104 + x * 16 + rx * 8 + m] = sums[y * 208 + ry * 104 + x * 16 + rx * 8 + m] + (T.Cast("int32", A_1[y * 48 + x * 8 + c]) + 1) * T.Cast("int32", W_1[m * 72 + ry * 24 + rx * 8 + c])
    for y, x, m in T.grid(13, 13, 8):
        O_1[y * 104 + x * 8 + m] = T.Cast("int8", T.max(T.min(T.q_multiply_shift(sums[y * 104 + x * 8 + m], 1170378588, 31, -7), 127), -128))
