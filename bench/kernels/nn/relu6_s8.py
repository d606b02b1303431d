# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# relu6_s8: the activation relu6 of 64 rows of 128, int8, scaled from one quantisation to another
# fill A -128 127
@T.prim_func(s_tir=True)
def relu6_s8(A: T.Buffer((64, 128), "int8"), O: T.Buffer((64, 128), "int8")):
    T.func_attr({"global_symbol": "relu6_s8", "tirx.noalias": True})
    A_1 = A.view(8192)
    O_1 = O.view(8192)
    for i, j in T.grid(64, 128):
        O_1[i * 128 + j] = T.Cast("int8", T.max(T.min(T.q_multiply_shift(T.Cast("int32", A_1[i * 128 + j]) + 17, 1518500250, 31, 1) - 20, 108), -20))
