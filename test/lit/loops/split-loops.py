# REQUIRES: isl
# RUN: %tirc --explain --emit=tir --split-loops=all --lanes=0 --cse-level=none --no-promote-scalars --unroll-and-jam=0 %s -o %t.all 2> %t.why && FileCheck %s < %t.all && FileCheck --check-prefix=WHY %s < %t.why
# RUN: %tirc --emit=tir --split-loops=all --lanes=128 --cse-level=none --no-promote-scalars --unroll-and-jam=0 %s | FileCheck --check-prefix=LANES %s
# RUN: %tirc --explain --emit=tir --target=hexagon --cover=0 --cse-level=none --no-promote-scalars %s -o %t.auto 2> %t.pays && FileCheck --check-prefix=LANES %s < %t.auto && FileCheck --check-prefix=PAYS %s < %t.pays
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon --cover=0 --split-loops=0 %s | FileCheck --check-prefix=NONE %s
# RUN: not %tirc --split-loops=2 %s 2>&1 | FileCheck --check-prefix=WORD %s
# Loops are split where conditions in them change: the borders of padded windows.
# WORD: error: --split-loops=2: must be 0, auto or all
from tvm.script import tirx as T


# The rows are split into the first one and the others; the window becomes copies.  The pixels stay whole, for they may be lanes.
# CHECK-LABEL: {{^}}def pool
# CHECK: for x, c in T.grid(8, 32):
# CHECK-NEXT: best_1 = T.alloc_buffer((1,), "int32")
# CHECK: T.if_then_else(1 <= x, T.Cast("int32", A[{{.*}} - 32]), -128)
# CHECK: for y in range(1, 8):
# CHECK: for x, c in T.grid(8, 32):
# CHECK-NOT: 1 <= y
# CHECK: T.if_then_else(1 <= x, T.Cast("int32", A[{{.*}} - 288]), -128)
# The first of four pixels is a choice by a constant, and no pixel before the first one of all is loaded.
# LANES-LABEL: {{^}}def pool
# LANES: for x in range(0, 4, 4):
# LANES: T.Select(T.Shuffle([T.bool(False), T.bool(True)], [0, 0, {{.*}} 0, 0, 1, 1, {{.*}} 1, 1]), T.Cast("int32x128", T.Shuffle([{{.*}}], [96, 97, {{.*}}, 222, 223])), T.Broadcast(-128, 128))
# LANES: for y in range(1, 8):
# LANES: for x in range(0, 4, 4):
# LANES: T.Select(T.Shuffle([T.bool(False), T.bool(True)], {{.*}}), T.Cast("int32x128", T.Shuffle([{{.*}}], [96, 97, {{.*}}, 222, 223])), T.Broadcast(-128, 128))
# LANES: for x in range(4, 8, 4):
# LANES-NOT: T.Select
# LANES: T.Cast("int32x128", A[T.Ramp({{.*}} - 288, 1, 128)]))
# NONE-LABEL: {{^}}def pool
# NONE: 1 <= {{y|cse}}
# WHY: split-loops.py:[[@LINE+5]]:5: remark: loop 'y': index-set splitting, at the conditions in it; copies of its body: 8
@T.prim_func(s_tir=True)
def pool(A: T.Buffer((2048,), "int8"), O: T.Buffer((2048,), "int8")):
    T.func_attr({"tirx.noalias": True})
    best = T.alloc_buffer((1,), "int32")
    for y, x, c in T.grid(8, 8, 32):
        best[0] = -128
        for ry, rx in T.grid(2, 2):
            best[0] = T.max(best[0], T.if_then_else(1 <= y + ry and 1 <= x + rx, T.Cast("int32", A[y * 256 + ry * 256 + x * 32 + rx * 32 + c - 288]), -128))
        O[y * 256 + x * 32 + c] = T.Cast("int8", best[0])


