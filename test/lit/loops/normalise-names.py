# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --optimize=normalise %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --optimize=names --print-after=normalise --print-after=names %s -o %t.py 2>&1 | FileCheck --check-prefix=PASS %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon %s | FileCheck --check-prefix=LANES %s
# Expressions in the place of names.
# PASS: # *** after names on sum ***
# PASS: O[i * 64 + j] = A[i * 64 + j] + A[i * 64 + j + 1]
# PASS: # *** after normalise on sum ***
# NONE-LABEL: {{^}}def sum(
# NONE: {{^ *}}at: T.let[T.int32] = i * 64 + j
# NONE-NOT: i * 64 + j
from tvm.script import tirx as T


# A name of an index, and of a sum with it.
# CHECK-LABEL: {{^}}def sum(
# CHECK: for i, j in T.grid(16, 64):
# CHECK-NEXT: O[i * 64 + j] = A[i * 64 + j] + A[i * 64 + j + 1]
# LANES-LABEL: {{^}}def sum(
# LANES: T.Ramp(
@T.prim_func(s_tir=True)
def sum(A: T.Buffer((1025,), "int16"), O: T.Buffer((1024,), "int16")):
    T.func_attr({"global_symbol": "sum", "tirx.noalias": True})
    for i, j in T.grid(16, 64):
        at: T.let[T.int32] = i * 64 + j
        next = T.bind(at + 1)
        O[at] = A[at] + A[next]


# In an expression, one in another.
# CHECK-LABEL: {{^}}def inside(
# CHECK: O[i] = A[i * 2] * (i * 2 + (i * 2 + 3))
@T.prim_func(s_tir=True)
def inside(A: T.Buffer((128,), "int32"), O: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "inside", "tirx.noalias": True})
    x = T.int32()
    y = T.int32()
    for i in range(64):
        O[i] = T.Let(A[x] * T.Let(x + y, where={y: x + 3}), where={x: i * 2})


# A load behind which its element is stored to; a quotient that may trap where the loop does nothing.
# CHECK-LABEL: {{^}}def stay(
# CHECK: q: T.let[T.int32] = n // m
# CHECK: v: T.let[T.int32] = A[i]
# CHECK-NEXT: A[i] = q
# CHECK-NEXT: O[i] = v
@T.prim_func(s_tir=True)
def stay(A: T.Buffer((64,), "int32"), O: T.Buffer((64,), "int32"), n: T.int32, m: T.int32):
    T.func_attr({"global_symbol": "stay", "tirx.noalias": True})
    q: T.let[T.int32] = n // m
    for i in range(n):
        v: T.let[T.int32] = A[i]
        A[i] = q
        O[i] = v


# What shapes name, and pointers.
# CHECK-LABEL: {{^}}def shape(
# CHECK: k: T.let[T.int32] = n * 2
# CHECK: p: T.let[{{.*}}] = T.address_of(A[0])
# CHECK: T.decl_buffer((k,), "int32", data=p
@T.prim_func(s_tir=True)
def shape(A: T.Buffer((64,), "int32"), O: T.Buffer((64,), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "shape", "tirx.noalias": True})
    k: T.let[T.int32] = n * 2
    p: T.let[T.handle("int32")] = T.address_of(A[0])
    V = T.decl_buffer((k,), "int32", data=p)
    for i in range(n):
        O[i] = V[k - i - 1]


# A chain of names, each twice in the next one: names of large expressions stay.
# CHECK-LABEL: {{^}}def chain(
# CHECK: x7: T.let[T.int32] =
# CHECK-NOT: T.let
# CHECK: O[i] =
@T.prim_func(s_tir=True)
def chain(A: T.Buffer((64,), "int32"), O: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "chain", "tirx.noalias": True})
    for i in range(64):
        x1: T.let[T.int32] = i * i
        x2: T.let[T.int32] = x1 * x1 + 1
        x3: T.let[T.int32] = x2 * x2 + 1
        x4: T.let[T.int32] = x3 * x3 + 1
        x5: T.let[T.int32] = x4 * x4 + 1
        x6: T.let[T.int32] = x5 * x5 + 1
        x7: T.let[T.int32] = x6 * x6 + 1
        x8: T.let[T.int32] = x7 * x7 + 1
        x9: T.let[T.int32] = x8 * x8 + 1
        x10: T.let[T.int32] = x9 * x9 + 1
        O[i] = x10
