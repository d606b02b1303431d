# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --lanes=all --cover=all --cse-level=none --explain %s -o %t.py 2> %t.why
# RUN: FileCheck %s < %t.py
# RUN: FileCheck --check-prefix=WHY --implicit-check-not="warnin{{g}}:" %s < %t.why
# RUN: %tirc -O2 --cover=all --target=hexagon --function=halves %s -S -o - | FileCheck --check-prefix=HALVES %s
# RUN: %tirc -O2 --cover=all --target=hexagon --function=odd %s -S -o - | FileCheck --check-prefix=ODD %s
# Terms of sums of products go into instructions, from operands that are laid out for them.
# WHY: remark: loop 'y': what it stores is covered by registers
from tvm.script import tirx as T


# Products of halfwords two by two: both operands are of 16 bits then, and words of A are the same for all lanes.
# CHECK-LABEL: {{^}}def halves
# CHECK: packed = T.alloc_buffer((512,), "int16", align=128)
# CHECK: words = T.alloc_buffer((192,), "int16", align=128)
# CHECK: [[W:cse_v[0-9]+]] = T.bind(words[T.Ramp({{.*}}, 1, 2)])
# CHECK: sums[{{.*}}] = T.Cast("uint32x32", T.Shuffle([{{.*}}], [0, 2, 4, {{.*}}])) * T.Broadcast(T.Cast("uint32", T.Shuffle([[[W]]], [0])), 32)
# HALVES: vsplat
# HALVES: w += vmpy({{.*}}.h,{{.*}}.h)
@T.prim_func(s_tir=True)
def halves(A: T.Buffer((12, 16), "int8"), W: T.Buffer((32, 16), "int16"), B: T.Buffer((12, 32), "int32")):
    T.func_attr({"global_symbol": "halves", "tirx.noalias": True})
    for y, m in T.grid(12, 32):
        B[y, m] = 0
        for k in range(16):
            B[y, m] = B[y, m] + (T.Cast("int32", A[y, k]) + 4) * T.Cast("int32", W[m, k])


# Terms become whole words, and lanes whole registers, by zeros. What is added to a factor is added up apart: to that of the lanes by rows, to the other one by lanes.
# CHECK-LABEL: {{^}}def odd
# CHECK: packed = T.alloc_buffer(({{[0-9]+}},), "uint8", align=128)
# CHECK: start = T.alloc_buffer(({{[0-9]+}},), "uint32", align=128)
# CHECK: start_1 = T.alloc_buffer(({{[0-9]+}},), "uint32", align=128)
# CHECK: sums = T.alloc_buffer(({{[0-9]+}},), "uint32", align=128)
# ODD: w += vrmpy({{.*}}.ub,{{.*}}.b)
@T.prim_func(s_tir=True)
def odd(A: T.Buffer((40, 35), "int8"), W: T.Buffer((5, 35), "int8"), B: T.Buffer((40, 5), "int32")):
    T.func_attr({"global_symbol": "odd", "tirx.noalias": True})
    for y, m in T.grid(40, 5):
        B[y, m] = 0
        for k in range(35):
            B[y, m] = B[y, m] + (T.Cast("int32", A[y, k]) + 100) * (T.Cast("int32", W[m, k]) - 7)


# Of 7 terms 3 are left over: they are a word with a zero.
# CHECK-LABEL: {{^}}def seven
# CHECK: words[{{.*}}, [0, 1, 2, 3, 4, 5, 6, 135, 7,
@T.prim_func(s_tir=True)
def seven(A: T.Buffer((64, 7), "int8"), W: T.Buffer((32, 7), "int8"), O: T.Buffer((64, 32), "int32")):
    T.func_attr({"global_symbol": "seven", "tirx.noalias": True})
    for y, x in T.grid(64, 32):
        O[y, x] = 0
        for k in range(7):
            O[y, x] = O[y, x] + T.Cast("int32", A[y, k]) * T.Cast("int32", W[x, k])


