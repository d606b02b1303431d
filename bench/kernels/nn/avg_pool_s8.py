# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from tvm.script import ir as I
# from tvm.script import tirx as T

# avg_pool_s8: average pool of 3 x 3, stride 1, padded, 12 x 12 x 16, int8; what is outside does not
# count, halves go away from zero
# fill A -128 127
@T.prim_func(s_tir=True)
def avg_pool_s8(A: T.Buffer((12, 12, 16), "int8"), O: T.Buffer((12, 12, 16), "int8")):
    T.func_attr({"global_symbol": "avg_pool_s8", "tirx.noalias": True})
    A_1 = A.view(2304)
    O_1 = O.view(2304)
    sum = T.alloc_buffer((1,), "int32")
    for y, x, c in T.grid(12, 12, 16):
        sum[0] = 0
        for ry, rx in T.grid(3, 3):
            sum[0] = sum[0] + T.if_then_else(1 <= y + ry and y + ry < 13 and 1 <= x + rx and x + rx < 13, T.Cast("int32", A_1[y * 192 + ry * 192 + x * 16 + rx * 16 + c - 208]), 0)
        count: T.let[T.int32] = (T.min(y + 2, 12) - T.max(y - 1, 0)) * (T.min(x + 2, 12) - T.max(x - 1, 0))
        O_1[y * 192 + x * 16 + c] = T.Cast("int8", T.max(T.min(T.truncdiv(sum[0] + T.Select(0 < sum[0], count // 2, 0 - count // 2), count), 100), -100))
