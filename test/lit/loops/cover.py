# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --lanes=all --cover=all --cse-level=none --explain %s -o %t.py 2> %t.why
# RUN: FileCheck %s < %t.py
# RUN: FileCheck --check-prefix=WHY %s < %t.why
# RUN: %tirc --emit=tir --target=hexagon --cover=0 --explain %s -o /dev/null 2>&1 | FileCheck --check-prefix=NONE %s
# What nests store, covered by registers.
# NONE: remark: loop 'y'
# NONE-NOT: covered by registers
from tvm.script import tirx as T


# Rows of 20 channels touch, so that they are one range: a step is 32 rows.  What each channel has one of comes out of one line.
# CHECK-LABEL: {{^}}def columns
# CHECK: g_1 = T.alloc_buffer((128,), "int16", align=128)
# CHECK: [[G:cse_v[0-9]+]] = T.bind(g_1[T.Ramp(0, 1, 64)])
# CHECK: T.Shuffle({{[[]}}[[G]]], [0, 1, 2,
# CHECK: for y in range(6):
# CHECK: [[Y:cse_v[0-9]+]] = T.bind(y * 640)
# CHECK: O_1{{[[]}}[[Y]]:[[Y]] + 128] = T.Cast("int8x128",
# CHECK: O_1{{[[]}}[[Y]] + 512:[[Y]] + 512 + 128] =
# What is left behind the last whole step.
# CHECK: O_1[3840:3968] =
# CHECK: O_1[3872:4000] =
# WHY: cover.py:[[@LINE+4]]:5: remark: loop 'y': what it stores is covered by registers, in each lane of which one iteration is done; lanes: 128
@T.prim_func(s_tir=True)
def columns(A: T.Buffer((200, 20), "int8"), g: T.Buffer((20,), "int16"), O: T.Buffer((200, 20), "int8")):
    T.func_attr({"global_symbol": "columns", "tirx.noalias": True})
    for y, c in T.grid(200, 20):
        O[y, c] = T.Cast("int8", T.shift_right(T.Cast("int32", A[y, c]) * T.Cast("int32", g[c]), 8))


# A window that is cut off at the first row: that row is a piece of its own. Columns are reduced first.
# CHECK-LABEL: {{^}}def window
# CHECK: columns[0:128] = T.max(
# CHECK: for y in range(11):
# CHECK-NOT: if_then_else
# WHY: loop 'y': what it stores is covered by registers, in each lane of which one iteration is done; lanes: 128
@T.prim_func(s_tir=True)
def window(A: T.Buffer((24, 24, 31), "int8"), O: T.Buffer((12, 12, 31), "int8")):
    T.func_attr({"global_symbol": "window", "tirx.noalias": True})
    for y, x, c in T.grid(12, 12, 31):
        O[y, x, c] = T.int8(-128)
        for i, j in T.grid(3, 3):
            O[y, x, c] = T.max(O[y, x, c], T.if_then_else(1 <= y * 2 + i and 1 <= x * 2 + j, A[y * 2 + i - 1, x * 2 + j - 1, c], T.int8(-128)))


# Few sums of many bytes: some rows have part sums of their own, in 16 bits, and half of these are added to the others.
# CHECK-LABEL: {{^}}def mean
# CHECK: part = T.alloc_buffer(({{[0-9]+}},), "uint16", align=128)
# CHECK: part[{{.*}}] =
# CHECK: part_1[0:128] = part[T.Ramp(0, 1, 128)] + part[T.Ramp(384, 1, 128)]
# CHECK: [[ACC:acc[_0-9]*]][0] = 0
# CHECK-NEXT: for [[P:part[_0-9]*]] in range(2):
# CHECK-NEXT: [[ACC]][0] = [[ACC]][0] + [[S:part_[0-9]+]][c + [[P]] * 24]
# CHECK-NEXT: O[c] = T.Cast("uint8", T.Div([[ACC]][0] + 800, 1600))
# WHY: loop 'c': what it stores is covered
@T.prim_func(s_tir=True)
def mean(A: T.Buffer((1600, 24), "uint8"), O: T.Buffer((24,), "uint8")):
    T.func_attr({"global_symbol": "mean", "tirx.noalias": True})
    S = T.alloc_buffer((24,), "int32")
    for c in range(24):
        S[c] = 0
    for p, c in T.grid(1600, 24):
        S[c] = S[c] + T.Cast("int32", A[p, c])
    for c in range(24):
        O[c] = T.Cast("uint8", T.truncdiv(S[c] + 800, 1600))


# Two parts of each row are one range.
# CHECK-LABEL: {{^}}def concat
# CHECK: [[B:cse_v[0-9]+]] = T.bind(B_1[T.Ramp(y * {{[0-9]+}}, 1, 128)])
# CHECK: T.Shuffle([A_1[{{.*}}], [[B]]], [0, 1, 2,
# WHY: loop 'y': what it stores is covered
@T.prim_func(s_tir=True)
def concat(A: T.Buffer((40, 24), "uint8"), B: T.Buffer((40, 8), "uint8"), O: T.Buffer((40, 32), "uint8")):
    T.func_attr({"global_symbol": "concat", "tirx.noalias": True})
    for y, c in T.grid(40, 24):
        O[y, c] = A[y, c]
    for y, c in T.grid(40, 8):
        O[y, c + 24] = B[y, c]


# What is read where it is stored is done in its order.
# CHECK-LABEL: {{^}}def in_place
# CHECK-NOT: T.Shuffle
@T.prim_func(s_tir=True)
def in_place(O: T.Buffer((40, 33), "uint8")):
    T.func_attr({"global_symbol": "in_place", "tirx.noalias": True})
    for y, c in T.grid(40, 32):
        O[y, c] = O[y, c + 1]


