# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# max_pool_s8: max pool of 3 x 3, stride 2, padded, 24 x 24 x 32 to 12 x 12 x 32, int8, clamped
# fill A -128 127
@T.prim_func(s_tir=True)
def max_pool_s8(A: T.Buffer((24, 24, 32), "int8"), O: T.Buffer((12, 12, 32), "int8")):
    T.func_attr({"global_symbol": "max_pool_s8", "tirx.noalias": True})
    A_1 = A.view(18432)
    O_1 = O.view(4608)
    for y, x, c in T.grid(12, 12, 32):
        O_1[y * 384 + x * 32 + c] = T.int8(-128)
        for ry, rx in T.grid(3, 3):
            O_1[y * 384 + x * 32 + c] = T.max(O_1[y * 384 + x * 32 + c], T.if_then_else(1 <= y * 2 + ry and 1 <= x * 2 + rx, A_1[y * 1536 + ry * 768 + x * 64 + rx * 32 + c - 800], T.int8(-128)))
    for y, x, c in T.grid(12, 12, 32):
        O_1[y * 384 + x * 32 + c] = T.min(T.max(O_1[y * 384 + x * 32 + c], T.int8(-50)), T.int8(110))
