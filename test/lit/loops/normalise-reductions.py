# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: rm -rf %t && mkdir -p %t
# RUN: %tirc --emit=tir --target=hexagon --optimize=reductions %s -o %t.py 2>%t.err
# RUN: FileCheck %s < %t.py
# RUN: count 0 < %t.err
# RUN: %tirc -O0 --run=interp --function=first %s --save=%t/first && %tirc -O0 --run=interp --function=first %t.py --save=%t/first2 && diff -r %t/first %t/first2
# RUN: %tirc -O0 --run=interp --function=nested %s --save=%t/nested && %tirc -O0 --run=interp --function=nested %t.py --save=%t/nested2 && diff -r %t/nested %t/nested2
# RUN: %tirc -O0 --run=interp --function=chosen %s --save=%t/chosen && %tirc -O0 --run=interp --function=chosen %t.py --save=%t/chosen2 && diff -r %t/chosen %t/chosen2
# RUN: %tirc -O0 --run=interp --function=before %s --save=%t/before && %tirc -O0 --run=interp --function=before %t.py --save=%t/before2 && diff -r %t/before %t/before2
# RUN: %tirc --emit=tir --target=hexagon --optimize=reductions -ftrapv %s | FileCheck --check-prefix=TRAPS %s
# Reductions in one form: loops over elements, what they begin with, and loops that reduce.
from tvm.script import tirx as T


# In the first iteration of the loops that reduce, which stand outside.
# CHECK-LABEL: {{^}}def first(
# CHECK: for i, j in T.grid(8, 16):
# CHECK-NEXT: C[i, j] = 5
# CHECK-NEXT: for k in range(32):
# CHECK-NEXT: C[i, j] = C[i, j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[k, j])
# TRAPS-LABEL: {{^}}def first(
# TRAPS: if k == 0:
@T.prim_func(s_tir=True)
def first(A: T.Buffer((8, 32), "int8"), B: T.Buffer((32, 16), "int8"), C: T.Buffer((8, 16), "int32")):
    T.func_attr({"global_symbol": "first", "tirx.noalias": True})
    for k, j, i in T.grid(32, 16, 8):
        if k == 0:
            C[i, j] = 5
        C[i, j] = C[i, j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[k, j])


# Conditions one in another, written otherwise; what S begins with names a loop that reduces, which is 0 then.
# CHECK-LABEL: {{^}}def nested(
# CHECK: for i in range(8):
# CHECK-NEXT: C[i] = i{{$}}
# CHECK-NEXT: for k, l in T.grid(3, 5):
# CHECK-NEXT: C[i] = T.max(C[i], A[i, k, l])
@T.prim_func(s_tir=True)
def nested(A: T.Buffer((8, 3, 5), "int32"), C: T.Buffer((8,), "int32")):
    T.func_attr({"global_symbol": "nested", "tirx.noalias": True})
    for i, l, k in T.grid(8, 5, 3):
        if l < 1:
            if not k > 0:
                C[i] = i + l
        C[i] = T.max(C[i], A[i, k, l])


# In one condition for both; in another order of their sum.
# CHECK-LABEL: {{^}}def both(
# CHECK: C[i] = T.int16(0)
# CHECK-NEXT: for k, l in T.grid(3, 5):
# CHECK-NEXT: C[i] = A[i, k, l] + C[i]
@T.prim_func(s_tir=True)
def both(A: T.Buffer((8, 3, 5), "int16"), C: T.Buffer((8,), "int16")):
    T.func_attr({"global_symbol": "both", "tirx.noalias": True})
    for i, k, l in T.grid(8, 3, 5):
        if k * 5 + l == 0:
            C[i] = T.int16(0)
        C[i] = A[i, k, l] + C[i]


# By a choice: of what is there, of both sums, of the first term alone.
# CHECK-LABEL: {{^}}def chosen(
# CHECK: C[i] = 7
# CHECK-NEXT: for k in range(9):
# CHECK-NEXT: C[i] = C[i] + A[i, k]
# CHECK: D[i] = 3
# CHECK-NEXT: for k in range(9):
# CHECK-NEXT: D[i] = D[i] + A[i, k]
# CHECK: E[i] = -2147483648
# CHECK-NEXT: for k in range(9):
# CHECK-NEXT: E[i] = T.max(E[i], A[i, k])
@T.prim_func(s_tir=True)
def chosen(A: T.Buffer((8, 9), "int32"), C: T.Buffer((8,), "int32"), D: T.Buffer((8,), "int32"), E: T.Buffer((8,), "int32")):
    T.func_attr({"global_symbol": "chosen", "tirx.noalias": True})
    for i, k in T.grid(8, 9):
        C[i] = T.Select(k == 0, 7, C[i]) + A[i, k]
    for i, k in T.grid(8, 9):
        D[i] = T.if_then_else(k != 0, D[i] + A[i, k], 3 + A[i, k])
    for i, k in T.grid(8, 9):
        if k == 0:
            E[i] = A[i, k]
        else:
            E[i] = T.max(E[i], A[i, k])


