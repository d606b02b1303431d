# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# layout_threshold_nhw_32h16w: what exceeds a threshold of its own keeps its value, the rest is 0,
# int16 in nhw_32h16w, 4 x 96 x 128
# fill A -32768 32767
# fill B -32768 32767
@T.prim_func(s_tir=True)
def layout_threshold_nhw_32h16w(A: T.Buffer((4, 3, 8, 32, 16), "int16"), B: T.Buffer((4, 3, 8, 32, 16), "int16"), O: T.Buffer((4, 3, 8, 32, 16), "int16")):
    T.func_attr({"global_symbol": "layout_threshold_nhw_32h16w", "tirx.noalias": True})
    for n, h, w in T.grid(4, 96, 128):
        O[n, h // 32, w // 16, h % 32, w % 16] = T.Select(B[n, h // 32, w // 16, h % 32, w % 16] < A[n, h // 32, w // 16, h % 32, w % 16], A[n, h // 32, w // 16, h % 32, w % 16], T.int16(0))
