# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sums of products over planes whose windows go by 2: channels are the terms of an instruction, though windows stand inside of them. Multipliers of
# 2^30 and more are constants like others.
# RUN: rm -rf %t && mkdir %t && grep "^# WAY: " %s | sed "s/^# WAY: //" > %t/ways
# RUN: %tirc --emit=tir --target=hexagon -O3 --schedule=%t/ways -Werror %s | FileCheck %s
# WAY: strided.O:23 = products(rows=1, turned(stores=1, cover(flat=6, rows=1, lanes=128)), cover(flat=4, rows=7, lanes=128), cover(flat=1, rows=32, lanes=32, inside=1, beside=1, by=8), cover(flat=3, rows=1, lanes=128))
# RUN: %tirc --run=interp --function=data %s --save=%t/data && %tirc --run=interp --function=strided %s A=@%t/data/A.npy W=@%t/data/W.npy --save=%t/i && %tirc --run=hexagon -O3 --schedule=%t/ways --function=strided %s A=@%t/data/A.npy W=@%t/data/W.npy --save=%t/h && cmp %t/i/O.npy %t/h/O.npy
from tvm.script import tirx as T


# Weights are copied, the 4 channels side by side: 8 x 3 x 3 x 4 of them, though rows of the window lie in steps that divide those of the outputs.
# CHECK: packed = T.alloc_buffer((9216,), "int8", align=128)
# CHECK: words = T.alloc_buffer((288,), "int8", align=128)
# CHECK: T.q_multiply_shift({{.*}}, T.Broadcast(1340780792, 128)
@T.prim_func(s_tir=True)
def strided(A: T.Buffer((4, 33, 33), "int8"), W: T.Buffer((8, 4, 3, 3), "int8"), O: T.Buffer((8, 16, 16), "int8")):
    T.func_attr({"global_symbol": "strided", "tirx.noalias": True})
    acc = T.alloc_buffer((8, 16, 16), "int32")
    for m, y, x in T.grid(8, 16, 16):
        acc[m, y, x] = 0
        for c, ry, rx in T.grid(4, 3, 3):
            acc[m, y, x] = acc[m, y, x] + T.Cast("int32", A[c, y * 2 + ry, x * 2 + rx]) * T.Cast("int32", W[m, c, ry, rx])
    for m, y, x in T.grid(8, 16, 16):
        O[m, y, x] = T.Cast("int8", T.max(T.min(T.q_multiply_shift(acc[m, y, x], 1340780792, 31, -9), 127), -128))


@T.prim_func(s_tir=True)
def data(A: T.Buffer((4, 33, 33), "int8"), W: T.Buffer((8, 4, 3, 3), "int8")):
    T.func_attr({"global_symbol": "data", "tirx.noalias": True})
    for c, y, x in T.grid(4, 33, 33):
        A[c, y, x] = T.Cast("int8", (c * 1089 + y * 33 + x) * 37 % 251 - 125)
    for m, c, y, x in T.grid(8, 4, 3, 3):
        W[m, c, y, x] = T.Cast("int8", (m * 36 + c * 9 + y * 3 + x) * 53 % 249 - 124)
