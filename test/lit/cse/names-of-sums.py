# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A name that is bound to a T.Let is one value to CSE. The proof looks through it, and finds sums of too many terms to multiply: then it
# takes the name for one value, too.
# RUN: %tirc --emit=tir %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def product
# CHECK: v = T.bind(T.Let(x + y + L, where={L: n}))
# CHECK-NEXT: [[V:cse_v[0-9]+]] = T.bind(v * (v + 1))
# CHECK-NEXT: A[1] = [[V]]
# CHECK-NEXT: A[2] = [[V]]
@T.prim_func
def product(A: T.Buffer((8,), "int32"), n: T.int32, x: T.int32, y: T.int32):
    L = T.int32()
    v = T.bind(T.Let(x + y + L, where={L: n}))
    A[1] = v * (v + 1)
    A[2] = v * v + v


# What is read at such an index is read at it.
# CHECK-LABEL: {{^}}def even
# CHECK: v = T.bind(x % 2 + x + n)
# CHECK-NEXT: A[0] = A[B[0]]
@T.prim_func
def even(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32"), n: T.int32, x: T.int32):
    L = T.int32()
    v = T.bind(x % 2 + x + T.Let(L, where={L: n}))
    A[0] = A[B[v * (v + v) % 2]]


# A name that is bound to what has no T.Let is looked through.
# CHECK-LABEL: {{^}}def quotient
# CHECK: w = T.bind(v * (v - T.int64(1)))
# CHECK-NEXT: [[Q:cse_v[0-9]+]] = T.bind(w // v)
# CHECK-NEXT: A[1] = [[Q]]
# CHECK-NEXT: A[2] = [[Q]]
@T.prim_func
def quotient(A: T.Buffer((8,), "int64"), n: T.int64, x: T.int64, y: T.int64):
    L = T.int64()
    v = T.bind(T.Let(x + y + L, where={L: n}))
    w = T.bind(v * (v - T.int64(1)))
    A[1] = w // v
    A[2] = (v * v - v) // v
