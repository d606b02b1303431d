# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: rm -rf %t && mkdir -p %t
# RUN: %tirc --emit=tir --target=hexagon --lanes=all --optimize=distribute %s -o %t/apart.py 2>%t/err
# RUN: FileCheck %s < %t/apart.py
# RUN: count 0 < %t/err
# RUN: %tirc -O0 --run=interp --function=behind %s --save=%t/b && %tirc -O0 --run=interp --function=behind %t/apart.py --save=%t/b2 && diff -r %t/b %t/b2
# RUN: %tirc -O0 --run=interp --function=bias %s --save=%t/c && %tirc -O0 --run=interp --function=bias %t/apart.py --save=%t/c2 && diff -r %t/c %t/c2
# RUN: %tirc -O0 --run=interp --function=less %s --save=%t/d && %tirc -O0 --run=interp --function=less %t/apart.py --save=%t/d2 && diff -r %t/d %t/d2
# RUN: %tirc --emit=tir --target=hexagon --function=product %s | FileCheck --check-prefix=DOT %s
# Reductions in nests of their own.
from tvm.script import tirx as T


# What stands in front and behind.
# CHECK-LABEL: {{^}}def behind(
# CHECK: for [[I:.*]], [[J:.*]] in T.grid(8, 16):
# CHECK-NEXT: D[[[I]], [[J]]] = A[[[I]], [[J]]]
# CHECK-NEXT: for i, j in T.grid(8, 16):
# CHECK-NEXT: C[i, j] = 0
# CHECK-NEXT: for k in range(32):
# CHECK-NEXT: C[i, j] = C[i, j] + T.Cast("int32", A[i, k])
# CHECK-NEXT: for [[K:.*]], [[L:.*]] in T.grid(8, 16):
# CHECK-NEXT: C[[[K]], [[L]]] = T.max(C[[[K]], [[L]]], 0)
@T.prim_func(s_tir=True)
def behind(A: T.Buffer((8, 32), "int8"), C: T.Buffer((8, 16), "int32"), D: T.Buffer((8, 16), "int8")):
    T.func_attr({"global_symbol": "behind", "tirx.noalias": True})
    for i, j in T.grid(8, 16):
        D[i, j] = A[i, j]
        C[i, j] = 0
        for k in range(32):
            C[i, j] = C[i, j] + T.Cast("int32", A[i, k])
        C[i, j] = T.max(C[i, j], 0)


# What it begins with is added behind.
# CHECK-LABEL: {{^}}def bias(
# CHECK: C[i, j] = 0
# CHECK-NEXT: for k in range(32):
# CHECK: C[[[K:.*]], [[L:.*]]] = C[[[K]], [[L]]] + B[[[L]]]
@T.prim_func(s_tir=True)
def bias(A: T.Buffer((8, 32), "int8"), B: T.Buffer((16,), "int32"), C: T.Buffer((8, 16), "int32")):
    T.func_attr({"global_symbol": "bias", "tirx.noalias": True})
    for i, j in T.grid(8, 16):
        C[i, j] = B[j]
        for k in range(32):
            C[i, j] = C[i, j] + T.Cast("int32", A[i, k])


# What is subtracted is summed up and subtracted once.
# CHECK-LABEL: {{^}}def less(
# CHECK: C[i] = 0
# CHECK-NEXT: for k in range(32):
# CHECK-NEXT: C[i] = C[i] + T.Cast("int32", A[i, k])
# CHECK: C[[[K:.*]]] = 7 - C[[[K]]]
@T.prim_func(s_tir=True)
def less(A: T.Buffer((8, 32), "int8"), C: T.Buffer((8,), "int32")):
    T.func_attr({"global_symbol": "less", "tirx.noalias": True})
    for i in range(8):
        C[i] = 7
        for k in range(32):
            C[i] = C[i] - T.Cast("int32", A[i, k])