# A condition around a sum is a choice in the sum; a count is a constant of each lane.
# CHECK-LABEL: {{^}}def mean
# CHECK: T.if_then_else(1 <= x, T.Cast("int32", A[{{.*}} - 32]), 0)
# LANES-LABEL: {{^}}def mean
# LANES: T.Div(sum_1[T.Ramp(0, 1, 128)], T.Shuffle([2, 3], [0, 0, {{.*}} 0, 1, {{.*}} 1, 1]))
@T.prim_func(s_tir=True)
def mean(A: T.Buffer((512,), "int8"), O: T.Buffer((512,), "int8")):
    T.func_attr({"tirx.noalias": True})
    sum = T.alloc_buffer((1,), "int32")
    for x, c in T.grid(16, 32):
        sum[0] = 0
        for r in range(3):
            if 1 <= x + r and x + r < 17:
                sum[0] = sum[0] + T.Cast("int32", A[x * 32 + r * 32 + c - 32])
        count = T.bind(T.min(x + 2, 16) - T.max(x - 1, 0))
        O[x * 32 + c] = T.Cast("int8", T.truncdiv(sum[0], count))


# What is left behind by one iteration is read by the next one: the pieces share it.
# CHECK-LABEL: {{^}}def carried
# CHECK: s[0] = 0
# CHECK-NOT: s_1
# CHECK: for y in range(1, 300):
# CHECK-NEXT: for c in range(128):
# CHECK-NEXT: [[NEW:[^ ]*]] = T.bind(s[0] + 2)
# CHECK-NEXT: s[0] = [[NEW]]
@T.prim_func(s_tir=True)
def carried(O: T.Buffer((300,), "int32")):
    s = T.alloc_buffer((1,), "int32")
    s[0] = 0
    for y, c in T.grid(300, 128):
        s[0] = s[0] + T.if_then_else(y < 1, 1, 2)
        O[y] = s[0]


# WHY: remark: loop 'y' is not split: the pieces would be too many or too large
@T.prim_func(s_tir=True)
def many(A: T.Buffer((400,), "int32"), O: T.Buffer((400,), "int32")):
    for y, c in T.grid(400, 128):
        O[y] = 0
        for r in range(17):
            if y + r < 100:
                O[y] = A[y]


# PAYS: split-loops.py:[[@LINE+4]]:5: remark: loop 'y' is not split: the pieces would not make better vectors
@T.prim_func(s_tir=True)
def floats(A: T.Buffer((2048,), "float32"), O: T.Buffer((2048,), "float32")):
    T.func_attr({"tirx.noalias": True})
    for y, x, c in T.grid(8, 8, 32):
        O[y * 256 + x * 32 + c] = T.float32(0)
        for r in range(2):
            O[y * 256 + x * 32 + c] = O[y * 256 + x * 32 + c] + T.if_then_else(1 <= y + r, A[y * 256 + r * 256 + x * 32 + c - 256], T.float32(0))


# A window that asks nothing: for each of its iterations it is known which lines the lanes lie in.
# CHECK-LABEL: {{^}}def plain
# CHECK-NOT: ry, rx
# CHECK: A[{{.*}} + 32]
# CHECK: A[{{.*}} + 256]
# CHECK: A[{{.*}} + 288]
# LANES-LABEL: {{^}}def plain
# LANES-NOT: ry, rx
# LANES: T.Shuffle([A[T.Ramp({{.*}}, 1, 128)], A[T.Ramp({{.*}}, 1, 128)]{{.*}}], [0, 1,
# LANES: T.Shuffle([A[T.Ramp({{.*}}, 1, 128)], A[T.Ramp({{.*}}, 1, 128)]{{.*}}], [32, 33,
# NONE-LABEL: {{^}}def plain
# NONE: for ry, rx in T.grid(2, 2):
@T.prim_func(s_tir=True)
def plain(A: T.Buffer((2048,), "int8"), O: T.Buffer((512,), "int8")):
    T.func_attr({"tirx.noalias": True})
    for y, x, c in T.grid(4, 4, 32):
        O[y * 128 + x * 32 + c] = T.int8(-128)
        for ry, rx in T.grid(2, 2):
            O[y * 128 + x * 32 + c] = T.max(O[y * 128 + x * 32 + c], A[y * 512 + ry * 256 + x * 64 + rx * 32 + c])