# In a nest of its own, with loops in another order, then with other loops.
# CHECK-LABEL: {{^}}def before(
# CHECK-NOT: for b, a
# CHECK: for i, j in T.grid(8, 16):
# CHECK-NEXT: C[i, j] = j * 2
# CHECK-NEXT: for k in range(32):
# CHECK: for i, j in T.grid(8, 16):
# CHECK-NEXT: D[i * 16 + j] = 1
# CHECK-NEXT: for k in range(32):
@T.prim_func(s_tir=True)
def before(A: T.Buffer((8, 32), "int8"), C: T.Buffer((8, 16), "int32"), D: T.Buffer((128,), "int32")):
    T.func_attr({"global_symbol": "before", "tirx.noalias": True})
    for f in range(128):
        D[f] = 1
    for b, a in T.grid(16, 8):
        C[a, b] = b * 2
    for i, k, j in T.grid(8, 32, 16):
        C[i, j] = C[i, j] + T.Cast("int32", A[i, k])
    for i, k, j in T.grid(8, 32, 16):
        D[i * 16 + j] = D[i * 16 + j] + T.Cast("int32", A[i, k])


# Floats keep the order of each element's terms; loops over elements do not matter.
# CHECK-LABEL: {{^}}def floats(
# CHECK: for i in range(8):
# CHECK-NEXT: C[i] = T.float32(0
# CHECK-NEXT: for l, k in T.grid(5, 3):
# CHECK-NEXT: C[i] = C[i] + A[i, k, l]
@T.prim_func(s_tir=True)
def floats(A: T.Buffer((8, 3, 5), "float32"), C: T.Buffer((8,), "float32")):
    T.func_attr({"global_symbol": "floats", "tirx.noalias": True})
    for i in range(8):
        C[i] = T.float32(0)
    for l, i, k in T.grid(5, 8, 3):
        C[i] = C[i] + A[i, k, l]


# CHECK-LABEL: {{^}}def halves(
# CHECK: for l, k in T.grid(5, 3):
# CHECK-NEXT: C[i] = C[i] + A[i, k, l]
@T.prim_func(s_tir=True)
def halves(A: T.Buffer((8, 3, 5), "float16"), C: T.Buffer((8,), "float16")):
    T.func_attr({"global_symbol": "halves", "tirx.noalias": True})
    for i in range(8):
        C[i] = T.float16(0)
    for l, i, k in T.grid(5, 8, 3):
        C[i] = C[i] + A[i, k, l]


# A sum of 32 bits that may overflow in another order.
# CHECK-LABEL: {{^}}def large(
# CHECK: for l, k in T.grid(5, 3):
@T.prim_func(s_tir=True)
def large(A: T.Buffer((8, 3, 5), "int32"), C: T.Buffer((8,), "int32")):
    T.func_attr({"global_symbol": "large", "tirx.noalias": True})
    for i in range(8):
        C[i] = 0
        for l, k in T.grid(5, 3):
            C[i] = C[i] + A[i, k, l]


# Stay: two iterations have one element; S is read by another name; what sets S sets more, or less; S is read in between; what S
# begins with is written in between; the condition holds more often.
# CHECK-LABEL: {{^}}def stay(
# CHECK: for k, i, j in T.grid(4, 8, 8):
# CHECK-NEXT: if k == 0:
# CHECK-NEXT: C[i + j] = T.int16(0)
@T.prim_func(s_tir=True)
def stay(A: T.Buffer((64,), "int16"), C: T.Buffer((64,), "int16")):
    T.func_attr({"global_symbol": "stay", "tirx.noalias": True})
    for k, i, j in T.grid(4, 8, 8):
        if k == 0:
            C[i + j] = T.int16(0)
        C[i + j] = C[i + j] + A[j + k]


# CHECK-LABEL: {{^}}def own(
# CHECK: for k, i in T.grid(4, 8):
# CHECK-NEXT: if k == 0:
@T.prim_func(s_tir=True)
def own(C: T.Buffer((64,), "int16")):
    T.func_attr({"global_symbol": "own", "tirx.noalias": True})
    for k, i in T.grid(4, 8):
        if k == 0:
            C[i] = T.int16(0)
        C[i] = C[i] + C[i + k + 1]


