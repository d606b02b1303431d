# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# batch_matmul_s8: 2 products of matrices, 24 x 32 by 32 x 24, the second stored by columns, int8,
# sums first, then their scaling
# fill A -128 127
# fill B -128 127
@T.prim_func(s_tir=True)
def batch_matmul_s8(A: T.Buffer((2, 24, 32), "int8"), B: T.Buffer((2, 24, 32), "int8"), O: T.Buffer((2, 24, 24), "int8")):
    T.func_attr({"global_symbol": "batch_matmul_s8", "tirx.noalias": True})
    sums = T.alloc_buffer((1152,), "int32")
    A_1 = A.view(1536)
    B_1 = B.view(1536)
    O_1 = O.view(1152)
    for b, i, j, k in T.grid(2, 24, 24, 32):
        if k == 0:
            sums[b * 576 + i * 24 + j] = 0
        sums[b * 576 + i * 24 + j] = sums[b * 576 + i * 24 + j] + (T.Cast("int32", A_1[b * 768 + i * 32 + k]) + 2) * (T.Cast("int32", B_1[b * 768 + j * 32 + k]) - 13)
    for b, i, j in T.grid(2, 24, 24):
        O_1[b * 576 + i * 24 + j] = T.Cast("int8", T.max(T.min(T.Cast("int32", T.Cast("int64", sums[b * 576 + i * 24 + j]) * T.int64(1984274890) + T.int64(274877906944) >> T.int64(39)) + 1, 127), -128))
