# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --explain --emit=tir --target=hexagon --cse-level=none --no-promote-scalars --function=window %s -o %t.window 2> %t.why && FileCheck %s < %t.window && FileCheck --check-prefix=WHY %s < %t.why
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none --no-promote-scalars --function=parts %s | FileCheck --check-prefix=PARTS %s
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none --no-promote-scalars --function=odd_rows %s | FileCheck --check-prefix=CHANNELS %s
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none --no-promote-scalars --function=all_lanes %s | FileCheck --check-prefix=CHANNELS %s
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none --no-promote-scalars --function=large %s | FileCheck --check-prefix=LARGE %s
# Sums of products of bytes with few sums side by side: pixels are lanes, and sums are turned before they are stored.
from tvm.script import tirx as T


# 64 pixels are two blocks: 8 of a row are a line, whose words are dealt out in two rounds.  8 channels take three rounds.
# CHECK-LABEL: def window
# CHECK: packed = T.alloc_buffer((9216,), "uint8"
# CHECK: sums = T.alloc_buffer((512,), "int32"
# CHECK: for ry, rx in T.grid(3, 3):
# CHECK-COUNT-4: row{{.*}} = T.bind(T.Cast("uint8x128", A[T.Ramp(
# CHECK-COUNT-8: dealt{{.*}} = T.bind(T.Shuffle([
# CHECK-COUNT-4: packed[{{.*}}] = dealt
# CHECK: for m in range(0, 8, 4):
# CHECK: words{{.*}} = T.bind(packed[
# CHECK: bytes{{.*}} = T.bind(W[T.Ramp(m * 144
# CHECK: sums[m * 64:
# CHECK-COUNT-8: sums{{.*}} = T.bind(sums[
# CHECK-COUNT-24: turned{{.*}} = T.bind(T.Shuffle([
# CHECK-COUNT-8: O[{{.*}}] = turned
# WHY: remark: loop 'x': dot products of bytes (matmul, convolution), four products at once; lanes: 32
@T.prim_func(s_tir=True)
def window(A: T.Buffer((1600,), "int8"), W: T.Buffer((1152,), "int8"), O: T.Buffer((512,), "int32")):
    T.func_attr({"global_symbol": "window", "tirx.noalias": True})
    for y, x, m in T.grid(8, 8, 8):
        O[y * 64 + x * 8 + m] = 0
        for ry, rx, k in T.grid(3, 3, 16):
            O[y * 64 + x * 8 + m] = O[y * 64 + x * 8 + m] + (T.Cast("int32", A[y * 160 + ry * 160 + x * 16 + rx * 16 + k]) + 9) * T.Cast("int32", W[m * 144 + ry * 48 + rx * 16 + k])


# 384 pixels are done in three parts.
# PARTS-LABEL: def parts
# PARTS: for p in range(3):
# PARTS: O[p * 2048:p * 2048 + 32] = turned
@T.prim_func(s_tir=True)
def parts(A: T.Buffer((12288,), "uint8"), W: T.Buffer((512,), "int8"), O: T.Buffer((6144,), "int32")):
    T.func_attr({"global_symbol": "parts", "tirx.noalias": True})
    for p, m in T.grid(384, 16):
        O[p * 16 + m] = 5
        for k in range(32):
            O[p * 16 + m] = O[p * 16 + m] + T.Cast("int32", A[p * 32 + k]) * T.Cast("int32", W[m * 32 + k])


# What is too large to be run whole by the proof: it runs a part of 64 pixels.  16 bytes are one iteration, which is no loop.
# LARGE-LABEL: def large
# LARGE: for y in range(16):
# LARGE: for m in range(0, 16, 4):
# LARGE: for ry, rx in T.grid(3, 3):
# LARGE-NOT: for rc
# LARGE: O[{{.*}}] = turned
@T.prim_func(s_tir=True)
def large(A: T.Buffer((18496,), "int8"), W: T.Buffer((2304,), "int8"), O: T.Buffer((16384,), "int32")):
    T.func_attr({"global_symbol": "large", "tirx.noalias": True})
    for y, x, m in T.grid(32, 32, 16):
        O[y * 512 + x * 16 + m] = 0
        for ry, rx, rc in T.grid(3, 3, 16):
            O[y * 512 + x * 16 + m] = O[y * 512 + x * 16 + m] + T.Cast("int32", A[y * 544 + ry * 544 + x * 16 + rx * 16 + rc]) * T.Cast("int32", W[m * 144 + ry * 48 + rx * 16 + rc])


# Rows of 48 bytes fill no lines.
# CHANNELS: start = T.alloc_buffer({{.*}}
# CHANNELS-NOT: turned
@T.prim_func(s_tir=True)
def odd_rows(A: T.Buffer((3072,), "int8"), W: T.Buffer((768,), "int8"), O: T.Buffer((1024,), "int32")):
    T.func_attr({"global_symbol": "odd_rows", "tirx.noalias": True})
    for p, m in T.grid(64, 16):
        O[p * 16 + m] = 0
        for k in range(48):
            O[p * 16 + m] = O[p * 16 + m] + (T.Cast("int32", A[p * 48 + k]) + 1) * T.Cast("int32", W[m * 48 + k])


# 32 channels fill a register.
@T.prim_func(s_tir=True)
def all_lanes(A: T.Buffer((2048,), "int8"), W: T.Buffer((1024,), "int8"), O: T.Buffer((2048,), "int32")):
    T.func_attr({"global_symbol": "all_lanes", "tirx.noalias": True})
    for p, m in T.grid(64, 32):
        O[p * 32 + m] = 0
        for k in range(32):
            O[p * 32 + m] = O[p * 32 + m] + (T.Cast("int32", A[p * 32 + k]) + 1) * T.Cast("int32", W[m * 32 + k])

# UNSUPPORTED: slow-with-sanitizers
