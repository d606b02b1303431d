# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# layout_relu_8h2w32c2w: the larger of an int16 element and 0 in nhwc_8h2w32c2w, 32 x 28 x 64, a
# block over the logical axes
# fill A -32768 32767
@T.prim_func(s_tir=True)
def layout_relu_8h2w32c2w(A: T.Buffer((4, 7, 2, 8, 2, 32, 2), "int16"), O: T.Buffer((4, 7, 2, 8, 2, 32, 2), "int16")):
    T.func_attr({"global_symbol": "layout_relu_8h2w32c2w", "tirx.noalias": True})
    for h, w, c in T.grid(32, 28, 64):
        with T.sblock("relu"):
            v_h, v_w, v_c = T.axis.remap("SSS", [h, w, c])
            T.reads(A[v_h // 8, v_w // 4, v_c // 32, v_h % 8, v_w % 4 // 2, v_c % 32, v_w % 2])
            T.writes(O[v_h // 8, v_w // 4, v_c // 32, v_h % 8, v_w % 4 // 2, v_c % 32, v_w % 2])
            O[v_h // 8, v_w // 4, v_c // 32, v_h % 8, v_w % 4 // 2, v_c % 32, v_w % 2] = T.max(A[v_h // 8, v_w // 4, v_c // 32, v_h % 8, v_w % 4 // 2, v_c % 32, v_w % 2], T.int16(0))
