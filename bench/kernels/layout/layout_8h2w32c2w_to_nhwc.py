# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# layout_8h2w32c2w_to_nhwc: int16 from nhwc_8h2w32c2w to nhwc, 32 x 28 x 64
# fill A -32768 32767
@T.prim_func(s_tir=True)
def layout_8h2w32c2w_to_nhwc(A: T.Buffer((4, 7, 2, 8, 2, 32, 2), "int16"), O: T.Buffer((32, 28, 64), "int16")):
    T.func_attr({"global_symbol": "layout_8h2w32c2w_to_nhwc", "tirx.noalias": True})
    for h, w, c in T.grid(32, 28, 64):
        O[h, w, c] = A[h // 8, w // 4, c // 32, h % 8, w % 4 // 2, c % 32, w % 2]
