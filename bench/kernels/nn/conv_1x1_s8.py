# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# conv_1x1_s8: a convolution of 1 x 1, 10 x 10 x 32 to 32 channels, int8, a scale for each channel;
# sums of the whole layer first, then their scaling
# fill A -128 127
# fill W -127 127
# fill bias -8000 8000
# fill M 1073741824 2147483647
# fill S 7 9
@T.prim_func(s_tir=True)
def conv_1x1_s8(A: T.Buffer((10, 10, 32), "int8"), W: T.Buffer((32, 32), "int8"), bias: T.Buffer((32,), "int32"), M: T.Buffer((32,), "int32"), S: T.Buffer((32,), "int32"), O: T.Buffer((10, 10, 32), "int8")):
    T.func_attr({"global_symbol": "conv_1x1_s8", "tirx.noalias": True})
    conv = T.alloc_buffer((3200,), "int32")
    A_1 = A.view(3200)
    W_1 = W.view(1024)
    O_1 = O.view(3200)
    for y, x, m, k in T.grid(10, 10, 32, 32):
        if k == 0:
            conv[y * 320 + x * 32 + m] = 0
        conv[y * 320 + x * 32 + m] = conv[y * 320 + x * 32 + m] + (T.Cast("int32", A_1[y * 320 + x * 32 + k]) + 4) * T.Cast("int32", W_1[m * 32 + k])
    for y, x, m in T.grid(10, 10, 32):
        O_1[y * 320 + x * 32 + m] = T.Cast("int8", T.max(T.min(T.q_multiply_shift_per_axis(conv[y * 320 + x * 32 + m] + bias[m], M[m], 0, S[m], 31, T.bool(False), T.bool(True)) + 7, 127), -128))
