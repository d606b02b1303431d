# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# layout_max_pool_u8_8h8w32c: max pool of 2 x 2, stride 2, uint8 in nhwc_8h8w32c, 32 x 32 x 64 to 16
# x 16 x 64
# fill A 0 255
@T.prim_func(s_tir=True)
def layout_max_pool_u8_8h8w32c(A: T.Buffer((4, 4, 2, 8, 8, 32), "uint8"), O: T.Buffer((2, 2, 2, 8, 8, 32), "uint8")):
    T.func_attr({"global_symbol": "layout_max_pool_u8_8h8w32c", "tirx.noalias": True})
    for h, w, c in T.grid(16, 16, 64):
        O[h // 8, w // 8, c // 32, h % 8, w % 8, c % 32] = T.max(T.max(A[h * 2 // 8, w * 2 // 8, c // 32, h * 2 % 8, w * 2 % 8, c % 32], A[h * 2 // 8, (w * 2 + 1) // 8, c // 32, h * 2 % 8, (w * 2 + 1) % 8, c % 32]), T.max(A[(h * 2 + 1) // 8, w * 2 // 8, c // 32, (h * 2 + 1) % 8, w * 2 % 8, c % 32], A[(h * 2 + 1) // 8, (w * 2 + 1) // 8, c // 32, (h * 2 + 1) % 8, (w * 2 + 1) % 8, c % 32]))
