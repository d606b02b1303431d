# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# layout_average_u8_8h8w32c: rounded mean of two uint8 tensors in nhwc_8h8w32c, 32 x 24 x 64
# fill A 0 255
# fill B 0 255
@T.prim_func(s_tir=True)
def layout_average_u8_8h8w32c(A: T.Buffer((4, 3, 2, 8, 8, 32), "uint8"), B: T.Buffer((4, 3, 2, 8, 8, 32), "uint8"), O: T.Buffer((4, 3, 2, 8, 8, 32), "uint8")):
    T.func_attr({"global_symbol": "layout_average_u8_8h8w32c", "tirx.noalias": True})
    for h, w, c in T.grid(32, 24, 64):
        O[h // 8, w // 8, c // 32, h % 8, w % 8, c % 32] = T.Cast("uint8", T.shift_right(T.Cast("int32", A[h // 8, w // 8, c // 32, h % 8, w % 8, c % 32]) + T.Cast("int32", B[h // 8, w // 8, c // 32, h % 8, w % 8, c % 32]) + 1, 1))
