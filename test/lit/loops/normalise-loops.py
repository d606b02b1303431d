# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --optimize=normalise %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon -ftrapv --optimize=normalise %s | FileCheck --check-prefix=TRAPS %s
# RUN: %tirc --emit=tir --target=hexagon --optimize=index-types --print-after=index-types %s -o %t.py 2>&1 | FileCheck --check-prefix=TYPES %s
# RUN: %tirc --emit=tir --target=hexagon %s -o %t.all && FileCheck --check-prefix=SAME %s < %t.all && FileCheck --check-prefix=BETTER %s < %t.all
# Indices of 64 bits in 32 bits; loops from 0 by 1; loops of one iteration; parallel loops; fused loops, and
# loops over tiles. The last three only where better vectors come of it.
# TYPES: # *** after index-types on wide ***
# TYPES: for i, j in T.grid(16, 64):
# TYPES: # *** after index-types on from_by ***
# TYPES: in range(2, 34, 4):
# TRAPS: for i in range(T.int64(16)):
# SAME: for i in range(n, n + m):
from tvm.script import tirx as T


# Loops, indices, a condition and a number that is stored.
# CHECK-LABEL: {{^}}def wide(
# CHECK: for i, j in T.grid(16, 64):
# CHECK-NEXT: if i * 64 + j < 1000:
# CHECK-NEXT: O[i, j] = A[i * 64 + j + 1]
# CHECK-NEXT: N[i, j] = T.Cast("int64", i * 64 + j)
@T.prim_func(s_tir=True)
def wide(A: T.Buffer((1025,), "int16"), O: T.Buffer((16, 64), "int16"), N: T.Buffer((16, 64), "int64")):
    T.func_attr({"global_symbol": "wide", "tirx.noalias": True})
    for i in range(T.int64(16)):
        for j in range(T.int64(64)):
            if i * T.int64(64) + j < T.int64(1000):
                O[i, j] = A[i * T.int64(64) + j + T.int64(1)]
            N[i, j] = i * T.int64(64) + j


# What does not fit 32 bits: a product, and a loop whose bound is a parameter.
# CHECK-LABEL: {{^}}def far(
# CHECK: for i in range(64):
# CHECK-NEXT: N[i] = T.Cast("int64", i) * T.int64(100000000)
# CHECK-NEXT: for i in range(n):
# CHECK-NEXT: N[i] = i * i
@T.prim_func(s_tir=True)
def far(N: T.Buffer((64,), "int64"), n: T.int64):
    T.func_attr({"global_symbol": "far", "tirx.noalias": True})
    for i in range(T.int64(64)):
        N[i] = i * T.int64(100000000)
    for i in range(n):
        N[i] = i * i


# From 2 by 4, and from a variable.
# CHECK-LABEL: {{^}}def from_by(
# CHECK: for i in range(8):
# CHECK-NEXT: O[i * 4 + 2] = A[i * 4 + 2]
# CHECK-NEXT: for j in range(32):
# CHECK-NEXT: O[j] = A[j + 1]
# CHECK-NEXT: for i in range(8):
# CHECK-NEXT: O[i] = A[i]
# CHECK-NEXT: for i in range(n, n + m):
@T.prim_func(s_tir=True)
def from_by(A: T.Buffer((64,), "int16"), O: T.Buffer((64,), "int16"), n: T.int32, m: T.int32):
    T.func_attr({"global_symbol": "from_by", "tirx.noalias": True})
    for i in range(2, 34, step=4):
        O[i] = A[i]
    for i in range(4):
        for j in range(i * 8, i * 8 + 8):
            O[j] = A[j + 1]
    for i in T.parallel(8):
        O[i] = A[i]
    for i in range(n, n + m):
        O[i] = A[i]


# One iteration; not if a break leaves it.
# CHECK-LABEL: {{^}}def once(
# CHECK: for i in range(8):
# CHECK-NEXT: O[i + 5] = A[i + 5]
# CHECK-NEXT: for j in range(1):
# CHECK-NEXT: if O[0] == T.int16(0):
# CHECK-NEXT: T.break_loop()
@T.prim_func(s_tir=True)
def once(A: T.Buffer((64,), "int16"), O: T.Buffer((64,), "int16")):
    T.func_attr({"global_symbol": "once", "tirx.noalias": True})
    for b, i in T.grid(1, 8):
        for j in range(5, 6):
            O[b * 8 + i + j] = A[b * 8 + i + j]
    for j in range(1):
        if O[j] == T.int16(0):
            break
        O[j] = T.int16(0)


# The place of a buffer names the variable.
# CHECK-LABEL: {{^}}def place(
# CHECK: for i in range(T.int64(4)):
# CHECK-NEXT: V = T.decl_buffer((16,), "int16", data=A.data, elem_offset=i * T.int64(16)
# CHECK-NEXT: for j in range(16):
# CHECK-NEXT: O[j] = V[j]
@T.prim_func(s_tir=True)
def place(A: T.Buffer((64,), "int16"), O: T.Buffer((64,), "int16")):
    T.func_attr({"global_symbol": "place", "tirx.noalias": True})
    for i in range(T.int64(4)):
        V = T.decl_buffer((16,), "int16", data=A.data, elem_offset=i * T.int64(16))
        for j in range(16):
            O[j] = V[j]


