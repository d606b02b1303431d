# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --optimize=normalise %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
# RUN: rm -rf %t && mkdir -p %t
# RUN: %tirc -O0 --run=interp --function=first %s A=random:1 --save=%t/a && %tirc -O2 --run=hexagon --function=first %s A=random:1 --save=%t/b && diff -r %t/a %t/b
# RUN: %tirc -O0 --run=interp --function=last %s A=random:2 --save=%t/c && %tirc -O2 --run=hexagon --function=last %s A=random:2 --save=%t/d && diff -r %t/c %t/d
# RUN: %tirc -O0 --run=interp --function=pairs %s A=random:3 --save=%t/e && %tirc -O2 --run=hexagon --function=pairs %s A=random:3 --save=%t/f && diff -r %t/e %t/f
# The place of the greatest or least element of a row, as two reductions.
from tvm.script import tirx as T


# The first of the greatest ones.
# CHECK-LABEL: {{^}}def first(
# CHECK: lead[0] = T.max(lead[0], A[r, c])
# CHECK: place[0] = T.uint8(63)
# CHECK: place[0] = T.min(place[0], T.Select(A[r, c] == lead[0], T.Cast("uint8", c), T.uint8(63)))
# CHECK: O[r] = T.if_then_else(T.Cast("int32", lead[0]) > B[r], T.Cast("int32", place[0]), O[r])
# CHECK-NEXT: B[r] = T.max(B[r], T.Cast("int32", lead[0]))
@T.prim_func(s_tir=True)
def first(A: T.Buffer((5, 64), "int8"), B: T.Buffer((5,), "int32"), O: T.Buffer((5,), "int32")):
    T.func_attr({"global_symbol": "first", "tirx.noalias": True})
    for r in range(5):
        B[r] = 100
        O[r] = -1
        for c in range(64):
            O[r] = T.if_then_else(T.Cast("int32", A[r, c]) > B[r], c, O[r])
            B[r] = T.max(B[r], T.Cast("int32", A[r, c]))


# The last of the least ones, under a condition; more places than a byte holds.
# CHECK-LABEL: {{^}}def last(
# CHECK: lead[0] = T.min(lead[0], A[c])
# CHECK: place[0] = T.int16(0)
# CHECK: place[0] = T.max(place[0], T.Select(A[c] == lead[0], T.Cast("int16", c), T.int16(0)))
# CHECK: if B[0] >= lead[0]:
@T.prim_func(s_tir=True)
def last(A: T.Buffer((300,), "int16"), B: T.Buffer((1,), "int16"), O: T.Buffer((1,), "int32")):
    T.func_attr({"global_symbol": "last", "tirx.noalias": True})
    for c in range(300):
        if B[0] >= A[c]:
            B[0] = A[c]
            O[0] = c + 2


# As TVM prints a reduction of pairs.
# CHECK-LABEL: {{^}}def pairs(
# CHECK: v0[r] = T.int64(-1)
# CHECK: lead[0] = T.max(lead[0], A[r, c])
# CHECK: place[0] = T.min(place[0], T.Select(A[r, c] == lead[0], T.Cast("uint8", c), T.uint8(79)))
# CHECK: v0[r] = T.Select(v1[r] > lead[0] or
@T.prim_func(s_tir=True)
def pairs(A: T.Buffer((3, 80), "uint8"), v0: T.Buffer((3,), "int64"), v1: T.Buffer((3,), "uint8")):
    T.func_attr({"global_symbol": "pairs", "tirx.noalias": True})
    for r in range(3):
        for c in range(80):
            if c == 0:
                v0[r] = T.int64(-1)
                v1[r] = T.uint8(0)
            v_v0: T.let[T.int64] = T.Select(v1[r] > A[r, c] or v1[r] == A[r, c] and v0[r] < T.Cast("int64", c), v0[r], T.Cast("int64", c))
            v_v1: T.let[T.uint8] = T.Select(v1[r] > A[r, c], v1[r], A[r, c])
            v0[r] = v_v0
            v1[r] = v_v1


# What is taken where it is equal alone; a place that falls; few iterations; a column; what is among the elements.
# CHECK-LABEL: {{^}}def others(
# CHECK-NOT: T.alloc_buffer
# CHECK: def end(
@T.prim_func(s_tir=True)
def others(A: T.Buffer((128, 8), "int32"), X: T.Buffer((200,), "int32"), B: T.Buffer((1,), "int32"), O: T.Buffer((1,), "int32")):
    T.func_attr({"global_symbol": "others", "tirx.noalias": True})
    for c in range(128):
        if X[c] == B[0]:
            B[0] = X[c]
            O[0] = c
    for c in range(128):
        if X[c] > B[0]:
            B[0] = X[c]
            O[0] = 127 - c
    for c in range(63):
        if X[c] > B[0]:
            B[0] = X[c]
            O[0] = c
    for c in range(128):
        if A[c, 0] > B[0]:
            B[0] = A[c, 0]
            O[0] = c
    for c in range(128):
        if X[c] > X[150]:
            X[150] = X[c]
            O[0] = c


@T.prim_func(s_tir=True)
def end(O: T.Buffer((2,), "int64")):
    T.func_attr({"global_symbol": "end", "tirx.noalias": True})
    O[0] = T.int64(0)
