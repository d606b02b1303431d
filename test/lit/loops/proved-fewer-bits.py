# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What fits fewer bits is computed in these, and that is proved: constants that wrap around, and names whose values lie in a range
# that loops, sizes, divisors or other names tell.
# RUN: %tirc --target=hexagon --emit=tir --optimize=shrink,lanes,cse %s -o %t 2>&1 | count 0
# RUN: FileCheck %s < %t
from tvm.script import tirx as T


# 255 is -1 in 8 bits, of a name that is 0.
# CHECK-LABEL: def constant(
# CHECK: v * T.int8(-1) >> T.int8(4)
@T.prim_func(s_tir=True)
def constant(A: T.Buffer((128,), "uint8"), O: T.Buffer((128,), "int8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(128):
        v = T.bind(T.Cast("int8", T.Cast("int32", A[i]) + 256 >> 9))
        O[i] = T.Cast("int8", T.max(T.min(T.Cast("int16", v) * T.int16(255) >> T.int16(4), T.int16(100)), T.int16(-20)))


# The variable of a loop that begins and ends elsewhere.
# CHECK-LABEL: def begins(
# CHECK: w)) + T.Broadcast(T.uint8(100), 64), A[
@T.prim_func(s_tir=True)
def begins(A: T.Buffer((128,), "uint8"), O: T.Buffer((128,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for j in range(4):
        for i in range(j * 10, 64 + j * 10):
            w = T.bind(T.Cast("uint8", i))
            O[i] = T.Cast("uint8", T.max(T.Cast("int32", w) + 100, T.Cast("int32", A[i])))


# A size is not negative.
# CHECK-LABEL: def size(
# CHECK: T.Cast("int8", v)) + T.uint8(100), A[i])
@T.prim_func(s_tir=True)
def size(A: T.Buffer((128,), "uint8"), O: T.Buffer((128,), "uint8"), n: T.int32, N: T.Buffer((n,), "int8")):
    T.func_attr({"tirx.noalias": True})
    v = T.bind(T.Cast("uint8", T.min(n, 100)))
    for i in range(128):
        O[i] = T.Cast("uint8", T.max(T.Cast("int32", v) + 100, T.Cast("int32", A[i])))


# A signed sum does not overflow.
# CHECK-LABEL: def sum(
# CHECK: T.Cast("int8", v)) + T.uint8(100), A[i])
@T.prim_func(s_tir=True)
def sum(A: T.Buffer((128,), "uint8"), X: T.Buffer((1,), "int32"), O: T.Buffer((128,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    v = T.bind(T.Cast("uint8", T.max(X[0], 0) + 1 >> 24))
    for i in range(128):
        O[i] = T.Cast("uint8", T.max(T.Cast("int32", v) + 100, T.Cast("int32", A[i])))


# A remainder by a number of a range.
# CHECK-LABEL: def remainder(
# CHECK: T.Cast("int8", v)) + T.uint8(100), A[i])
@T.prim_func(s_tir=True)
def remainder(A: T.Buffer((128,), "uint8"), X: T.Buffer((1,), "int32"), O: T.Buffer((2, 128), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for j in range(2):
        v = T.bind(T.Cast("uint8", X[0] % (j * 64 + 1)))
        for i in range(128):
            O[j, i] = T.Cast("uint8", T.max(T.Cast("int32", v) + 100, T.Cast("int32", A[i])))


# Each name has two of the one before: bounds are found once.
# CHECK-LABEL: def chain(
# CHECK: T.max({{.*}}v22
@T.prim_func(s_tir=True)
def chain(A: T.Buffer((128,), "uint8"), X: T.Buffer((1,), "int16"), O: T.Buffer((128,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    v0 = T.bind(X[0] & T.int16(7))
    v1 = T.bind(T.max(v0, v0 + T.int16(1)))
    v2 = T.bind(T.max(v1, v1 + T.int16(1)))
    v3 = T.bind(T.max(v2, v2 + T.int16(1)))
    v4 = T.bind(T.max(v3, v3 + T.int16(1)))
    v5 = T.bind(T.max(v4, v4 + T.int16(1)))
    v6 = T.bind(T.max(v5, v5 + T.int16(1)))
    v7 = T.bind(T.max(v6, v6 + T.int16(1)))
    v8 = T.bind(T.max(v7, v7 + T.int16(1)))
    v9 = T.bind(T.max(v8, v8 + T.int16(1)))
    v10 = T.bind(T.max(v9, v9 + T.int16(1)))
    v11 = T.bind(T.max(v10, v10 + T.int16(1)))
    v12 = T.bind(T.max(v11, v11 + T.int16(1)))
    v13 = T.bind(T.max(v12, v12 + T.int16(1)))
    v14 = T.bind(T.max(v13, v13 + T.int16(1)))
    v15 = T.bind(T.max(v14, v14 + T.int16(1)))
    v16 = T.bind(T.max(v15, v15 + T.int16(1)))
    v17 = T.bind(T.max(v16, v16 + T.int16(1)))
    v18 = T.bind(T.max(v17, v17 + T.int16(1)))
    v19 = T.bind(T.max(v18, v18 + T.int16(1)))
    v20 = T.bind(T.max(v19, v19 + T.int16(1)))
    v21 = T.bind(T.max(v20, v20 + T.int16(1)))
    v22 = T.bind(T.max(v21, v21 + T.int16(1)))
    for i in range(128):
        O[i] = T.Cast("uint8", T.max(T.Cast("int32", v22), T.Cast("int32", A[i])))