# Fused loops; divisors that do not divide each other, and one that does not divide the extent.
# CHECK-LABEL: {{^}}def fused(
# CHECK: for ij_0, ij_1 in T.grid(40, 96):
# CHECK-NEXT: C[ij_0, ij_1] = 0
# CHECK-NEXT: for k in range(64):
# CHECK-NEXT: C[ij_0, ij_1] = C[ij_0, ij_1] + T.Cast("int32", A[ij_0, k]) * T.Cast("int32", B[ij_1, k])
# BETTER-LABEL: {{^}}def fused(
# BETTER-NOT: range(3840)
# BETTER: words = T.bind(packed[
@T.prim_func(s_tir=True)
def fused(A: T.Buffer((40, 64), "int8"), B: T.Buffer((96, 64), "int8"), C: T.Buffer((40, 96), "int32")):
    T.func_attr({"global_symbol": "fused", "tirx.noalias": True})
    for ij in range(3840):
        C[ij // 96, ij % 96] = 0
        for k in range(64):
            C[ij // 96, ij % 96] = C[ij // 96, ij % 96] + T.Cast("int32", A[ij // 96, k]) * T.Cast("int32", B[ij % 96, k])


# A divisor that does not divide the extent: whole rows, and the part of one behind them.
# CHECK-LABEL: {{^}}def not_fused(
# CHECK: for i_0, i_1 in T.grid(9, 10):
# CHECK-NEXT: O_1[i_0 * 13 + i_1] = T.int16(1)
# CHECK: for i in range(5):
# CHECK-NEXT: O_1[i + 117] = T.int16(1)
@T.prim_func(s_tir=True)
def not_fused(O: T.Buffer((24, 13), "int16")):
    T.func_attr({"global_symbol": "not_fused", "tirx.noalias": True})
    for i in range(95):
        O[i // 10, i % 10] = T.int16(1)


# CHECK-LABEL: {{^}}def not_fused_reads(
# CHECK: for i in range(95):
@T.prim_func(s_tir=True)
def not_fused_reads(A: T.Buffer((10, 13), "int16"), O: T.Buffer((95,), "int16")):
    T.func_attr({"global_symbol": "not_fused_reads", "tirx.noalias": True})
    for i in range(95):
        O[i] = A[i // 10, i % 10]


# Tiles of an index, with other loops between them, and of a sum.
# CHECK-LABEL: {{^}}def tiles(
# CHECK: for ii, ji in T.grid(40, 96):
# CHECK-NEXT: C[ii, ji] = 0
# CHECK-NEXT: for ki in range(64):
# CHECK-NEXT: C[ii, ji] = C[ii, ji] + T.Cast("int32", A[ii, ki]) * T.Cast("int32", B[ji, ki])
@T.prim_func(s_tir=True)
def tiles(A: T.Buffer((40, 64), "int8"), B: T.Buffer((96, 64), "int8"), C: T.Buffer((40, 96), "int32")):
    T.func_attr({"global_symbol": "tiles", "tirx.noalias": True})
    for io, jo, ii, ji in T.grid(5, 6, 8, 16):
        C[io * 8 + ii, jo * 16 + ji] = 0
        for ko, ki in T.grid(16, 4):
            C[io * 8 + ii, jo * 16 + ji] = C[io * 8 + ii, jo * 16 + ji] + T.Cast("int32", A[io * 8 + ii, ko * 4 + ki]) * T.Cast("int32", B[jo * 16 + ji, ko * 4 + ki])


# Not tiles: a tile that is named by itself, tiles that overlap, and an order that counts.
# CHECK-LABEL: {{^}}def no_tiles(
# CHECK: for io, ii in T.grid(4, 8):
# CHECK-NEXT: O[io * 8 + ii] = A[ii]
# CHECK-NEXT: for io, ii in T.grid(4, 8):
# CHECK-NEXT: O[io * 4 + ii] = A[io * 4 + ii]
# CHECK-NEXT: for io, j, ii in T.grid(4, 2, 8):
# CHECK-NEXT: O[io * 8 + ii] = O[io * 8 + ii + 1]
@T.prim_func(s_tir=True)
def no_tiles(A: T.Buffer((64,), "int16"), O: T.Buffer((64,), "int16")):
    T.func_attr({"global_symbol": "no_tiles", "tirx.noalias": True})
    for io, ii in T.grid(4, 8):
        O[io * 8 + ii] = A[ii]
    for io, ii in T.grid(4, 8):
        O[io * 4 + ii] = A[io * 4 + ii]
    for io, j, ii in T.grid(4, 2, 8):
        O[io * 8 + ii] = O[io * 8 + ii + 1]


# Tiles that are a sum of products as well: one loop takes 0.8 of their time by the model.
# BETTER-LABEL: {{^}}def whole_tiles(
# BETTER: for {{[a-z]+}} in range(0, 40, 2):
# BETTER: for k in range(4):
@T.prim_func(s_tir=True)
def whole_tiles(A: T.Buffer((40, 64), "int8"), B: T.Buffer((96, 64), "int8"), C: T.Buffer((40, 96), "int32")):
    T.func_attr({"global_symbol": "whole_tiles", "tirx.noalias": True})
    for io, jo, ii, ji in T.grid(5, 3, 8, 32):
        C[io * 8 + ii, jo * 32 + ji] = 0
        for k in range(64):
            C[io * 8 + ii, jo * 32 + ji] = C[io * 8 + ii, jo * 32 + ji] + T.Cast("int32", A[io * 8 + ii, k]) * T.Cast("int32", B[jo * 32 + ji, k])

# UNSUPPORTED: slow-with-sanitizers
