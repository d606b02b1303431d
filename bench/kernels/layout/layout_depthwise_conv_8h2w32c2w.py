# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# layout_depthwise_conv_8h2w32c2w: depthwise convolution of 3 x 3, stride 1, int16 in
# nhwc_8h2w32c2w, 34 x 30 x 32 (40 x 32 in memory) to 32 x 28 x 32; weights (3, 3, 32)
# fill A -2048 2047
# fill K -1024 1023
@T.prim_func(s_tir=True)
def layout_depthwise_conv_8h2w32c2w(A: T.Buffer((5, 8, 1, 8, 2, 32, 2), "int16"), K: T.Buffer((3, 3, 32), "int16"), O: T.Buffer((4, 7, 1, 8, 2, 32, 2), "int16")):
    T.func_attr({"global_symbol": "layout_depthwise_conv_8h2w32c2w", "tirx.noalias": True})
    sum = T.alloc_buffer((1,), "int32")
    for h, w, c in T.grid(32, 28, 32):
        sum[0] = 0
        for rh, rw in T.grid(3, 3):
            sum[0] = sum[0] + T.Cast("int32", A[(h + rh) // 8, (w + rw) // 4, c // 32, (h + rh) % 8, (w + rw) % 4 // 2, c % 32, (w + rw) % 2]) * T.Cast("int32", K[rh, rw, c])
        O[h // 8, w // 4, c // 32, h % 8, w % 4 // 2, c % 32, w % 2] = T.Cast("int16", T.shift_right(sum[0] + 1024, 11))
