# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# softmax_s8: softmax of 32 rows of 64, int8: powers of two by a polynomial in Q31, computed in both
# passes over a row, one division a row
# fill A -128 127
@T.prim_func(s_tir=True)
def softmax_s8(A: T.Buffer((32, 64), "int8"), O: T.Buffer((32, 64), "int8")):
    T.func_attr({"global_symbol": "softmax_s8", "tirx.noalias": True})
    A_1 = A.view(2048)
    O_1 = O.view(2048)
    largest = T.alloc_buffer((1,), "int32")
    sum = T.alloc_buffer((1,), "int32")
    for i in range(32):
        largest[0] = -128
        for j in range(64):
            largest[0] = T.max(largest[0], T.Cast("int32", A_1[i * 64 + j]))
        sum[0] = 0
        for j in range(64):
            t: T.let[T.int32] = (largest[0] - T.Cast("int32", A_1[i * 64 + j])) * 886
            f: T.let[T.int32] = T.shift_left(T.bitwise_and(t, 4095), 19)
            sum[0] = sum[0] + (2147483647 - T.Cast("int32", T.Cast("int64", f) * T.int64(1409791640) >> T.int64(31)) + T.Cast("int32", T.Cast("int64", T.Cast("int32", T.Cast("int64", f) * T.Cast("int64", f) >> T.int64(31))) * T.int64(336049816) >> T.int64(31)) >> T.min(t >> 12, 23) + 7)
        scale: T.let[T.int32] = 1073741824 // (sum[0] >> 16)
        for j in range(64):
            t: T.let[T.int32] = (largest[0] - T.Cast("int32", A_1[i * 64 + j])) * 886
            f: T.let[T.int32] = T.shift_left(T.bitwise_and(t, 4095), 19)
            power: T.let[T.int32] = 2147483647 - T.Cast("int32", T.Cast("int64", f) * T.int64(1409791640) >> T.int64(31)) + T.Cast("int32", T.Cast("int64", T.Cast("int32", T.Cast("int64", f) * T.Cast("int64", f) >> T.int64(31))) * T.int64(336049816) >> T.int64(31)) >> T.min(t >> 12, 23) + 7
            O_1[i * 64 + j] = T.Cast("int8", T.min(T.Cast("int32", T.Cast("int64", power) * T.Cast("int64", scale) + T.int64(137438953472) >> T.int64(38)) - 128, 127))
