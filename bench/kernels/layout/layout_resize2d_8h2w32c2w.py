# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# layout_resize2d_8h2w32c2w: resize by 2, nearest, int16 in nhwc_8h2w32c2w, 16 x 14 x 64 (16 x 16 in
# memory) to 32 x 28 x 64
# fill A -32768 32767
@T.prim_func(s_tir=True)
def layout_resize2d_8h2w32c2w(A: T.Buffer((2, 4, 2, 8, 2, 32, 2), "int16"), O: T.Buffer((4, 7, 2, 8, 2, 32, 2), "int16")):
    T.func_attr({"global_symbol": "layout_resize2d_8h2w32c2w", "tirx.noalias": True})
    for h, w, c in T.grid(32, 28, 64):
        O[h // 8, w // 4, c // 32, h % 8, w % 4 // 2, c % 32, w % 2] = A[h // 2 // 8, w // 2 // 4, c // 32, h // 2 % 8, w // 2 % 4 // 2, c % 32, w // 2 % 2]
