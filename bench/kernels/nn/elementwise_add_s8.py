# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# elementwise_add_s8: the sum of two int8 tensors of 8192 elements, each with a scale of its own:
# shifted left, scaled, added, scaled
# fill A -128 127
# fill B -128 127
@T.prim_func(s_tir=True)
def elementwise_add_s8(A: T.Buffer((8192,), "int8"), B: T.Buffer((8192,), "int8"), O: T.Buffer((8192,), "int8")):
    T.func_attr({"global_symbol": "elementwise_add_s8", "tirx.noalias": True})
    for i in range(8192):
        O[i] = T.Cast("int8", T.max(T.min(T.q_multiply_shift(T.q_multiply_shift(T.shift_left(T.Cast("int32", A[i]) + 5, 20), 1717986918, 31, -1) + T.q_multiply_shift(T.shift_left(T.Cast("int32", B[i]) - 7, 20), 1288490189, 31, -2), 1395864371, 31, -18) + 4, 127), -128))
