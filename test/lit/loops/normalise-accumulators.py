# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --optimize=accumulators %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
# Sums in the element where they end, in the place of local variables.
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def product(
# CHECK-NOT: T.alloc
# CHECK: for i, j in T.grid(8, 32):
# CHECK-NEXT: C[i * 32 + j] = 0
# CHECK-NEXT: for k in range(16):
# CHECK-NEXT: C[i * 32 + j] = C[i * 32 + j] + T.Cast("int32", A[i * 16 + k]) * T.Cast("int32", B[j * 16 + k])
# CHECK-NOT: acc
@T.prim_func(s_tir=True)
def product(A: T.Buffer((128,), "int8"), B: T.Buffer((512,), "int8"), C: T.Buffer((256,), "int32")):
    T.func_attr({"global_symbol": "product", "tirx.noalias": True})
    acc = T.alloc_buffer((1,), "int32", scope="local")
    for i, j in T.grid(8, 32):
        acc[0] = 0
        for k in range(16):
            acc[0] = acc[0] + T.Cast("int32", A[i * 16 + k]) * T.Cast("int32", B[j * 16 + k])
        C[i * 32 + j] = acc[0]


# What is done to the sum in the end is done to the element.
# CHECK-LABEL: {{^}}def clamped(
# CHECK-NOT: T.alloc
# CHECK: C[i] = 0
# CHECK-NEXT: for k in range(16):
# CHECK-NEXT: C[i] = C[i] + A[i * 16 + k]
# CHECK-NEXT: C[i] = T.max(C[i] + B[i], 0) + C[i]
# CHECK-NOT: acc
@T.prim_func(s_tir=True)
def clamped(A: T.Buffer((256,), "int32"), B: T.Buffer((16,), "int32"), C: T.Buffer((16,), "int32")):
    T.func_attr({"global_symbol": "clamped", "tirx.noalias": True})
    acc = T.alloc_buffer((1,), "int32")
    for i in range(16):
        acc[0] = 0
        for k in range(16):
            acc[0] = acc[0] + A[i * 16 + k]
        C[i] = T.max(acc[0] + B[i], 0) + acc[0]


# The second of two elements is it, too.
# CHECK-LABEL: {{^}}def both(
# CHECK-NOT: T.alloc
# CHECK: D[i] = 0
# CHECK-NEXT: for k in range(16):
# CHECK-NEXT: D[i] = D[i] + A[i * 16 + k]
# CHECK-NEXT: C[i] = D[i]
# CHECK-NEXT: D[i] = D[i] * 2
@T.prim_func(s_tir=True)
def both(A: T.Buffer((256,), "int32"), C: T.Buffer((16,), "int32"), D: T.Buffer((16,), "int32")):
    T.func_attr({"global_symbol": "both", "tirx.noalias": True})
    acc = T.alloc_buffer((1,), "int32")
    for i in range(16):
        acc[0] = 0
        for k in range(16):
            acc[0] = acc[0] + A[i * 16 + k]
        C[i] = acc[0]
        D[i] = acc[0] * 2


# But for what reads the element as it was.
# CHECK-LABEL: {{^}}def adds(
# CHECK: C[i] = C[i] + acc[0]
@T.prim_func(s_tir=True)
def adds(A: T.Buffer((256,), "int32"), C: T.Buffer((16,), "int32")):
    T.func_attr({"global_symbol": "adds", "tirx.noalias": True})
    acc = T.alloc_buffer((1,), "int32")
    for i in range(16):
        acc[0] = 0
        for k in range(16):
            acc[0] = acc[0] + A[i * 16 + k]
        C[i] = C[i] + acc[0]


# Stay: what is stored is of another type, is read behind it, is made of the element's own memory; an index that the loop changes;
# parameters that may overlap.
# CHECK-LABEL: {{^}}def types(
# CHECK: C[i] = T.Cast("int8", acc[0])
@T.prim_func(s_tir=True)
def types(A: T.Buffer((256,), "int32"), C: T.Buffer((16,), "int8")):
    T.func_attr({"global_symbol": "types", "tirx.noalias": True})
    acc = T.alloc_buffer((1,), "int32")
    for i in range(16):
        acc[0] = 0
        for k in range(16):
            acc[0] = acc[0] + A[i * 16 + k]
        C[i] = T.Cast("int8", acc[0])


# CHECK-LABEL: {{^}}def behind(
# CHECK: C[i] = acc[0]
@T.prim_func(s_tir=True)
def behind(A: T.Buffer((256,), "int32"), C: T.Buffer((16,), "int32"), D: T.Buffer((16,), "int16")):
    T.func_attr({"global_symbol": "behind", "tirx.noalias": True})
    acc = T.alloc_buffer((1,), "int32")
    for i in range(16):
        acc[0] = 0
        for k in range(16):
            acc[0] = acc[0] + A[i * 16 + k]
        C[i] = acc[0]
        D[i] = T.Cast("int16", acc[0])


# CHECK-LABEL: {{^}}def same(
# CHECK: C[i] = acc[0]
@T.prim_func(s_tir=True)
def same(C: T.Buffer((32,), "int32")):
    T.func_attr({"global_symbol": "same", "tirx.noalias": True})
    acc = T.alloc_buffer((1,), "int32")
    for i in range(16):
        acc[0] = 0
        for k in range(16):
            acc[0] = acc[0] + C[i + k]
        C[i] = acc[0]


# CHECK-LABEL: {{^}}def changes(
# CHECK: C[D[0] % 16] = acc[0]
@T.prim_func(s_tir=True)
def changes(A: T.Buffer((256,), "int32"), C: T.Buffer((16,), "int32"), D: T.Buffer((1,), "int32")):
    T.func_attr({"global_symbol": "changes", "tirx.noalias": True})
    acc = T.alloc_buffer((1,), "int32")
    for i in range(16):
        acc[0] = 0
        for k in range(16):
            acc[0] = acc[0] + A[i * 16 + k]
            D[0] = i
        C[D[0] % 16] = acc[0]


# CHECK-LABEL: {{^}}def overlaps(
# CHECK: C[i] = acc[0]
@T.prim_func(s_tir=True)
def overlaps(A: T.Buffer((256,), "int32"), C: T.Buffer((16,), "int32")):
    T.func_attr({"global_symbol": "overlaps"})
    acc = T.alloc_buffer((1,), "int32")
    for i in range(16):
        acc[0] = 0
        for k in range(16):
            acc[0] = acc[0] + A[i * 16 + k]
        C[i] = acc[0]


# What the iteration before left in it is read: it does not begin here.
# CHECK-LABEL: {{^}}def carried(
# CHECK: O[y] = s[0]
@T.prim_func(s_tir=True)
def carried(O: T.Buffer((300,), "int32")):
    T.func_attr({"global_symbol": "carried", "tirx.noalias": True})
    s = T.alloc_buffer((1,), "int32")
    for y, c in T.grid(300, 128):
        s[0] = T.if_then_else(y < 1, 0, s[0]) + 1
        O[y] = s[0]
