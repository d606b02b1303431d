# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# layout_depth_to_space_8h2w32c2w: depth to space by 2 x 2, int16 in nhwc_8h2w32c2w, 16 x 16 x 128
# to 32 x 32 x 32
# fill A -32768 32767
@T.prim_func(s_tir=True)
def layout_depth_to_space_8h2w32c2w(A: T.Buffer((2, 4, 4, 8, 2, 32, 2), "int16"), O: T.Buffer((4, 8, 1, 8, 2, 32, 2), "int16")):
    T.func_attr({"global_symbol": "layout_depth_to_space_8h2w32c2w", "tirx.noalias": True})
    for h, w, c in T.grid(32, 32, 32):
        O[h // 8, w // 4, c // 32, h % 8, w % 4 // 2, c % 32, w % 2] = A[h // 2 // 8, w // 2 // 4, (h % 2 * 64 + w % 2 * 32 + c) // 32, h // 2 % 8, w // 2 % 4 // 2, (h % 2 * 64 + w % 2 * 32 + c) % 32, w // 2 % 2]
