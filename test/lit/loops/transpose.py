# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon %s -o /dev/null 2>&1 --explain | FileCheck --check-prefix=WHY %s
# RUN: %tirc -S -O3 --try-versions=0 --target=hexagon %s -o - | FileCheck --check-prefix=ASM %s
# Columns become rows by exchanging bits of the numbers of registers and lanes.
# NONE: {{^ *}}def words(
# NONE-NOT: {{low}} =
from tvm.script import tirx as T


# Tiles overlap where they do not fit.
# CHECK-LABEL: {{^}}def words
# CHECK: row{{.*}} = T.bind(A_1[
# CHECK: low = T.bind(T.Shuffle([row, row_8], [0, 1, 2, 3, 4, 5, 6, 7, 32,
# CHECK: high = T.bind(T.Shuffle([row, row_8], [8, 9, 10, 11, 12, 13, 14, 15, 40,
# CHECK: B_1[{{.*}}T.min(
# WHY: transpose.py:[[@LINE+7]]:5: remark: loop 'y': what it stores is covered by registers, in each lane of which one iteration is done; lanes: 32
# ASM: vshuff(v{{[0-9]+}},v{{[0-9]+}},r
@T.prim_func(s_tir=True)
def words(A: T.Buffer((100, 150), "int32"), B: T.Buffer((150, 100), "int32")):
    T.func_attr({"global_symbol": "words", "tirx.noalias": True})
    for i, j in T.grid(100, 150):
        A[i, j] = i * 1000 + j
    for y in range(150):
        for x in range(100):
            B[y, x] = A[x, y]


# The text in vectors, too.
# CHECK-LABEL: {{^}}def vectors
# CHECK: low = T.bind(T.Shuffle(
# WHY: loop 'y': what it stores is covered by registers, in each lane of which one iteration is done; lanes: 64
@T.prim_func(s_tir=True)
def vectors(A: T.Buffer((64, 64), "int16"), B: T.Buffer((64, 64), "int16")):
    T.func_attr({"global_symbol": "vectors", "tirx.noalias": True})
    for y in range(64):
        for x in T.vectorized(64):
            B[y, x] = A[x, y]


# Parameters may overlap; an element is stored twice.
# CHECK-LABEL: {{^}}def overlap
# CHECK-NOT: T.Shuffle
# CHECK: {{^}}def twice
# CHECK-NOT: T.Shuffle
@T.prim_func(s_tir=True)
def short(A: T.Buffer((100, 150), "uint8"), B: T.Buffer((150, 100), "uint8")):
    T.func_attr({"global_symbol": "short", "tirx.noalias": True})
    for y, x in T.grid(150, 100):
        B[y, x] = A[x, y]


@T.prim_func(s_tir=True)
def overlap(A: T.Buffer((64, 64), "int32"), B: T.Buffer((64, 64), "int32")):
    T.func_attr({"global_symbol": "overlap"})
    for y, x in T.grid(64, 64):
        B[y, x] = A[x, y]


@T.prim_func(s_tir=True)
def twice(A: T.Buffer((64, 64), "int32"), B: T.Buffer((192, 64), "int32")):
    T.func_attr({"global_symbol": "twice", "tirx.noalias": True})
    for y, k, x in T.grid(64, 3, 64):
        B[y + k, x] = A[x, y]


# However large it is: the proof is of one tile.
# CHECK-LABEL: {{^}}def large
# CHECK: low = T.bind(T.Shuffle(
# WHY: transpose.py:[[@LINE+4]]:5: remark: loop 'y': what it stores is covered by registers, in each lane of which one iteration is done; lanes: 128
@T.prim_func(s_tir=True)
def large(A: T.Buffer((1024, 1000), "uint8"), B: T.Buffer((1000, 1024), "uint8")):
    T.func_attr({"global_symbol": "large", "tirx.noalias": True})
    for y, x in T.grid(1000, 1024):
        B[y, x] = A[x, y]


# Rows that are left over, of memory too large to be proved element by element; a loop of more than 4,096 iterations takes its time.
# CHECK-LABEL: {{^}}def long
# CHECK: for around in range(39):
# CHECK: B_1[4872 + group * 10000:4872 + group * 10000 + 128] =
@T.prim_func(s_tir=True)
def long(A: T.Buffer((5000, 32), "uint8"), B: T.Buffer((32, 5000), "uint8")):
    T.func_attr({"global_symbol": "long", "tirx.noalias": True})
    for i, j in T.grid(32, 5000):
        B[i, j] = A[j, i]

# UNSUPPORTED: slow-with-sanitizers
