# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# fully_connected_s8: a fully connected layer of 4 rows, 256 in, 48 out, int8, one scale for all
# fill A -128 127
# fill W -127 127
# fill bias -20000 20000
@T.prim_func(s_tir=True)
def fully_connected_s8(A: T.Buffer((4, 256), "int8"), W: T.Buffer((48, 256), "int8"), bias: T.Buffer((48,), "int32"), O: T.Buffer((4, 48), "int8")):
    T.func_attr({"global_symbol": "fully_connected_s8", "tirx.noalias": True})
    acc = T.alloc_buffer((1,), "int32")
    A_1 = A.view(1024)
    W_1 = W.view(12288)
    O_1 = O.view(192)
    for n, m in T.grid(4, 48):
        acc[0] = bias[m]
        for k in range(256):
            acc[0] = acc[0] + (T.Cast("int32", A_1[n * 256 + k]) + 12) * T.Cast("int32", W_1[m * 256 + k])
        O_1[n * 48 + m] = T.Cast("int8", T.max(T.min(T.q_multiply_shift(acc[0], 1431655765, 31, -9) - 3, 127), -128))
