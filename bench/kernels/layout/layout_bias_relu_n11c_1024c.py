# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# layout_bias_relu_n11c_1024c: a bias for each channel, then the larger of it and 0, int16 in
# n11c_1024c, 8 x 6144; one loop over all elements
# fill A -16384 16383
# fill B -16384 16383
@T.prim_func(s_tir=True)
def layout_bias_relu_n11c_1024c(A: T.Buffer((8, 6, 1024), "int16"), B: T.Buffer((6144,), "int16"), O: T.Buffer((8, 6, 1024), "int16")):
    T.func_attr({"global_symbol": "layout_bias_relu_n11c_1024c", "tirx.noalias": True})
    for f in range(49152):
        O[f // 6144, f % 6144 // 1024, f % 6144 % 1024] = T.max(A[f // 6144, f % 6144 // 1024, f % 6144 % 1024] + B[f % 6144], T.int16(0))
