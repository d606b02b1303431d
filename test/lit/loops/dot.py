# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none --no-promote-scalars --function=product %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none --no-promote-scalars --function=scattered %s | FileCheck --check-prefix=ADDED %s
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none --no-promote-scalars --function=pairs %s | FileCheck --check-prefix=PAIRS %s
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none --no-promote-scalars --function=half_words %s | FileCheck --check-prefix=LAID %s
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none --no-promote-scalars --function=apart %s | FileCheck --check-prefix=TURNS %s
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none --no-promote-scalars --function=shaped %s | FileCheck --check-prefix=FLAT %s
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none --no-promote-scalars --function=short_block %s | FileCheck --check-prefix=SHORT %s
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none --no-promote-scalars --function=half_block %s | FileCheck --check-prefix=HALF %s
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none --no-promote-scalars --function=last_sum %s | FileCheck --check-prefix=LAST %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=16 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon -mattr=-hvx %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon -ftrapv %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --explain --emit=tir --target=hexagon %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHY %s
# RUN: %tirc --explain --emit=tir --target=hexagon --lanes=all %s -o /dev/null 2>&1 | FileCheck --check-prefix=ALL %s
# Sums of products of bytes, four at once: one operand is packed before the loops that do not change it.
# NONE: {{^}}def product
# NONE-NOT: packed
from tvm.script import tirx as T


# 32 rows of 16 bytes are four registers, whose words are dealt out in two rounds.
# CHECK-LABEL: def product
# CHECK: packed = T.alloc_buffer((512,), "uint8"
# CHECK: start = T.alloc_buffer((32,), "uint32"
# CHECK-COUNT-4: row{{.*}} = T.bind(T.Cast("uint8x128", W[T.Ramp({{.*}}, 1, 128)]) ^ T.Broadcast(T.uint8(128), 128))
# CHECK-COUNT-8: dealt{{.*}} = T.bind(T.Shuffle([
# CHECK-COUNT-4: packed[{{.*}}] = dealt
# CHECK: start[0:32] = {{.*}} * T.Broadcast(T.uint32(3), 32) + T.Broadcast(T.uint32(4294961152), 32)
# CHECK: for y in range(0, 40, 10):
# CHECK: total{{.*}} = T.bind(
# CHECK: O[{{.*}}] = T.Cast("int32x32", {{.*}} + T.Broadcast(total * T.uint32(4294967168), 32) +
# WHY: dot.py:[[@LINE+6]]:5: remark: loop 'm': dot products of bytes (matmul, convolution), four products at once; lanes: 32
# ALL: dot.py:[[@LINE+5]]:5: remark: loop 'm': dot products of bytes (matmul, convolution), four products at once; lanes: 32
@T.prim_func(s_tir=True)
def product(A: T.Buffer((640,), "int8"), W: T.Buffer((512,), "int8"), O: T.Buffer((1280,), "int32")):
    T.func_attr({"global_symbol": "product", "tirx.noalias": True})
    # one sum for each y and m
    for y, m in T.grid(40, 32):
        O[y * 32 + m] = 0
        for k in range(16):
            O[y * 32 + m] = O[y * 32 + m] + (T.Cast("int32", A[y * 16 + k]) + 3) * T.Cast("int32", W[m * 16 + k])


# Products are added to what is there: 3 x 8 neighbouring sums of a pixel overlap those of the next one. They are 32 lanes, of
# which 8 add nothing, so the buffer is longer.
# ADDED: S = T.alloc_buffer((144,), "int32"
# ADDED: packed[{{.*}}] = T.Broadcast(T.uint8(128), 4)
# ADDED: S[{{.*}}] = T.Cast("int32x32", T.Cast("uint32x32", S[{{.*}}]) +
# WHY: dot.py:[[@LINE+8]]:5: remark: loop 'm': dot products of bytes (matmul, convolution), four products at once; lanes: 32
# ALL: dot.py:[[@LINE+7]]:5: remark: loop 'm': dot products of bytes (matmul, convolution), four products at once; lanes: 32
@T.prim_func(s_tir=True)
def scattered(A: T.Buffer((64,), "int8"), W: T.Buffer((192,), "int8"), O: T.Buffer((136,), "int32")):
    T.func_attr({"global_symbol": "scattered", "tirx.noalias": True})
    S = T.alloc_buffer((136,), "int32")
    for i in range(136):
        S[i] = 0
    for y, k, x, m in T.grid(8, 8, 3, 8):
        S[y * 16 + x * 8 + m] = S[y * 16 + x * 8 + m] + (T.Cast("int32", A[y * 8 + k]) + 1) * T.Cast("int32", W[m * 24 + x * 8 + k])
    for i in range(136):
        O[i] = S[i]


