# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --optimize=long-sums %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
# RUN: rm -rf %t && mkdir -p %t
# RUN: %tirc -O0 --run=interp --function=energy %s X=random:1 --save=%t/a && %tirc -O2 --run=hexagon --function=energy %s X=random:1 --save=%t/b && diff -r %t/a %t/b
# RUN: %tirc -O0 --run=interp --function=halfwords %s U=random:2 --save=%t/c && %tirc -O2 --run=hexagon --function=halfwords %s U=random:2 --save=%t/d && diff -r %t/c %t/d
# RUN: %tirc -O0 --run=interp --function=rows %s A=random:3 --save=%t/e && %tirc -O2 --run=hexagon --function=rows %s A=random:3 --save=%t/f && diff -r %t/e %t/f
# Sums in 64 bits as sums in 32 bits.
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def energy(
# CHECK: high[0] = high[0] + (T.Cast("int32", X[i]) * T.Cast("int32", X[i]) >> 16)
# CHECK: low[0] = low[0] + (T.Cast("int32", X[i]) * T.Cast("int32", X[i]) & 65535)
# CHECK: O[0] = O[0] + (T.Cast("int64", high[0]) * T.int64(65536) + T.Cast("int64", low[0]))
@T.prim_func(s_tir=True)
def energy(X: T.Buffer((1200,), "int16"), O: T.Buffer((1,), "int64")):
    T.func_attr({"global_symbol": "energy", "tirx.noalias": True})
    O[0] = T.int64(0)
    for i in range(1200):
        O[0] = O[0] + T.Cast("int64", X[i]) * T.Cast("int64", X[i])


# Without a sign; what is subtracted.
# CHECK-LABEL: {{^}}def halfwords(
# CHECK: high[0] = high[0] + T.Cast("int32", T.Cast("uint32", U[i]) * T.Cast("uint32", U[i]) >> T.uint32(16))
# CHECK: low[0] = low[0] + T.Cast("int32", T.Cast("uint32", U[i]) * T.Cast("uint32", U[i]) & T.uint32(65535))
# CHECK: O[0] = O[0] - (T.Cast("int64", high[0]) * T.int64(65536) + T.Cast("int64", low[0]))
@T.prim_func(s_tir=True)
def halfwords(U: T.Buffer((130,), "uint16"), O: T.Buffer((1,), "int64")):
    T.func_attr({"global_symbol": "halfwords", "tirx.noalias": True})
    O[0] = T.int64(7)
    for i in range(130):
        O[0] = O[0] - T.Cast("int64", U[i]) * T.Cast("int64", U[i])


# The sum fits; in rows.
# CHECK-LABEL: {{^}}def rows(
# CHECK: sum[0] = sum[0] + (T.Cast("int32", A[r, y, x]) - 3) * T.Cast("int32", A[r, y, x])
# CHECK: O[r] = O[r] + T.Cast("int64", sum[0])
@T.prim_func(s_tir=True)
def rows(A: T.Buffer((4, 8, 64), "int8"), O: T.Buffer((4,), "int64")):
    T.func_attr({"global_symbol": "rows", "tirx.noalias": True})
    for r in range(4):
        O[r] = T.int64(0)
        for y, x in T.grid(8, 64):
            O[r] = O[r] + (T.Cast("int64", A[r, y, x]) - T.int64(3)) * T.Cast("int64", A[r, y, x])


# What the sum is the same with: 32,768 times 65,535 fits 31 bits; one iteration more does not.
# CHECK-LABEL: {{^}}def longest(
# CHECK: high[0]
# CHECK: O[1] = O[1] + T.Cast("int64", X[i])
@T.prim_func(s_tir=True)
def longest(X: T.Buffer((32769,), "int32"), O: T.Buffer((2,), "int64")):
    T.func_attr({"global_symbol": "longest", "tirx.noalias": True})
    for i in range(32768):
        O[0] = O[0] + T.Cast("int64", X[i])
    for i in range(32769):
        O[1] = O[1] + T.Cast("int64", X[i])


# Terms of more bits, an element that is among the terms or moves, columns, few terms.
# CHECK-LABEL: {{^}}def others(
# CHECK-NOT: T.alloc_buffer
# CHECK: def end(
@T.prim_func(s_tir=True)
def others(X: T.Buffer((200,), "int32"), L: T.Buffer((200,), "int64"), M: T.Buffer((128, 8), "int16"), O: T.Buffer((200,), "int64")):
    T.func_attr({"global_symbol": "others", "tirx.noalias": True})
    for i in range(128):
        O[0] = O[0] + T.Cast("int64", X[i]) * T.Cast("int64", 3)
    for i in range(128):
        O[0] = O[0] + L[i]
    for i in range(128):
        O[0] = O[0] + T.Cast("int64", T.Cast("int16", O[i]))
    for i in range(128):
        O[i] = O[i] + T.Cast("int64", X[i])
    for i in range(128):
        O[0] = O[0] + T.Cast("int64", M[i, 3])
    for i in range(63):
        O[0] = O[0] + T.Cast("int64", X[i])


@T.prim_func(s_tir=True)
def end(O: T.Buffer((2,), "int64")):
    T.func_attr({"global_symbol": "end", "tirx.noalias": True})
    O[0] = T.int64(0)
