# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A loop is split around allocations in any memory, of any extents and strides, and of no dimensions: each copy allocates the same.
# One whose body takes an address stays as it is; a T.Let goes before. Nobody is warned.
# RUN: %tirc --target=hexagon --split-loops=all --emit=tir --print-after=split-loops %s -o %t.last 2> %t
# RUN: FileCheck %s < %t
# RUN: not grep warning %t
from tvm.script import tirx as T


# CHECK-LABEL: def near(
# CHECK:      S = T.alloc_buffer((96,), "int32", scope="global.vtcm")
# CHECK:      for i in range(16):
# CHECK-NEXT:     B[k, i] = B[k, i] + S[15 - i + k * 16]
# CHECK-NEXT: for i in range(16):
@T.prim_func(s_tir=True)
def near(A: T.Buffer((96,), "int32"), B: T.Buffer((4, 16), "int32")):
    for k in range(4):
        S = T.alloc_buffer((96,), "int32", scope="global.vtcm")
        for i in range(96):
            S[i] = A[i]
        for r, i in T.grid(3, 16):
            B[k, i] = B[k, i] + S[15 - i + k * 16 + r]


# CHECK-LABEL: def shared(
# CHECK:      S = T.alloc_buffer((96,), "int32", scope="shared")
# CHECK:      for i in range(16):
# CHECK-NEXT:     B[k, i] = B[k, i] + S[15 - i + k * 16]
# CHECK-NEXT: for i in range(16):
@T.prim_func(s_tir=True)
def shared(A: T.Buffer((96,), "int32"), B: T.Buffer((4, 16), "int32")):
    for k in range(4):
        S = T.alloc_buffer((96,), "int32", scope="shared")
        for i in range(96):
            S[i] = A[i]
        for r, i in T.grid(3, 16):
            B[k, i] = B[k, i] + S[15 - i + k * 16 + r]


# CHECK-LABEL: def rows(
# CHECK:      S = T.alloc_buffer((4, 4 * n), "int32")
# CHECK:      for i in range(16):
# CHECK-NEXT:     B[k, i] = B[k, i] + S[0, 15 - i + k * 16]
# CHECK-NEXT: for i in range(16):
@T.prim_func(s_tir=True)
def rows(A: T.Buffer((96,), "int32"), B: T.Buffer((4, 16), "int32"), n: T.int32):
    for k in range(4):
        S = T.alloc_buffer((4, 4 * n), "int32")
        for i in range(96):
            S[0, i] = A[i]
        for r, i in T.grid(3, 16):
            B[k, i] = B[k, i] + S[0, 15 - i + k * 16 + r]


# CHECK-LABEL: def scalar(
# CHECK:      S = T.alloc_buffer((), "int32")
# CHECK:      for i in range(16):
# CHECK:      for i in range(16):
# CHECK:      for i in range(16):
@T.prim_func(s_tir=True)
def scalar(A: T.Buffer((96,), "int32"), B: T.Buffer((4, 16), "int32")):
    for k in range(4):
        S = T.alloc_buffer((), "int32")
        S[()] = 0
        for r, i in T.grid(3, 16):
            S[()] = S[()] + A[15 - i + k * 16 + r]
            B[k, i] = B[k, i] + S[()]


# CHECK-LABEL: def address(
# CHECK:      for r, i in T.grid(3, 16):
# CHECK-LABEL: def let(
# CHECK-NOT:  T.Let
# CHECK:      for i in range(16):
# CHECK-NEXT: B[k, i] =
# CHECK-NEXT: for i in range(16):
# CHECK-NEXT: B[k, i] =
# CHECK-NEXT: for i in range(16):
@T.prim_func(s_tir=True)
def address(A: T.Buffer((96,), "int32"), B: T.Buffer((4, 16), "int32")):
    for k in range(4):
        S = T.alloc_buffer((96,), "int32")
        for i in range(96):
            S[i] = A[i]
        for r, i in T.grid(3, 16):
            B[k, i] = B[k, i] + S[15 - i + k * 16 + r] + T.call_extern("int32", "f", T.address_of(S[i]))


@T.prim_func(s_tir=True)
def let(A: T.Buffer((96,), "int32"), B: T.Buffer((4, 16), "int32"), C: T.Buffer((4,), "int32")):
    v = T.int32()
    for k in range(4):
        C[k] = 5
        for r, i in T.grid(3, 16):
            B[k, i] = B[k, i] + T.Let(v * v + A[i] * v, where={v: A[15 - i + k * 16 + r]})