# 16 rows are half a block: the other half of the registers is padding.
# HALF: dealt{{.*}} = T.bind(T.Shuffle([T.Broadcast(T.uint8(128), 128), T.Broadcast(T.uint8(128), 128)],
# WHY: dot.py:[[@LINE+5]]:5: remark: loop 'm': dot products of bytes (matmul, convolution), four products at once; lanes: 32
# ALL: dot.py:[[@LINE+4]]:5: remark: loop 'm': dot products of bytes (matmul, convolution), four products at once; lanes: 32
@T.prim_func(s_tir=True)
def half_block(A: T.Buffer((512,), "int8"), W: T.Buffer((256,), "int8"), O: T.Buffer((160,), "int32")):
    T.func_attr({"global_symbol": "half_block", "tirx.noalias": True})
    for k, y, m in T.grid(16, 32, 16):
        O[y * 4 + m] = O[y * 4 + m] + T.Cast("int32", A[y * 16 + k]) * T.Cast("int32", W[m * 16 + k])


# The padding would be stored behind the buffer's end: 16 sums are.
# SHORT: O[y * 4 + 28:y * 4 + 28 + 16] =
# WHY: dot.py:[[@LINE+5]]:5: remark: loop 'm': dot products of bytes (matmul, convolution), four products at once; lanes: 32
# ALL: dot.py:[[@LINE+4]]:5: remark: loop 'm': dot products of bytes (matmul, convolution), four products at once; lanes: 32
@T.prim_func(s_tir=True)
def short_block(A: T.Buffer((512,), "int8"), W: T.Buffer((256,), "int8"), O: T.Buffer((140,), "int32")):
    T.func_attr({"global_symbol": "short_block", "tirx.noalias": True})
    for k, y, m in T.grid(16, 32, 16):
        O[y * 4 + m] = O[y * 4 + m] + T.Cast("int32", A[y * 16 + k]) * T.Cast("int32", W[m * 16 + k])


# Both operands have rows for each sum: both are dealt out. Sums are made in the elements where they end, so the last loop becomes lanes.
# PAIRS: packed = T.alloc_buffer((512,), "int8"
# PAIRS: O[{{.*}} + 32] = T.Cast("int32x32", {{.*}} * T.Cast("uint32x32", T.Shuffle([dealt
# PAIRS: O[{{.*}} + 128] = T.max(
# WHY: dot.py:[[@LINE+6]]:5: remark: loop 'm': dot products of bytes (matmul, convolution), four products at once; lanes: 32
# ALL: dot.py:[[@LINE+5]]:5: remark: loop 'm': dot products of bytes (matmul, convolution), four products at once; lanes: 32
@T.prim_func(s_tir=True)
def pairs(A: T.Buffer((2048,), "int8"), V: T.Buffer((512,), "int8"), bias: T.Buffer((32,), "int32"), O: T.Buffer((128,), "int32")):
    T.func_attr({"global_symbol": "pairs", "tirx.noalias": True})
    acc = T.alloc_buffer((1,), "int32")
    for b, m in T.grid(4, 32):
        acc[0] = bias[m]
        for t in range(16):
            acc[0] = acc[0] + T.Cast("int32", V[m * 16 + t]) * T.Cast("int32", A[b * 512 + m * 16 + t])
        O[b * 32 + m] = T.max(acc[0], 7)


# The last sum is used behind the nest: the element is not the nest's own.
# LAST: {{^ +}}acc[0] = sums[y + m * 64]
# LAST: P[0] = acc[0]
# WHY: dot.py:[[@LINE+6]]:5: remark: loop 'y': dot products of bytes (matmul, convolution), four products at once; lanes: 32
# ALL: dot.py:[[@LINE+5]]:5: remark: loop 'y': dot products of bytes (matmul, convolution), four products at once; lanes: 32
@T.prim_func(s_tir=True)
def last_sum(A: T.Buffer((640,), "int8"), V: T.Buffer((512,), "int8"), O: T.Buffer((1280,), "int32"), P: T.Buffer((1,), "int32")):
    T.func_attr({"global_symbol": "last_sum", "tirx.noalias": True})
    acc = T.alloc_buffer((1,), "int32")
    for y, m in T.grid(40, 32):
        acc[0] = 0
        for t in range(16):
            acc[0] = acc[0] + T.Cast("int32", V[m * 16 + t]) * T.Cast("int32", A[y * 16 + t])
        O[y * 32 + m] = T.max(acc[0], 7)
    P[0] = acc[0]


