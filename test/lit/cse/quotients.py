# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Quotients and remainders: of sums whose ranges are known, and of each other.
# RUN: %tirc --cse --emit=tir %s | FileCheck %s
# RUN: %tirc --cse --cse-level=affine --emit=tir --function=split %s | FileCheck %s --check-prefix=AFFINE
from tvm.script import tirx as T


# CHECK-LABEL: def split
# CHECK: A[i * 16 + j] = i * 5 + B[j]
# AFFINE: cse_v1 // 16 * 5 + B[cse_v1 % 16]
@T.prim_func
def split(A: T.Buffer((4096,), "int32"), B: T.Buffer((4096,), "int32")):
    for i, j in T.grid(8, 16):
        A[i * 16 + j] = (i * 16 + j) // 16 * 5 + B[(i * 16 + j) % 16]


# j goes too far, or below; the sum may wrap: only the remainder by a power of two stands that.
# CHECK-LABEL: def not_split
# CHECK: (i * 16 + k) // 16
# CHECK: (i * 16 + j) // 16
# CHECK: = j
# CHECK: (n * 12 + l) % 12
@T.prim_func
def not_split(A: T.Buffer((4096,), "int32"), n: T.int32):
    for i, k in T.grid(8, 17):
        A[k] = (i * 16 + k) // 16
    for i in range(n):
        for j in range(16):
            A[j] = (i * 16 + j) // 16
            A[j] = (n * 16 + j) % 16
        for l in range(12):
            A[l] = (n * 12 + l) % 12


# The remainder, written with the quotient.
# CHECK-LABEL: def identity
# CHECK-NEXT: cse_v1 = T.bind(x // 7)
# CHECK-NEXT: cse_v2 = T.bind(x - cse_v1 * 7)
# CHECK-NEXT: A[0] = cse_v2
# CHECK-NEXT: A[1] = cse_v2
# CHECK: cse_v3 = T.bind(x % c)
# CHECK-NEXT: A[2] = cse_v3
# CHECK-NEXT: A[3] = cse_v3
# CHECK-NEXT: A[4] = x - cse_v1 * 8
@T.prim_func
def identity(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32, c: T.int32):
    A[0] = x - x // 7 * 7
    A[1] = x % 7
    A[2] = x % c
    A[3] = x - c * (x // c)
    A[4] = x - x // 7 * 8


# CHECK-LABEL: def trunc
# CHECK-NEXT: cse_v1 = T.bind(T.truncmod(x, c))
# CHECK-NEXT: A[0] = cse_v1
# CHECK-NEXT: A[1] = cse_v1
# CHECK-NEXT: A[2] = x - x // c * c
@T.prim_func
def trunc(A: T.Buffer((64,), "int32"), x: T.int32, c: T.int32):
    A[0] = T.truncmod(x, c)
    A[1] = x - T.truncdiv(x, c) * c
    A[2] = x - x // c * c


# CHECK-LABEL: def masks
# CHECK-NEXT: cse_v1 = T.bind(x % 8)
# CHECK-NEXT: A[0] = cse_v1
# CHECK-NEXT: A[1] = cse_v1
# CHECK-NEXT: A[2] = cse_v1
# CHECK-NEXT: A[3] = x & 6
@T.prim_func
def masks(A: T.Buffer((64,), "int32"), x: T.int32):
    A[0] = x % 8
    A[1] = x & 7
    A[2] = 7 & x
    A[3] = x & 6


# CHECK-LABEL: def down
# CHECK: cse_v1 = T.bind(x - x % y)
# CHECK-COUNT-2: = cse_v1
@T.prim_func
def down(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    A[0] = x // y * y
    A[1] = x - x % y


# The sum may overflow where the product does not: it is computed only where the program does.
# CHECK-LABEL: def perhaps_down
# CHECK: cse_v1 = T.bind(x // y * y)
# CHECK-COUNT-2: = cse_v1
@T.prim_func
def perhaps_down(A: T.Buffer((64,), "int32"), c: T.int32, x: T.int32, y: T.int32):
    A[0] = x // y * y
    if c > 0:
        A[1] = x - x % y
