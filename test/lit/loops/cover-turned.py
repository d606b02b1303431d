# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --lanes=all --cover=all --cse-level=none --explain %s -o %t.py 2> %t.why
# RUN: FileCheck %s < %t.py
# RUN: FileCheck --check-prefix=WHY --implicit-check-not="warnin{{g}}:" %s < %t.why
# Rows become columns in copies, where lanes lie far apart in what is loaded or stored.
# WHY: remark: loop 'y': what it stores is covered by registers
from tvm.script import tirx as T


# Rows of 31 are no whole registers: they become columns of rows of 32, and these are put close.
# CHECK-LABEL: {{^}}def odd
# CHECK: turned = T.alloc_buffer((4224,), "uint8", align=128)
# CHECK: for group in range(2):
# CHECK: low = T.bind(T.Shuffle([row, row_{{[0-9]+}}], [0, 128, 1, 129,
# CHECK: high = T.bind(T.Shuffle([row, row_{{[0-9]+}}], [64, 192, 65, 193,
# CHECK: B_1[{{.*}}] = {{.*}}turned[{{.*}} + T.Broadcast(T.uint8(1), 128)
@T.prim_func(s_tir=True)
def odd(A: T.Buffer((31, 132), "uint8"), B: T.Buffer((132, 31), "uint8")):
    T.func_attr({"global_symbol": "odd", "tirx.noalias": True})
    for y, x in T.grid(132, 31):
        B[y, x] = A[x, y] + T.uint8(1)


# Columns of 31 do not lie as far apart as those of a copy: they are not stored directly.
# CHECK-LABEL: {{^}}def close
# CHECK: B_1[{{.*}}] = T.Shuffle({{.}}turned[
@T.prim_func(s_tir=True)
def close(A: T.Buffer((31, 132), "uint8"), B: T.Buffer((132, 31), "uint8")):
    T.func_attr({"global_symbol": "close", "tirx.noalias": True})
    for y, x in T.grid(132, 31):
        B[y, x] = A[x, y]


# Of 64 rows that are dealt out there are 63.
# CHECK-LABEL: {{^}}def rows63
# CHECK: A_1[T.Ramp({{.*}} + T.min(15 + {{.*}}, 62) * 132, 1, 128)]
@T.prim_func(s_tir=True)
def rows63(A: T.Buffer((63, 132), "uint8"), B: T.Buffer((132, 63), "uint8")):
    T.func_attr({"global_symbol": "rows63", "tirx.noalias": True})
    for y, x in T.grid(132, 63):
        B[y, x] = A[x, y] + T.uint8(1)


# Of 128 rows that change places with columns there are 96: blocks of 16 begin at row 80 at most.
# CHECK-LABEL: {{^}}def rows96
# CHECK: T.min(group{{.*}} 80)
@T.prim_func(s_tir=True)
def rows96(A: T.Buffer((96, 128), "uint8"), B: T.Buffer((128, 96), "uint8")):
    T.func_attr({"global_symbol": "rows96", "tirx.noalias": True})
    for y, x in T.grid(128, 96):
        B[y, x] = A[x, y] + T.uint8(1)


# The first column of the copy is the first one that is read.
# CHECK-LABEL: {{^}}def shifted
# CHECK: B_1[[[V:cse_v[0-9]+]]:[[V]] + 128] = turned[T.Ramp([[V]], 1, 128)] + T.Broadcast(T.uint8(1), 128)
@T.prim_func(s_tir=True)
def shifted(A: T.Buffer((64, 132), "uint8"), B: T.Buffer((100, 64), "uint8")):
    T.func_attr({"global_symbol": "shifted", "tirx.noalias": True})
    for y, x in T.grid(100, 64):
        B[y, x] = A[x, y + 5] + T.uint8(1)


# The result is stored where it belongs: rows of 32 words, from rows of 40 that begin again before the end.
# CHECK-LABEL: {{^}}def words
# CHECK-NOT: turned
# CHECK: for tile in range(2):
# CHECK: [[T:cse_v[0-9]+]] = T.bind(T.min(tile * 32, 8))
# CHECK: A_1[T.Ramp([[T]] + cse_v{{[0-9]+}} * 40, 1, 32)]
# CHECK-NOT: turned
# CHECK: B_1[{{.*}}] = low
@T.prim_func(s_tir=True)
def words(A: T.Buffer((32, 40), "int32"), B: T.Buffer((40, 32), "int32")):
    T.func_attr({"global_symbol": "words", "tirx.noalias": True})
    for y, x in T.grid(40, 32):
        B[y, x] = A[x, y]


# Short rows lie side by side in a register.
# CHECK-LABEL: {{^}}def short
# CHECK: [[R:row[_0-9]*]] = T.bind(A_1[T.Ramp({{.*}}, 1, 128)])
# CHECK: B_1[{{.*}}] = high
@T.prim_func(s_tir=True)
def short(A: T.Buffer((3, 64, 16), "uint8"), B: T.Buffer((3, 16, 64), "uint8")):
    T.func_attr({"global_symbol": "short", "tirx.noalias": True})
    for b, y, x in T.grid(3, 16, 64):
        B[b, y, x] = A[b, x, y]