# Rows of 6 bytes are no words: both operands are copied to rows of 8, of which the vector operand's end with bytes that stand
# for 0.  The last line ends where the buffer does.
# LAID: rows = T.alloc_buffer((
# LAID: T.Shuffle([line], [0, 1, 2, 3, 4, 5, 5, 5, 6, 7,
# LAID: line = T.bind(A[T.Ramp(112, 1, 128)])
# LAID: T.Select(T.Shuffle([T.bool(False), T.bool(True)], [1, 1, 1, 1, 1, 1, 0, 0, 1, {{.*}}T.Broadcast(T.int8(0), 128))
# WHY: dot.py:[[@LINE+5]]:5: remark: loop 'm': dot products of bytes (matmul, convolution), four products at once; lanes: 32
# ALL: dot.py:[[@LINE+4]]:5: remark: loop 'm': dot products of bytes (matmul, convolution), four products at once; lanes: 32
@T.prim_func(s_tir=True)
def half_words(A: T.Buffer((240,), "int8"), W: T.Buffer((192,), "int8"), O: T.Buffer((1280,), "int32")):
    T.func_attr({"global_symbol": "half_words", "tirx.noalias": True})
    for y, m in T.grid(40, 32):
        O[y * 32 + m] = 0
        for k in range(6):
            O[y * 32 + m] = O[y * 32 + m] + T.Cast("int32", A[y * 6 + k]) * T.Cast("int32", W[m * 6 + k])


# Bytes of the second operand lie apart, those of neighbouring lanes side by side: four rows in turns are words.  A line of the last row
# would end behind the buffer, so there is a longer copy.
# TURNS: row = T.bind(T.Cast("uint8x128", rows[T.Ramp(
# TURNS: turns_2 = T.bind(T.Shuffle([turns, turns_1], [0, 128, 1, 129,
# TURNS: packed[{{.*}}] = turns_2
# WHY: dot.py:[[@LINE+5]]:5: remark: loop 'm': dot products of bytes (matmul, convolution), four products at once; lanes: 32
# ALL: dot.py:[[@LINE+4]]:5: remark: loop 'm': dot products of bytes (matmul, convolution), four products at once; lanes: 32
@T.prim_func(s_tir=True)
def apart(A: T.Buffer((640,), "int8"), W: T.Buffer((512,), "int8"), O: T.Buffer((1280,), "int32")):
    T.func_attr({"global_symbol": "apart", "tirx.noalias": True})
    for y, m in T.grid(40, 32):
        O[y * 32 + m] = 0
        for k in range(16):
            O[y * 32 + m] = O[y * 32 + m] + T.Cast("int32", A[y * 16 + k]) * T.Cast("int32", W[k * 32 + m])


# Rows that begin anywhere are copied to words.
# WHY: dot.py:[[@LINE+5]]:5: remark: loop 'm': dot products of bytes (matmul, convolution), four products at once; lanes: 32
# ALL: dot.py:[[@LINE+4]]:5: remark: loop 'm': dot products of bytes (matmul, convolution), four products at once; lanes: 32
@T.prim_func(s_tir=True)
def anywhere(A: T.Buffer((700,), "int8"), W: T.Buffer((512,), "int8"), O: T.Buffer((1280,), "int32")):
    T.func_attr({"global_symbol": "anywhere", "tirx.noalias": True})
    for y, m in T.grid(40, 32):
        O[y * 32 + m] = 0
        for k in range(16):
            O[y * 32 + m] = O[y * 32 + m] + T.Cast("int32", A[y * 17 + k]) * T.Cast("int32", W[m * 16 + k])


