# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# layout_mul_8h2w32c2w: rounded product (Q15) of two int16 tensors in nhwc_8h2w32c2w, 32 x 28 x 64,
# one loop over all elements
# fill A -32767 32767
# fill B -32767 32767
@T.prim_func(s_tir=True)
def layout_mul_8h2w32c2w(A: T.Buffer((4, 7, 2, 8, 2, 32, 2), "int16"), B: T.Buffer((4, 7, 2, 8, 2, 32, 2), "int16"), O: T.Buffer((4, 7, 2, 8, 2, 32, 2), "int16")):
    T.func_attr({"global_symbol": "layout_mul_8h2w32c2w", "tirx.noalias": True})
    for f in range(57344):
        O[f // 14336, f % 1792 // 256, f % 64 // 32, f % 14336 // 1792, f % 256 // 128, f % 32, f % 128 // 64] = T.Cast("int16", T.shift_right(T.Cast("int32", A[f // 14336, f % 1792 // 256, f % 64 // 32, f % 14336 // 1792, f % 256 // 128, f % 32, f % 128 // 64]) * T.Cast("int32", B[f // 14336, f % 1792 // 256, f % 64 // 32, f % 14336 // 1792, f % 256 // 128, f % 32, f % 128 // 64]) + 16384, 15))
