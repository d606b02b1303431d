# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: rm -rf %t && mkdir -p %t
# RUN: %tirc --emit=tir --target=hexagon --optimize=decompose-reduction %s -o %t.py 2>%t.err
# RUN: FileCheck %s < %t.py
# RUN: count 0 < %t.err
# RUN: %tirc -O0 --run=interp --function=rows %s --save=%t/rows && %tirc -O0 --run=interp --function=rows %t.py --save=%t/rows2 && diff -r %t/rows %t/rows2
# RUN: %tirc -O0 --run=interp --function=begins %s --save=%t/begins && %tirc -O0 --run=interp --function=begins %t.py --save=%t/begins2 && diff -r %t/begins %t/begins2
# RUN: %tirc -O0 --run=interp --function=choice %s --save=%t/choice && %tirc -O0 --run=interp --function=choice %t.py --save=%t/choice2 && diff -r %t/choice %t/choice2
# RUN: %tirc --emit=tir --target=hexagon -O2 %s 2>%t.err | FileCheck --check-prefix=ALL %s
# RUN: count 0 < %t.err
# What a reduction begins with stands in front of the loops that reduce, in the loops over elements that stand in these.
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def rows(
# CHECK: for i in range(64):
# CHECK-NEXT: B[i] = T.float32(0.0)
# CHECK-NEXT: for k, i in T.grid(48, 64):
# CHECK-NEXT: B[i] = B[i] + A[k, i]
# CHECK-NOT: if
# The copies of unroll-and-jam share B[i] then.
# ALL-LABEL: {{^}}def rows(
# ALL: for k in range(0, 48, 4):
# ALL-NEXT: for i in range(64):
@T.prim_func(s_tir=True)
def rows(A: T.Buffer((48, 64), "float32"), B: T.Buffer((64,), "float32")):
    T.func_attr({"global_symbol": "rows", "tirx.noalias": True})
    for k, i in T.grid(48, 64):
        if k == 0:
            B[i] = T.float32(0)
        B[i] = B[i] + A[k, i]


# In a loop over elements that stands outside; what it begins with names the elements, and a loop that reduces, which is 0 then.
# CHECK-LABEL: {{^}}def begins(
# CHECK: for h in range(3):
# CHECK-NEXT: for c in range(8):
# CHECK-NEXT: B[h * 8 + c] = T.Cast("float32", h * 10 + c) + T.Cast("float32", 0)
# CHECK-NEXT: for a, b, c in T.grid(4, 5, 8):
# CHECK-NEXT: B[h * 8 + c] = B[h * 8 + c] + A[h, a, b, c]
@T.prim_func(s_tir=True)
def begins(A: T.Buffer((3, 4, 5, 8), "float32"), B: T.Buffer((24,), "float32")):
    T.func_attr({"global_symbol": "begins", "tirx.noalias": True})
    for h, a, b, c in T.grid(3, 4, 5, 8):
        if a == 0 and b < 1:
            B[h * 8 + c] = T.Cast("float32", h * 10 + c) + T.Cast("float32", a)
        B[h * 8 + c] = B[h * 8 + c] + A[h, a, b, c]


# CHECK-LABEL: {{^}}def choice(
# CHECK: for i in range(8):
# CHECK-NEXT: C[i] = 7
# CHECK-NEXT: for k, i in T.grid(4, 8):
# CHECK-NEXT: C[i] = C[i] - A[k, i]
@T.prim_func(s_tir=True)
def choice(A: T.Buffer((4, 8), "int32"), C: T.Buffer((8,), "int32")):
    T.func_attr({"global_symbol": "choice", "tirx.noalias": True})
    for k, i in T.grid(4, 8):
        C[i] = T.if_then_else(k == 0, 7, C[i]) - A[k, i]


# LLVM peels the first iteration of an innermost loop that reduces.
# CHECK-LABEL: {{^}}def inner(
# CHECK: for i, k in T.grid(8, 40):
# CHECK-NEXT: if k == 0:
@T.prim_func(s_tir=True)
def inner(A: T.Buffer((8, 40), "float32"), C: T.Buffer((8,), "float32")):
    T.func_attr({"global_symbol": "inner", "tirx.noalias": True})
    for i, k in T.grid(8, 40):
        if k == 0:
            C[i] = T.float32(0)
        C[i] = C[i] + A[i, k]


# What is read may be what is stored.
# CHECK-LABEL: {{^}}def same(
# CHECK: if k == 0:
@T.prim_func(s_tir=True)
def same(C: T.Buffer((64,), "float32")):
    T.func_attr({"global_symbol": "same", "tirx.noalias": True})
    for k, i in T.grid(4, 8):
        if k == 0:
            C[i] = T.float32(0)
        C[i] = C[i] + C[i + k + 8]


# It is no first iteration.
# CHECK-LABEL: {{^}}def later(
# CHECK: if k == 1:
@T.prim_func(s_tir=True)
def later(A: T.Buffer((4, 8), "float32"), C: T.Buffer((8,), "float32")):
    T.func_attr({"global_symbol": "later", "tirx.noalias": True})
    for k, i in T.grid(4, 8):
        if k == 1:
            C[i] = T.float32(0)
        C[i] = C[i] + A[k, i]
