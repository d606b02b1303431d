# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# layout_max_pool_8h2w32c2w: max pool of 2 x 2, stride 2, int16 in nhwc_8h2w32c2w, 32 x 32 x 64 to
# 16 x 16 x 64
# fill A -32768 32767
@T.prim_func(s_tir=True)
def layout_max_pool_8h2w32c2w(A: T.Buffer((4, 8, 2, 8, 2, 32, 2), "int16"), O: T.Buffer((2, 4, 2, 8, 2, 32, 2), "int16")):
    T.func_attr({"global_symbol": "layout_max_pool_8h2w32c2w", "tirx.noalias": True})
    for h, w, c in T.grid(16, 16, 64):
        O[h // 8, w // 4, c // 32, h % 8, w % 4 // 2, c % 32, w % 2] = T.int16(-32768)
        for rh, rw in T.grid(2, 2):
            O[h // 8, w // 4, c // 32, h % 8, w % 4 // 2, c % 32, w % 2] = T.max(O[h // 8, w // 4, c // 32, h % 8, w % 4 // 2, c % 32, w % 2], A[(h * 2 + rh) // 8, (w * 2 + rw) // 4, c // 32, (h * 2 + rh) % 8, (w * 2 + rw) % 4 // 2, c % 32, (w * 2 + rw) % 2])