# Rows of at least half a vector are lanes by themselves: the loop around is split at its border.
# CHECK-LABEL: {{^}}def padded
# CHECK: for y in range(1, 9):
# CHECK-NEXT: for x in range(72):
# LANES-LABEL: {{^}}def padded
# LANES: for y in range(1, 9):
# LANES-NEXT: for x in range(0, 72, 72):
@T.prim_func(s_tir=True)
def padded(A: T.Buffer((8, 70), "uint8"), O: T.Buffer((10, 72), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(10, 72):
        O[y, x] = T.if_then_else(1 <= y and y < 9 and 1 <= x and x < 71, A[y - 1, x - 1], T.uint8(0))


# What is read behind the loop is no iteration's own; nor what the iteration before has left behind.
# CHECK-LABEL: {{^}}def behind
# CHECK: s = T.alloc_buffer((1,), "int32"
# CHECK-NOT: s_1
# CHECK-LABEL: {{^}}def left
# CHECK: s = T.alloc_buffer((1,), "int32"
# CHECK-NOT: s_1
@T.prim_func(s_tir=True)
def behind(A: T.Buffer((512,), "int8"), O: T.Buffer((512,), "int32")):
    T.func_attr({"tirx.noalias": True})
    s = T.alloc_buffer((1,), "int32")
    for x, c in T.grid(16, 32):
        s[0] = 0
        for r in range(3):
            if 1 <= x + r and x + r < 17:
                s[0] = s[0] + T.Cast("int32", A[x * 32 + r * 32 + c - 32])
        O[x * 32 + c] = s[0]
    O[0] = s[0]


@T.prim_func(s_tir=True)
def left(O: T.Buffer((300,), "int32")):
    s = T.alloc_buffer((1,), "int32")
    for y, c in T.grid(300, 128):
        s[0] = T.if_then_else(y < 1, 0, s[0]) + 1
        O[y] = s[0]


# A store under a condition is no choice where there is something else to do, nor of floats: -0.0 + 0.0 is 0.0.
# CHECK-LABEL: {{^}}def either
# CHECK: else:
# CHECK-LABEL: {{^}}def signed
# CHECK: if 1 <= x:
@T.prim_func(s_tir=True)
def either(A: T.Buffer((512,), "int8"), O: T.Buffer((512,), "int32")):
    T.func_attr({"tirx.noalias": True})
    s = T.alloc_buffer((1,), "int32")
    for x, c in T.grid(16, 32):
        s[0] = 0
        for r in range(3):
            if 1 <= x + r and x + r < 17:
                s[0] = s[0] + T.Cast("int32", A[x * 32 + r * 32 + c - 32])
            else:
                s[0] = s[0] + 1
        O[x * 32 + c] = s[0]


@T.prim_func(s_tir=True)
def signed(A: T.Buffer((512,), "float32"), O: T.Buffer((512,), "float32")):
    T.func_attr({"tirx.noalias": True})
    s = T.alloc_buffer((1,), "float32")
    for x, c in T.grid(16, 32):
        s[0] = T.float32(-0.0)
        for r in range(3):
            if 1 <= x + r and x + r < 17:
                s[0] = s[0] + A[x * 32 + r * 32 + c - 32]
        O[x * 32 + c] = s[0]


# Of a large window the rows stay a loop, in pieces where a row of the result needs that; the columns become copies.
# CHECK-LABEL: {{^}}def large
# CHECK: for r in range(3, 7):
# CHECK-NEXT: T.if_then_else(3 <= x, A[r - 3, x - 3], T.uint8(0))
# CHECK: for y in range(3, 61):
# CHECK-NEXT: for x in range(64):
# CHECK: for r in range(7):
# CHECK: T.if_then_else(3 <= x, A[{{[^,]*}}, x - 3], T.uint8(0))
# LANES-LABEL: {{^}}def large
# LANES: for r in range(3, 7):
# LANES: for y in range(3, 61
# LANES: for r in range(7):
@T.prim_func(s_tir=True)
def large(A: T.Buffer((64, 64), "uint8"), W: T.Buffer((7, 7), "int8"), O: T.Buffer((64, 64), "int32")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(64, 64):
        O[y, x] = 0
        for r, q in T.grid(7, 7):
            O[y, x] = O[y, x] + T.Cast("int32", T.if_then_else(3 <= y + r and y + r < 67 and 3 <= x + q and x + q < 67, A[y + r - 3, x + q - 3], T.uint8(0))) * T.Cast("int32", W[r, q])
# UNSUPPORTED: slow-with-sanitizers
