# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# elementwise_mul_s8: the product of 64 rows of 128 with one row, int8, scaled down in 64 bits
# written out
# fill A -128 127
# fill B -128 127
@T.prim_func(s_tir=True)
def elementwise_mul_s8(A: T.Buffer((64, 128), "int8"), B: T.Buffer((128,), "int8"), O: T.Buffer((64, 128), "int8")):
    T.func_attr({"global_symbol": "elementwise_mul_s8", "tirx.noalias": True})
    A_1 = A.view(8192)
    O_1 = O.view(8192)
    for i, j in T.grid(64, 128):
        O_1[i * 128 + j] = T.Cast("int8", T.max(T.min(T.Cast("int32", T.Cast("int64", (T.Cast("int32", A_1[i * 128 + j]) + 3) * (T.Cast("int32", B[j]) - 8)) * T.int64(1825361101) + T.int64(68719476736) >> T.int64(37)) - 1, 127), -128))