# What is added counts once for each of 8 x 16 terms: 12,800.
# CHECK-LABEL: {{^}}def twice
# CHECK: acc[{{.*}}T.uint32(12800)
@T.prim_func(s_tir=True)
def twice(A: T.Buffer((16, 8, 16), "int8"), W: T.Buffer((32, 8, 16), "int8"), O: T.Buffer((16, 32), "int32")):
    T.func_attr({"global_symbol": "twice", "tirx.noalias": True})
    for y, x in T.grid(16, 32):
        O[y, x] = 0
        for j, k in T.grid(8, 16):
            O[y, x] = O[y, x] + (T.Cast("int32", A[y, j, k]) + 100) * (T.Cast("int32", W[x, j, k]) - 7)


# Planes: pixels are the lanes, of whose windows the terms lie side by side in a copy; the weights lie so in memory.
# CHECK-LABEL: {{^}}def planes
# CHECK: packed = T.alloc_buffer((2304,), "int8", align=128)
# CHECK-NOT: words
# CHECK: [[W:cse_v[0-9]+]] = T.bind(W_1[T.Ramp({{.*}}, 1, 4)])
# CHECK: [[B:cse_v[0-9]+]] = T.bind(T.Shuffle([[[W]]], [3]))
# CHECK: T.Broadcast(T.Cast("uint32", [[B]]), 32)
@T.prim_func(s_tir=True)
def planes(A: T.Buffer((4, 8, 8), "int8"), W: T.Buffer((6, 4, 3, 3), "int8"), B: T.Buffer((6, 8, 8), "int8")):
    T.func_attr({"global_symbol": "planes", "tirx.noalias": True})
    pad = T.alloc_buffer((4, 10, 10), "int8")
    sums = T.alloc_buffer((6, 8, 8), "int32")
    for c, y, x in T.grid(4, 10, 10):
        pad[c, y, x] = T.if_then_else(1 <= y and y < 9 and 1 <= x and x < 9, A[c, y - 1, x - 1], T.int8(-9))
    for m, y, x in T.grid(6, 8, 8):
        sums[m, y, x] = 0
        for c, i, j in T.grid(4, 3, 3):
            sums[m, y, x] = sums[m, y, x] + T.Cast("int32", pad[c, y + i, x + j]) * T.Cast("int32", W[m, c, i, j])
    for m, y, x in T.grid(6, 8, 8):
        B[m, y, x] = T.Cast("int8", T.max(T.min(T.shift_right(sums[m, y, x], 6), 127), -128))

# What halves is run with.
@T.prim_func(s_tir=True)
def data_halves(A: T.Buffer((12, 16), "int8"), W: T.Buffer((32, 16), "int16")):
    T.func_attr({"global_symbol": "data_halves"})
    for a, b in T.grid(12, 16):
        A[a, b] = T.Cast("int8", (a * 37 + b * 101) % 251 - 125)
    for a, b in T.grid(32, 16):
        W[a, b] = T.Cast("int16", (a * 37 + b * 101) % 251 - 125)


# What odd is run with.
@T.prim_func(s_tir=True)
def data_odd(A: T.Buffer((40, 35), "int8"), W: T.Buffer((5, 35), "int8")):
    T.func_attr({"global_symbol": "data_odd"})
    for a, b in T.grid(40, 35):
        A[a, b] = T.Cast("int8", (a * 37 + b * 101) % 251 - 125)
    for a, b in T.grid(5, 35):
        W[a, b] = T.Cast("int8", (a * 37 + b * 101) % 251 - 125)


# What planes is run with.
@T.prim_func(s_tir=True)
def data_planes(A: T.Buffer((4, 8, 8), "int8"), W: T.Buffer((6, 4, 3, 3), "int8")):
    T.func_attr({"global_symbol": "data_planes"})
    for a, b, c in T.grid(4, 8, 8):
        A[a, b, c] = T.Cast("int8", (a * 37 + b * 101 + c * 11) % 251 - 125)
    for a, b, c, d in T.grid(6, 4, 3, 3):
        W[a, b, c, d] = T.Cast("int8", (a * 37 + b * 101 + c * 11 + d * 53) % 251 - 125)

# UNSUPPORTED: slow-with-sanitizers
