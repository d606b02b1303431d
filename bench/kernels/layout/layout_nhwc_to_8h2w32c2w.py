# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# layout_nhwc_to_8h2w32c2w: int16 from nhwc to nhwc_8h2w32c2w, 32 x 28 x 64, one loop over all
# elements
# fill A -32768 32767
@T.prim_func(s_tir=True)
def layout_nhwc_to_8h2w32c2w(A: T.Buffer((57344,), "int16"), O: T.Buffer((4, 7, 2, 8, 2, 32, 2), "int16")):
    T.func_attr({"global_symbol": "layout_nhwc_to_8h2w32c2w", "tirx.noalias": True})
    for f in range(57344):
        O[f // 1792 // 8, f % 1792 // 64 // 4, f % 64 // 32, f // 1792 % 8, f % 1792 // 64 % 4 // 2, f % 64 % 32, f % 1792 // 64 % 2] = A[f]