# Each element takes the value of the last iteration.
# CHECK-LABEL: {{^}}def again
# CHECK-NOT: T.Shuffle
@T.prim_func(s_tir=True)
def again(A: T.Buffer((40, 33), "uint8"), O: T.Buffer((40, 33), "uint8")):
    T.func_attr({"global_symbol": "again", "tirx.noalias": True})
    for k, y, c in T.grid(3, 38, 33):
        O[y, c] = A[y + k, c]


# A is stored to between the two nests: what M holds is what it was before.
# CHECK-LABEL: {{^}}def between
# CHECK: M[{{.*}}] =
# CHECK: A_1[{{.*}}] =
# CHECK: O_1[{{.*}}] = M[
@T.prim_func(s_tir=True)
def between(A: T.Buffer((40, 33), "uint8"), O: T.Buffer((40, 33), "uint8")):
    T.func_attr({"global_symbol": "between", "tirx.noalias": True})
    M = T.alloc_buffer((40, 33), "uint8")
    for y, c in T.grid(40, 33):
        M[y, c] = A[y, c]
    for y, c in T.grid(40, 33):
        A[y, c] = T.uint8(3)
    for y, c in T.grid(40, 33):
        O[y, c] = M[y, c] + T.uint8(1)


# Two parts of a row are not all of it: what lies behind them stays as it is.
# CHECK-LABEL: {{^}}def holes
# CHECK-NOT: T.Shuffle
@T.prim_func(s_tir=True)
def holes(A: T.Buffer((40, 8), "uint8"), O: T.Buffer((40, 32), "uint8")):
    T.func_attr({"global_symbol": "holes", "tirx.noalias": True})
    for y, c in T.grid(40, 8):
        O[y, c] = A[y, c]
    for y, c in T.grid(40, 8):
        O[y, c + 8] = A[y, c] + T.uint8(1)


# A is stored to before O is complete: that takes what A was.
# CHECK-LABEL: {{^}}def later
# CHECK: O_1[{{.*}}] = A_1[
# CHECK: A_1[1192:1320] = T.Broadcast(T.uint8(3), 128)
# CHECK: O_1[{{.*}}] = O_1[
@T.prim_func(s_tir=True)
def later(A: T.Buffer((40, 33), "uint8"), O: T.Buffer((40, 33), "uint8")):
    T.func_attr({"global_symbol": "later", "tirx.noalias": True})
    for y, c in T.grid(40, 33):
        O[y, c] = A[y, c]
    for y, c in T.grid(40, 33):
        A[y, c] = T.uint8(3)
    for y, c in T.grid(40, 33):
        O[y, c] = O[y, c] + T.uint8(1)


# A parameter is the same in all lanes, and so is what is made of it.
# CHECK-LABEL: {{^}}def scaled
# CHECK: O_1[{{.*}}:{{.*}}] = A_1[{{.*}}] + T.Broadcast(T.Cast("uint8",
@T.prim_func(s_tir=True)
def scaled(A: T.Buffer((40, 33), "uint8"), O: T.Buffer((40, 33), "uint8"), k: T.int32):
    T.func_attr({"global_symbol": "scaled", "tirx.noalias": True})
    n = T.bind(k * 3)
    for y, c in T.grid(40, 33):
        O[y, c] = A[y, c] + T.Cast("uint8", n)


# What M took of A is what A was: O is covered as it stands, since A is stored to in between.
# CHECK-LABEL: {{^}}def kept
# CHECK: O[{{.*}}] = M[
# WHY: cover.py:[[@LINE+7]]:5: remark: loop 'i': what it stores is covered
# WHY: cover.py:[[@LINE+8]]:5: remark: loop 'i': what it stores is covered
# WHY: cover.py:[[@LINE+9]]:5: remark: loop 'i': what it stores is covered
@T.prim_func(s_tir=True)
def kept(A: T.Buffer((1024,), "uint8"), O: T.Buffer((1024,), "uint8")):
    T.func_attr({"global_symbol": "kept", "tirx.noalias": True})
    M = T.alloc_buffer((1024,), "uint8")
    for i in range(1024):
        M[i] = A[i]
    for i in range(1024):
        A[i] = T.uint8(3)
    for i in range(1024):
        O[i] = M[i] + T.uint8(1)


# Lanes that begin anew are no row, though one lies in the buffer.
# CHECK-LABEL: {{^}}def repeated
# CHECK: [[LINE:cse_v[0-9]+]] = T.bind(A[T.Ramp(0, 1, 128)])
# CHECK: T.Shuffle({{.}}[[LINE]]], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 0, 1,
@T.prim_func(s_tir=True)
def repeated(A: T.Buffer((4000,), "int8"), O: T.Buffer((200, 20), "int8")):
    T.func_attr({"global_symbol": "repeated", "tirx.noalias": True})
    for y, c in T.grid(200, 20):
        O[y, c] = A[c]


# A step has all iterations of c, whose elements lie in the same lines; registers that load the same line go one behind the other.
# CHECK-LABEL: {{^}}def blocks
# CHECK: for h in range(
# CHECK: [[A:cse_v[0-9]+]] = T.bind(A_1[
# CHECK: B_1{{.*}} = T.Shuffle({{[[]}}[[A]],
# CHECK-NEXT: B_1{{.*}} + 2048{{.*}} = T.Shuffle({{[[]}}[[A]],
@T.prim_func(s_tir=True)
def blocks(A: T.Buffer((32, 2, 64), "int16"), B: T.Buffer((2, 32, 32, 2), "int16")):
    T.func_attr({"global_symbol": "blocks", "tirx.noalias": True})
    for c, h, l, w in T.grid(2, 32, 32, 2):
        B[c, h, l, w] = A[h, w, c * 32 + l]
# UNSUPPORTED: slow-with-sanitizers
