# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# layout_clip_4h4w32c: int32 sums plus the bias of their channel, scaled down with rounding and
# clipped to int8, nhwc_4h4w32c, 32 x 28 x 64
# fill A -40000 40000
# fill B -2000 2000
@T.prim_func(s_tir=True)
def layout_clip_4h4w32c(A: T.Buffer((8, 7, 2, 4, 4, 32), "int32"), B: T.Buffer((64,), "int32"), O: T.Buffer((8, 7, 2, 4, 4, 32), "int8")):
    T.func_attr({"global_symbol": "layout_clip_4h4w32c", "tirx.noalias": True})
    for h, w, c in T.grid(32, 28, 64):
        O[h // 4, w // 4, c // 32, h % 4, w % 4, c % 32] = T.Cast("int8", T.max(T.min(T.shift_right(A[h // 4, w // 4, c // 32, h % 4, w % 4, c % 32] + B[c] + 128, 8), 127), -128))