# CHECK-LABEL: {{^}}def overlap(
# CHECK: for k, i in T.grid(4, 8):
@T.prim_func(s_tir=True)
def overlap(A: T.Buffer((64,), "int16"), C: T.Buffer((64,), "int16")):
    T.func_attr({"global_symbol": "overlap"})
    for k, i in T.grid(4, 8):
        if k == 0:
            C[i] = T.int16(0)
        C[i] = C[i] + A[i + k + 1]


# CHECK-LABEL: {{^}}def other(
# CHECK: for i in range(9):
# CHECK: for k, i in T.grid(4, 8):
# CHECK: for i in range(7):
# CHECK: for k, i in T.grid(4, 8):
@T.prim_func(s_tir=True)
def other(A: T.Buffer((64,), "int16"), C: T.Buffer((64,), "int16"), D: T.Buffer((64,), "int16")):
    T.func_attr({"global_symbol": "other", "tirx.noalias": True})
    for i in range(9):
        C[i] = T.int16(0)
    for k, i in T.grid(4, 8):
        C[i] = C[i] + A[i + k]
    for i in range(7):
        D[i] = T.int16(0)
    for k, i in T.grid(4, 8):
        D[i] = D[i] + A[i + k]


# CHECK-LABEL: {{^}}def between(
# CHECK: for k, i in T.grid(4, 8):
# CHECK-NEXT: C[i] = C[i] + A[i + k]
# CHECK: for k, i in T.grid(4, 8):
# CHECK-NEXT: D[i] = D[i] + A[i + k]
@T.prim_func(s_tir=True)
def between(A: T.Buffer((64,), "int16"), C: T.Buffer((8,), "int16"), D: T.Buffer((8,), "int16"), E: T.Buffer((8,), "int16")):
    T.func_attr({"global_symbol": "between", "tirx.noalias": True})
    for i in range(8):
        C[i] = T.int16(1)
    E[3] = C[5]
    for k, i in T.grid(4, 8):
        C[i] = C[i] + A[i + k]
    for i in range(8):
        D[i] = E[i]
    E[4] = T.int16(9)
    for k, i in T.grid(4, 8):
        D[i] = D[i] + A[i + k]


# CHECK-LABEL: {{^}}def again(
# CHECK: for i, l, k in T.grid(8, 5, 3):
# CHECK-NEXT: if l == 0:
@T.prim_func(s_tir=True)
def again(A: T.Buffer((8, 3, 5), "int16"), C: T.Buffer((8,), "int16")):
    T.func_attr({"global_symbol": "again", "tirx.noalias": True})
    for i, l, k in T.grid(8, 5, 3):
        if l == 0:
            C[i] = T.int16(0)
        C[i] = C[i] + A[i, k, l]


# A value for each element, in the order of its memory.
# CHECK-LABEL: {{^}}def map(
# CHECK: for i, j in T.grid(16, 256):
# CHECK-NEXT: O[i * 256 + j] = T.Cast("int16", A[i * 256 + j]) * T.Cast("int16", B[j])
@T.prim_func(s_tir=True)
def map(A: T.Buffer((4096,), "uint8"), B: T.Buffer((256,), "uint8"), O: T.Buffer((4096,), "int16")):
    T.func_attr({"global_symbol": "map", "tirx.noalias": True})
    for j, i in T.grid(256, 16):
        O[i * 256 + j] = T.Cast("int16", A[i * 256 + j]) * T.Cast("int16", B[j])


# What is read lies in the other order; what is read is another iteration's element.
# CHECK-LABEL: {{^}}def no_map(
# CHECK: for j, i in T.grid(256, 16):
# CHECK-NEXT: O[i * 256 + j] = A[j * 16 + i]
# CHECK-NEXT: for j, i in T.grid(256, 15):
# CHECK-NEXT: O[i * 256 + j] = O[i * 256 + j + 256]
@T.prim_func(s_tir=True)
def no_map(A: T.Buffer((4096,), "int16"), O: T.Buffer((4096,), "int16")):
    T.func_attr({"global_symbol": "no_map", "tirx.noalias": True})
    for j, i in T.grid(256, 16):
        O[i * 256 + j] = A[j * 16 + i]
    for j, i in T.grid(256, 15):
        O[i * 256 + j] = O[i * 256 + j + 256]