# Windows of 12 columns are too short for lanes, and their columns have no maxima of their own, as each element meets another limit: channels are lanes, in a copy, and what comes of them is turned back.
# CHECK-LABEL: {{^}}def pool
# CHECK: turned{{[_0-9]*}} = T.alloc_buffer(
# CHECK: turned{{[_0-9]*}} = T.alloc_buffer(
# CHECK: turned{{[_0-9]*}}[{{.*}}] = T.max(
# CHECK: O_1[{{.*}}] = low
@T.prim_func(s_tir=True)
def pool(A: T.Buffer((32, 24, 24), "int8"), W: T.Buffer((3, 3), "int8"), O: T.Buffer((32, 12, 12), "int8")):
    T.func_attr({"global_symbol": "pool", "tirx.noalias": True})
    for c, y, x in T.grid(32, 12, 12):
        O[c, y, x] = T.int8(-128)
        for i, j in T.grid(3, 3):
            O[c, y, x] = T.max(O[c, y, x], T.min(W[i, j], T.if_then_else(1 <= y * 2 + i and 1 <= x * 2 + j, A[c, y * 2 + i - 1, x * 2 + j - 1], T.int8(-128))))


# What is read where it is stored stays in its order.
# CHECK-LABEL: {{^}}def in_place
# CHECK-NOT: T.Shuffle
@T.prim_func(s_tir=True)
def in_place(O: T.Buffer((64, 64), "uint8")):
    T.func_attr({"global_symbol": "in_place", "tirx.noalias": True})
    for y, x in T.grid(64, 64):
        O[y, x] = O[x, y]


# Pairs of elements that lie side by side move together.
# CHECK-LABEL: {{^}}def pairs
# CHECK: T.Shuffle([row{{.*}}, row{{.*}}], [0, 1, 64, 65, 2, 3, 66, 67,
# CHECK: B_1[{{.*}}] = low
@T.prim_func(s_tir=True)
def pairs(A: T.Buffer((32, 32), "int16"), B: T.Buffer((16, 32, 2), "int16")):
    T.func_attr({"global_symbol": "pairs", "tirx.noalias": True})
    for k, j, t in T.grid(16, 32, 2):
        B[k, j, t] = A[j, k * 2 + t]


# CHECK-LABEL: {{^}}def odd_pairs
# CHECK-NOT: T.Shuffle({{[[]}}row
@T.prim_func(s_tir=True)
def odd_pairs(A: T.Buffer((32, 66), "int16"), B: T.Buffer((32, 32, 2), "int16")):
    T.func_attr({"global_symbol": "odd_pairs", "tirx.noalias": True})
    for k, j, t in T.grid(32, 32, 2):
        B[k, j, t] = A[j, k * 2 + t + 1]


# Sums of 64 terms lie deep; their products are bounded all the same.
# CHECK-LABEL: {{^}}def deep
# CHECK: packed[{{.*}}] = low
@T.prim_func(s_tir=True)
def deep(A: T.Buffer((40, 64), "int8"), B: T.Buffer((96, 64), "int8"), C: T.Buffer((40, 96), "int32")):
    T.func_attr({"global_symbol": "deep", "tirx.noalias": True})
    for i, j in T.grid(40, 96):
        C[i, j] = 0
        for k in range(64):
            C[i, j] = C[i, j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])
        C[i, j] = T.max(C[i, j], 0)


# Loads that go by different strides around have copies of their own.
# CHECK-LABEL: {{^}}def two
# CHECK: turned{{[_0-9]*}} = T.alloc_buffer((12288,),
# CHECK: turned{{[_0-9]*}} = T.alloc_buffer((4096,),
@T.prim_func(s_tir=True)
def two(A: T.Buffer((3, 32, 128), "uint8"), B: T.Buffer((3, 128, 32), "int32")):
    T.func_attr({"global_symbol": "two", "tirx.noalias": True})
    for b, y, x in T.grid(3, 128, 32):
        B[b, y, x] = T.Cast("int32", A[b, x, y]) * T.Cast("int32", A[1, x, y])

# What odd is run with.
@T.prim_func(s_tir=True)
def data_odd(A: T.Buffer((31, 132), "uint8")):
    T.func_attr({"global_symbol": "data_odd"})
    for a, b in T.grid(31, 132):
        A[a, b] = T.Cast("uint8", (a * 37 + b * 101) % 251 - 0)


# What pool is run with.
@T.prim_func(s_tir=True)
def data_pool(A: T.Buffer((32, 24, 24), "int8")):
    T.func_attr({"global_symbol": "data_pool"})
    for a, b, c in T.grid(32, 24, 24):
        A[a, b, c] = T.Cast("int8", (a * 37 + b * 101 + c * 11) % 251 - 125)

# UNSUPPORTED: slow-with-sanitizers


# A row before the first one of a block is one of the block before: it is no row that there is not.
# CHECK-LABEL: {{^}}def earlier
# CHECK-NOT: turned = 
@T.prim_func(s_tir=True)
def earlier(O: T.Buffer((1984,), "int32"), A: T.Buffer((1953,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for y, c in T.grid(56, 31):
        O[y // 8 * 248 + c * 8 + y % 8] = T.if_then_else(2 <= y, A[y * 31 + c - 62], 0)
