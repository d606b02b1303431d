# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --target=hexagon -O3 --after=cse --emit=tir %s -o %t.py --explain 2>&1 | FileCheck %s
# RUN: FileCheck %s --check-prefix=TEXT < %t.py
# Rows with a sum of their own become lanes, on copies that are turned; of the last function rows are not stored whole.
# CHECK: loop 'i': row reduction: rows transposed into lanes; rows: 32
# CHECK: loop 'i': vectorised, with up to this many iterations at once: 32
# CHECK: loop 'i': row reduction: rows transposed into lanes; rows: 32
# CHECK-NOT: rows transposed into lanes
# TEXT: {{for block}} in range(2):
# TEXT: {{dealt}} = T.bind
# TEXT: {{for i in}} range(0, 32, 32):
# TEXT: sum_1[T.Ramp(0, 1, 32)] {{[+]}} turned[T.Ramp(j * 32 + i, 1, 32)]
# TEXT: scale = {{T.bind}}(M[T.Ramp(block * 32 + i, 1, 32)] // T.max
# TEXT: turned_1[j * 32 + i:j * 32 + i + {{32}}] =
# TEXT: {{shuffled}} = T.bind
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def whole(A: T.Buffer((64 * 64,), "int8"), M: T.Buffer((64,), "int32"), O: T.Buffer((64 * 64,), "int8")):
    T.func_attr({"tirx.noalias": True})
    sum = T.alloc_buffer((1,), "int32")
    for i in range(64):
        sum[0] = 0
        for j in range(64):
            sum[0] = sum[0] + T.Cast("int32", A[i * 64 + j])
        scale = T.bind(M[i] // T.max(sum[0], 1))
        for j in range(64):
            O[i * 64 + j] = T.Cast("int8", T.Cast("int32", A[i * 64 + j]) * scale >> 10)


# 31 rows of 60: the last row stands for the 32nd, and is loaded from 4 elements before; columns that no row has are set.
# TEXT-LABEL: {{^}}def odd
# TEXT: for row in range(30):
# TEXT: {{padded}}[row * 64:row * 64 + 64] = A[T.Ramp(row * 60, 1, 64)]
# TEXT: T.Shuffle([A[T.Ramp(1796, 1, 64)]], [4, 5, 6,
# TEXT: turned_1[{{.*}} + 1920:{{.*}}] = T.Broadcast(1, 32)
# TEXT: O[{{.*}} * 60:{{.*}}] = padded_1[T.Ramp({{.*}} * 64, 1, 60)]
@T.prim_func(s_tir=True)
def odd(A: T.Buffer((31 * 60,), "int8"), O: T.Buffer((31 * 60,), "int8")):
    T.func_attr({"tirx.noalias": True})
    sum = T.alloc_buffer((1,), "int32")
    for i in range(31):
        sum[0] = 0
        for j in range(60):
            sum[0] = sum[0] + T.Cast("int32", A[i * 60 + j])
        scale = T.bind(99999 // T.max(sum[0], 1))
        for j in range(60):
            O[i * 60 + j] = T.Cast("int8", T.Cast("int32", A[i * 60 + j]) * scale >> 10)


@T.prim_func(s_tir=True)
def part(A: T.Buffer((32 * 64,), "int8"), O: T.Buffer((32 * 64,), "int8")):
    T.func_attr({"tirx.noalias": True})
    sum = T.alloc_buffer((1,), "int32")
    for i in range(32):
        sum[0] = 0
        for j in range(64):
            sum[0] = sum[0] + T.Cast("int32", A[i * 64 + j])
        for j in range(63):
            O[i * 64 + j] = T.Cast("int8", sum[0] >> 6)