# Buffers of several dimensions, and 10 lanes: what is behind the sums is stored again, unless the buffer ends there.
# FLAT: if y * 10 <= 368:
# FLAT: O{{.*}} = T.Select(T.Shuffle([T.bool(False), T.bool(True)], {{.*}}), O
# FLAT: else:
# WHY: dot.py:[[@LINE+5]]:5: remark: loop 'm': dot products of bytes (matmul, convolution), four products at once; lanes: 32
# ALL: dot.py:[[@LINE+4]]:5: remark: loop 'm': dot products of bytes (matmul, convolution), four products at once; lanes: 32
@T.prim_func(s_tir=True)
def shaped(A: T.Buffer((40, 3, 4), "int8"), W: T.Buffer((10, 3, 4), "int8"), O: T.Buffer((40, 10), "int32")):
    T.func_attr({"global_symbol": "shaped", "tirx.noalias": True})
    for y, m in T.grid(40, 10):
        O[y, m] = 0
        for r, k in T.grid(3, 4):
            O[y, m] = O[y, m] + T.Cast("int32", A[y, r, k]) * T.Cast("int32", W[m, r, k])


# Parameters may overlap; the operand is stored to; sums of 16 bits; neither neighbouring lanes nor products lie side by side;
# what stands for 0 is no byte.
# WHY-NOT: products of bytes
# ALL-NOT: products of bytes
@T.prim_func(s_tir=True)
def overlap(A: T.Buffer((640,), "int8"), W: T.Buffer((512,), "int8"), O: T.Buffer((1280,), "int32")):
    T.func_attr({"global_symbol": "overlap"})
    for y, m in T.grid(40, 32):
        O[y * 32 + m] = 0
        for k in range(16):
            O[y * 32 + m] = O[y * 32 + m] + T.Cast("int32", A[y * 16 + k]) * T.Cast("int32", W[m * 16 + k])


@T.prim_func(s_tir=True)
def stored(A: T.Buffer((640,), "int8"), W: T.Buffer((512,), "int8"), O: T.Buffer((1280,), "int32")):
    T.func_attr({"global_symbol": "stored", "tirx.noalias": True})
    acc = T.alloc_buffer((1,), "int32")
    for y, m in T.grid(40, 32):
        acc[0] = 0
        for k in range(16):
            acc[0] = acc[0] + T.Cast("int32", A[y * 16 + k]) * T.Cast("int32", W[m * 16 + k])
        O[y * 32 + m] = acc[0]
        W[m * 16] = T.int8(1)


@T.prim_func(s_tir=True)
def narrow(A: T.Buffer((640,), "int8"), W: T.Buffer((512,), "int8"), O: T.Buffer((1280,), "int16")):
    T.func_attr({"global_symbol": "narrow", "tirx.noalias": True})
    for y, m in T.grid(40, 32):
        O[y * 32 + m] = T.int16(0)
        for k in range(16):
            O[y * 32 + m] = O[y * 32 + m] + T.Cast("int16", A[y * 16 + k]) * T.Cast("int16", W[m * 16 + k])


@T.prim_func(s_tir=True)
def far(A: T.Buffer((640,), "int8"), W: T.Buffer((1024,), "int8"), O: T.Buffer((1280,), "int32")):
    T.func_attr({"global_symbol": "far", "tirx.noalias": True})
    for y, m in T.grid(40, 32):
        O[y * 32 + m] = 0
        for k in range(16):
            O[y * 32 + m] = O[y * 32 + m] + T.Cast("int32", A[y * 16 + k]) * T.Cast("int32", W[k * 64 + m * 2])


@T.prim_func(s_tir=True)
def no_byte(A: T.Buffer((240,), "int8"), W: T.Buffer((192,), "uint8"), O: T.Buffer((1280,), "int32")):
    T.func_attr({"global_symbol": "no_byte", "tirx.noalias": True})
    for y, m in T.grid(40, 32):
        O[y * 32 + m] = 0
        for k in range(6):
            O[y * 32 + m] = O[y * 32 + m] + T.Cast("int32", A[y * 6 + k]) * (T.Cast("int32", W[m * 6 + k]) + 1)


# Rows of 6 bytes that begin 5 bytes apart are not copied.
@T.prim_func(s_tir=True)
def overlapping(A: T.Buffer((240,), "int8"), W: T.Buffer((192,), "int8"), O: T.Buffer((1280,), "int32")):
    T.func_attr({"global_symbol": "overlapping", "tirx.noalias": True})
    for y, m in T.grid(40, 32):
        O[y * 32 + m] = 0
        for k in range(6):
            O[y * 32 + m] = O[y * 32 + m] + T.Cast("int32", A[y * 5 + k]) * T.Cast("int32", W[m * 6 + k])

# UNSUPPORTED: slow-with-sanitizers
