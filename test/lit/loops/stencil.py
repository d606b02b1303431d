# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none --predictive-commoning=none --function=mean %s | FileCheck %s
# RUN: %tirc --emit=tir --legalize=all --target=hexagon --cse-level=none --predictive-commoning=none --function=weighted %s | FileCheck --check-prefix=WEIGHTED %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon -mattr=-hvx %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon -ftrapv %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --explain --emit=tir --legalize=all --target=hexagon %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHY --implicit-check-not="could not be proved" %s
# RUN: %tirc --explain --emit=tir --legalize=all --target=hexagon --lanes=all %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHY --implicit-check-not="could not be proved" %s
# Sums over windows of two neighbours in turn in a line: even lanes of a line are one column, odd lanes are the next one.
# NONE: {{^}}def mean
# NONE-NOT: even
from tvm.script import tirx as T


# Line 2 is needed by the results of line 1, which are done beside those of line 0.
# CHECK-LABEL: def mean
# CHECK: for w in range(4):
# CHECK-COUNT-3: line{{.*}} = T.bind(A[T.Ramp(w * 128{{.*}}, 1, 64)])
# CHECK: even = T.bind(T.Cast("uint32x32", T.Shuffle([line], [0, 2, 4,
# CHECK: odd = T.bind(T.Cast("uint32x32", T.Shuffle([line], [1, 3, 5,
# CHECK: even_1 = T.bind(T.Cast("uint32x32", T.Shuffle([line_1], [0, 2, 4,
# CHECK: T.Cast("int32x32", even + odd + even_1)
# CHECK: T.Cast("int32x32", odd + even_1 + odd_1)
# CHECK: O[w * 128:w * 128 + 64] = T.Cast("int16x64", T.Shuffle([{{.*}}], [0, 32, 1, 33,
# CHECK: O[w * 128 + 64:
# WHY: stencil.py:[[@LINE+5]]:5: remark: loop 'w{{(_1)?}}': window reduction on a layout of 2 interleaved columns; lanes: 64
@T.prim_func(s_tir=True)
def mean(A: T.Buffer((640,), "int16"), O: T.Buffer((512,), "int16")):
    T.func_attr({"global_symbol": "mean", "tirx.noalias": True})
    sum = T.alloc_buffer((1,), "int32")
    for w, c in T.grid(16, 32):
        sum[0] = 0
        for rw in range(3):
            sum[0] = sum[0] + T.Cast("int32", A[(w + rw) // 2 * 64 + c * 2 + (w + rw) % 2])
        O[w // 2 * 64 + c * 2 + w % 2] = T.Cast("int16", T.shift_right(sum[0] * 5461 + 8192, 14))


# Weights are written twice, for both neighbours, and shared by the rows of both parts of a block; buffers of several dimensions get one.
# WEIGHTED-LABEL: def weighted
# WEIGHTED: weights = T.alloc_buffer((768,), "int16"
# WEIGHTED-COUNT-12: = T.bind(T.Shuffle([K_{{[0-9]}}[T.Ramp({{.*}}, 1, 32)]], [0, 0, 1, 1,
# WEIGHTED: for h, w in T.grid(4, 2):
# WEIGHTED: weight = T.bind(weights[T.Ramp(0, 1, 64)])
# WEIGHTED: even = T.bind(T.Cast("uint32x32", T.Shuffle([line], [0, 2,
# WEIGHTED: + T.Broadcast(T.uint32(7), 32)
# WHY: stencil.py:[[@LINE+5]]:5: remark: loop 'w{{(_1)?}}': window reduction on a layout of 2 interleaved columns; lanes: 64
@T.prim_func(s_tir=True)
def weighted(A: T.Buffer((2, 3, 4, 2, 32, 2), "uint16"), K: T.Buffer((3, 4, 32), "int16"), O: T.Buffer((2, 2, 4, 2, 32, 2), "int16")):
    T.func_attr({"global_symbol": "weighted", "tirx.noalias": True})
    sum = T.alloc_buffer((1,), "int32")
    for h, w, c in T.grid(6, 8, 32):
        sum[0] = 7
        for rh, rw in T.grid(3, 4):
            sum[0] = sum[0] + T.Cast("int32", K[rh, rw, c]) * T.Cast("int32", A[(h + rh) // 4, (w + rw) // 4, (h + rh) % 4, (w + rw) % 4 // 2, c, (w + rw) % 2])
        O[h // 4, w // 4, h % 4, w % 4 // 2, c, w % 2] = T.Cast("int16", T.max(sum[0], -5))


# A result's high half is the odd lanes of its words.
# WHY: stencil.py:[[@LINE+5]]:5: remark: loop 'w{{(_1)?}}': window reduction on a layout of 2 interleaved columns; lanes: 64
@T.prim_func(s_tir=True)
def high(A: T.Buffer((640,), "uint16"), O: T.Buffer((512,), "uint16")):
    T.func_attr({"global_symbol": "high", "tirx.noalias": True})
    sum = T.alloc_buffer((1,), "int32")
    for w, c in T.grid(16, 32):
        sum[0] = 0
        for rw in range(2):
            sum[0] = sum[0] + T.Cast("int32", A[(w + rw) // 2 * 64 + c * 2 + (w + rw) % 2])
        O[w // 2 * 64 + c * 2 + w % 2] = T.Cast("uint16", T.shift_right(sum[0] * 11, 16))


# Windows two columns apart; an odd column of the input is no neighbour of the even one; lines that begin elsewhere; lanes that
# lie further apart; weights that differ between neighbours; parameters that may overlap; one iteration needs another's result.
# WHY-NOT: window reduction on a layout
@T.prim_func(s_tir=True)
def strided(A: T.Buffer((1280,), "int16"), O: T.Buffer((512,), "int16")):
    T.func_attr({"global_symbol": "strided", "tirx.noalias": True})
    sum = T.alloc_buffer((1,), "int32")
    for w, c in T.grid(16, 32):
        sum[0] = 0
        for rw in range(3):
            sum[0] = sum[0] + T.Cast("int32", A[(w * 2 + rw) // 2 * 64 + c * 2 + (w * 2 + rw) % 2])
        O[w // 2 * 64 + c * 2 + w % 2] = T.Cast("int16", T.shift_right(sum[0], 2))


@T.prim_func(s_tir=True)
def backwards(A: T.Buffer((640,), "int16"), O: T.Buffer((512,), "int16")):
    T.func_attr({"global_symbol": "backwards", "tirx.noalias": True})
    sum = T.alloc_buffer((1,), "int32")
    for w, c in T.grid(16, 32):
        sum[0] = 0
        for rw in range(3):
            sum[0] = sum[0] + T.Cast("int32", A[(w + rw) // 2 * 64 + c * 2 + 1 - (w + rw) % 2])
        O[w // 2 * 64 + c * 2 + w % 2] = T.Cast("int16", T.shift_right(sum[0], 2))


@T.prim_func(s_tir=True)
def shifted(A: T.Buffer((704,), "int16"), O: T.Buffer((512,), "int16")):
    T.func_attr({"global_symbol": "shifted", "tirx.noalias": True})
    sum = T.alloc_buffer((1,), "int32")
    for w, c in T.grid(16, 32):
        sum[0] = 0
        for rw in range(3):
            sum[0] = sum[0] + T.Cast("int32", A[(w + rw) // 2 * 64 + c * 2 + (w + rw) % 2 + 2])
        O[w // 2 * 64 + c * 2 + w % 2] = T.Cast("int16", T.shift_right(sum[0], 2))


@T.prim_func(s_tir=True)
def apart(A: T.Buffer((1280,), "int16"), O: T.Buffer((512,), "int16")):
    T.func_attr({"global_symbol": "apart", "tirx.noalias": True})
    sum = T.alloc_buffer((1,), "int32")
    for w, c in T.grid(16, 32):
        sum[0] = 0
        for rw in range(3):
            sum[0] = sum[0] + T.Cast("int32", A[(w + rw) // 2 * 128 + c * 4 + (w + rw) % 2])
        O[w // 2 * 64 + c * 2 + w % 2] = T.Cast("int16", T.shift_right(sum[0], 2))


@T.prim_func(s_tir=True)
def by_column(A: T.Buffer((640,), "int16"), K: T.Buffer((1632,), "int16"), O: T.Buffer((512,), "int16")):
    T.func_attr({"global_symbol": "by_column", "tirx.noalias": True})
    sum = T.alloc_buffer((1,), "int32")
    for w, c in T.grid(16, 32):
        sum[0] = 0
        for rw in range(3):
            sum[0] = sum[0] + T.Cast("int32", A[(w + rw) // 2 * 64 + c * 2 + (w + rw) % 2]) * T.Cast("int32", K[(w + rw) * 32 + c])
        O[w // 2 * 64 + c * 2 + w % 2] = T.Cast("int16", T.shift_right(sum[0], 2))


@T.prim_func(s_tir=True)
def overlap(A: T.Buffer((640,), "int16"), O: T.Buffer((512,), "int16")):
    T.func_attr({"global_symbol": "overlap"})
    sum = T.alloc_buffer((1,), "int32")
    for w, c in T.grid(16, 32):
        sum[0] = 0
        for rw in range(3):
            sum[0] = sum[0] + T.Cast("int32", A[(w + rw) // 2 * 64 + c * 2 + (w + rw) % 2])
        O[w // 2 * 64 + c * 2 + w % 2] = T.Cast("int16", T.shift_right(sum[0], 2))


@T.prim_func(s_tir=True)
def in_place(A: T.Buffer((640,), "int16"), O: T.Buffer((512,), "int16")):
    T.func_attr({"global_symbol": "in_place", "tirx.noalias": True})
    sum = T.alloc_buffer((1,), "int32")
    for w, c in T.grid(16, 32):
        sum[0] = 0
        for rw in range(3):
            sum[0] = sum[0] + T.Cast("int32", A[(w + rw) // 2 * 64 + c * 2 + (w + rw) % 2])
        A[w // 2 * 64 + c * 2 + w % 2] = T.Cast("int16", T.shift_right(sum[0], 2))


# The odd column comes first, by an index without a number of its own; a column is the same element for some columns and taps alone.
@T.prim_func(s_tir=True)
def odd_first(A: T.Buffer((640,), "int16"), O: T.Buffer((512,), "int16")):
    T.func_attr({"global_symbol": "odd_first", "tirx.noalias": True})
    sum = T.alloc_buffer((1,), "int32")
    for w, c in T.grid(16, 32):
        sum[0] = 0
        for rw in range(3):
            sum[0] = sum[0] + T.Cast("int32", A[(w + rw) // 2 * 64 + c * 2 + (w + rw + 1) % 2])
        O[w // 2 * 64 + c * 2 + w % 2] = T.Cast("int16", T.shift_right(sum[0], 2))


@T.prim_func(s_tir=True)
def some_taps(A: T.Buffer((1024,), "int16"), O: T.Buffer((512,), "int16")):
    T.func_attr({"global_symbol": "some_taps", "tirx.noalias": True})
    sum = T.alloc_buffer((1,), "int32")
    for w, c in T.grid(16, 32):
        sum[0] = 0
        for rw in range(3):
            sum[0] = sum[0] + T.Cast("int32", A[(w + rw) // 2 * 64 + T.min(rw, 15 - w) * 64 + c * 2 + (w + rw) % 2])
        O[w // 2 * 64 + c * 2 + w % 2] = T.Cast("int16", T.shift_right(sum[0], 2))
# UNSUPPORTED: slow-with-sanitizers