# A matrix product is one, whatever is done to it.
# DOT-LABEL: {{^}}def product(
# DOT: T.Cast("uint8x128", B
@T.prim_func(s_tir=True)
def product(A: T.Buffer((16, 32), "int8"), B: T.Buffer((32, 32), "int8"), C: T.Buffer((16, 32), "int32")):
    T.func_attr({"global_symbol": "product", "tirx.noalias": True})
    for i, j in T.grid(16, 32):
        C[i, j] = i + j
        for k in range(32):
            C[i, j] = C[i, j] - T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])
        C[i, j] = T.max(C[i, j], 0)


# Stay: the next iteration reads what is written behind; writes what is read behind; terms that may overflow; floats; the only
# element of a sum.
# CHECK-LABEL: {{^}}def next(
# CHECK: for i in range(8):
# CHECK-NEXT: C[i] = T.int16(0)
# CHECK-NEXT: for k in range(4):
# CHECK-NEXT: C[i] = C[i] + A[i + k]
# CHECK-NEXT: A[i + 4] = C[i]
@T.prim_func(s_tir=True)
def next(A: T.Buffer((64,), "int16"), C: T.Buffer((8,), "int16")):
    T.func_attr({"global_symbol": "next", "tirx.noalias": True})
    for i in range(8):
        C[i] = T.int16(0)
        for k in range(4):
            C[i] = C[i] + A[i + k]
        A[i + 4] = C[i]


# CHECK-LABEL: {{^}}def over(
# CHECK: for i in range(8):
# CHECK-NEXT: C[i] = T.int16(0)
# CHECK-NEXT: for k in range(4):
# CHECK-NEXT: C[i] = C[i] + A[i * 4 + k]
# CHECK-NEXT: D[i] = C[i + 1]
@T.prim_func(s_tir=True)
def over(A: T.Buffer((64,), "int16"), C: T.Buffer((16,), "int16"), D: T.Buffer((8,), "int16")):
    T.func_attr({"global_symbol": "over", "tirx.noalias": True})
    for i in range(8):
        C[i] = T.int16(0)
        for k in range(4):
            C[i] = C[i] + A[i * 4 + k]
        D[i] = C[i + 1]


# CHECK-LABEL: {{^}}def large(
# CHECK: C[i] = B[i]
# CHECK-NEXT: for k in range(4):
# CHECK-NEXT: C[i] = C[i] + A[i * 4 + k]
# CHECK: D[i] = E[i]
# CHECK-NEXT: for k in range(4):
# CHECK-NEXT: D[i] = D[i] + E[i * 4 + k]
@T.prim_func(s_tir=True)
def large(A: T.Buffer((64,), "int32"), B: T.Buffer((8,), "int32"), C: T.Buffer((8,), "int32"), D: T.Buffer((8,), "float32"), E: T.Buffer((64,), "float32")):
    T.func_attr({"global_symbol": "large", "tirx.noalias": True})
    for i in range(8):
        C[i] = B[i]
        for k in range(4):
            C[i] = C[i] + A[i * 4 + k]
    for i in range(8):
        D[i] = E[i]
        for k in range(4):
            D[i] = D[i] + E[i * 4 + k]


# CHECK-LABEL: {{^}}def one(
# CHECK: for i in range(8):
# CHECK-NEXT: S[0] = 0
# CHECK-NEXT: for k in range(4):
# CHECK-NEXT: S[0] = S[0] + A[i * 4 + k]
# CHECK-NEXT: C[i] = S[0]
@T.prim_func(s_tir=True)
def one(A: T.Buffer((64,), "int32"), C: T.Buffer((8,), "int32")):
    T.func_attr({"global_symbol": "one", "tirx.noalias": True})
    S = T.alloc_buffer((1,), "int32")
    for i in range(8):
        S[0] = 0
        for k in range(4):
            S[0] = S[0] + A[i * 4 + k]
        C[i] = S[0]
