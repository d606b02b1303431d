# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 %s | FileCheck --check-prefix=NONE %s
# Sums that are scaled in 64 bits become vectors in 32; loops that go along memory become one.
# NONE: {{^}}def known
# NONE-NOT: multiply_shift
from tvm.script import tirx as T


# Rows of 24 are no vectors, 576 are.
# CHECK-LABEL: {{^}}def known
# CHECK: for j in range(0, 576, 64):
# CHECK: T.q_multiply_shift(S[T.Ramp(j, 1, 64)], T.Broadcast(1984274890, 64), T.Broadcast(31, 64), T.Broadcast(-8, 64))
@T.prim_func(s_tir=True)
def known(S: T.Buffer((576,), "int32"), O: T.Buffer((576,), "int8")):
    T.func_attr({"global_symbol": "known", "tirx.noalias": True})
    for i, j in T.grid(24, 24):
        O[i * 24 + j] = T.Cast("int8", T.max(T.min(T.Cast("int32", T.Cast("int64", S[i * 24 + j]) * T.int64(1984274890) + T.int64(274877906944) >> T.int64(39)), 127), -128))


# CHECK-LABEL: {{^}}def in_memory
# CHECK: T.q_multiply_shift_per_axis(S[T.Ramp(
@T.prim_func(s_tir=True)
def in_memory(S: T.Buffer((1024,), "int32"), M: T.Buffer((32,), "int32"), N: T.Buffer((32,), "int32"), O: T.Buffer((1024,), "int8")):
    T.func_attr({"global_symbol": "in_memory", "tirx.noalias": True})
    for i, j in T.grid(32, 32):
        O[i * 32 + j] = T.Cast("int8", T.max(T.min(T.Cast("int32", T.Cast("int64", S[i * 32 + j]) * T.Cast("int64", M[j]) + T.shift_left(T.int64(1), T.Cast("int64", N[j] + 30)) >> T.Cast("int64", N[j] + 31)), 127), -128))


# Another half; a shift of 31; another number in memory; a factor of more than 32 bits.
# CHECK-LABEL: {{^}}def others
# CHECK-NOT: multiply_shift
@T.prim_func(s_tir=True)
def others(S: T.Buffer((1024,), "int32"), M: T.Buffer((32,), "int32"), N: T.Buffer((32,), "int32"), O: T.Buffer((4096,), "int32")):
    T.func_attr({"global_symbol": "others", "tirx.noalias": True})
    for i, j in T.grid(32, 32):
        O[i * 32 + j] = T.Cast("int32", T.Cast("int64", S[i * 32 + j]) * T.int64(1984274890) + T.int64(137438953472) >> T.int64(39))
        O[i * 32 + j + 1024] = T.Cast("int32", T.Cast("int64", S[i * 32 + j]) * T.int64(1984274890) + T.int64(1073741824) >> T.int64(31))
        O[i * 32 + j + 2048] = T.Cast("int32", T.Cast("int64", S[i * 32 + j]) * T.Cast("int64", M[j]) + T.shift_left(T.int64(1), T.Cast("int64", N[j] + 30)) >> T.Cast("int64", N[i] + 31))
        O[i * 32 + j + 3072] = T.Cast("int32", T.Cast("int64", S[i * 32 + j]) * T.int64(5000000000) + T.int64(274877906944) >> T.int64(39))


# Rows that lie apart, and a column that is a number of its own, stay rows.
# CHECK-LABEL: {{^}}def gaps
# CHECK: for i, j in T.grid(24, 24):
# CHECK-LABEL: {{^}}def counted
# CHECK: for i in range(0, 24, 8):
@T.prim_func(s_tir=True)
def gaps(S: T.Buffer((768,), "int32"), O: T.Buffer((768,), "int8")):
    T.func_attr({"global_symbol": "gaps", "tirx.noalias": True})
    for i, j in T.grid(24, 24):
        O[i * 32 + j] = T.Cast("int8", T.max(T.min(T.Cast("int32", T.Cast("int64", S[i * 32 + j]) * T.int64(1984274890) + T.int64(274877906944) >> T.int64(39)), 127), -128))


@T.prim_func(s_tir=True)
def counted(S: T.Buffer((576,), "int32"), O: T.Buffer((576,), "int8")):
    T.func_attr({"global_symbol": "counted", "tirx.noalias": True})
    for i, j in T.grid(24, 24):
        O[i * 24 + j] = T.Cast("int8", T.max(T.min(T.Cast("int32", T.Cast("int64", S[i * 24 + j] + j) * T.int64(1984274890) + T.int64(274877906944) >> T.int64(39)), 127), -128))
