# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Remainders of what is less than the divisor, beside what a quotient leaves: CSE finds that they are equal, and so does the proof.
# RUN: %tirc -Werror --cse --emit=tir %s | FileCheck %s
# RUN: %tirc -Werror --cse --cse-level=ranges --emit=tir %s -o /dev/null
# RUN: %tirc -Werror --unroll-and-jam=all --emit=tir --function=unrolled %s | FileCheck %s --check-prefix=JAM
from tvm.script import tirx as T


# 3 // v is at most 3.
# CHECK-LABEL: def small
# CHECK-NEXT: cse_v1 = T.bind(T.truncmod(T.Div(T.uint16(3), v), T.uint16(16)))
# CHECK-NEXT: A[0] = cse_v1
# CHECK-NEXT: A[1] = cse_v1
@T.prim_func
def small(A: T.Buffer((4,), "uint16"), v: T.uint16):
    A[0] = T.truncmod(T.truncdiv(T.uint16(3), v), T.uint16(16))
    A[1] = T.truncdiv(T.uint16(3), v) - T.truncdiv(T.truncdiv(T.uint16(3), v), T.uint16(16)) * T.uint16(16)


# i is 0 or 3: the quotient is known, the remainder is a sum.
# CHECK-LABEL: def sums
@T.prim_func
def sums(A: T.Buffer((64,), "int32"), B: T.Buffer((8,), "int32")):
    for i in range(0, 6, 3):
        A[i] = B[i + 1 & 7]
        A[i + 8] = B[i + 1 - (i + 1) // 8 * 8]
        A[i + 16] = B[(i + 1) % 5]
        A[i + 24] = B[i + 1 - (i + 1) // 5 * 5]
        A[i + 32] = B[(i * 8 + i + 1) % 8]
        A[i + 40] = B[i * 8 + i + 1 - (i * 8 + i + 1) // 8 * 8]


# CHECK-LABEL: def unrolled
# JAM-LABEL: def unrolled
# JAM: for i2 in range
@T.prim_func
def unrolled(B: T.Buffer((2, 4), "float32")):
    for i0 in range(3):
        for i1 in range(i0 + 1):
            for i2 in range(i1):
                B[1, i0 & 3] = 0


# What is known of x // c // d is known of x // (c * d); casts of variables are as good as variables.
# CHECK-LABEL: def casts
@T.prim_func
def casts(O: T.Buffer((8,), "uint8"), y: T.uint8):
    for i, j in T.grid(3, 4):
        if y > T.uint8(0):
            O[0] = T.truncdiv(T.truncdiv(T.max(T.Cast("uint8", j) * T.uint8(3), T.uint8(0)), T.uint8(3)), T.uint8(16))
            O[1] = T.truncdiv(T.max(T.Cast("uint8", j) * T.uint8(3), T.uint8(0)), T.uint8(48))
            O[2] = T.Cast("uint8", i) * T.uint8(2) - T.Cast("uint8", i) * T.uint8(2) % T.uint8(16)
            O[3] = T.Cast("uint8", i) * T.uint8(2) // T.uint8(16) * T.uint8(16)
            O[4] = T.Cast("uint8", j) * T.uint8(3) - T.Cast("uint8", j) * T.uint8(3) % T.uint8(3)
            O[5] = T.Cast("uint8", j) * T.uint8(3) // T.uint8(3) * T.uint8(3)


# What falls out of a sum, or may trap, is no matter to a quotient that is known.
# CHECK-LABEL: def lost
@T.prim_func
def lost(O: T.Buffer((4,), "int32"), F: T.Buffer((4,), "float32"), x: T.int32):
    O[0] = T.truncdiv(1 // x % 2, 2)
    F[0] = F[(x - x) * (O[1] << 1) % 2]


# CHECK-LABEL: def loads
@T.prim_func
def loads(C: T.Buffer((2,), "int32"), F: T.Buffer((8,), "float32")):
    F[0] = F[C[1] % 5 // 5 * 5]
    F[1] = F[C[1] % 5 - C[1] % 5 % 5]
    F[2] = F[(C[1] & 1) // 2]


# A remainder is multiplied in one, what x // 4 * 4 leaves of x in the other one: (n % 4 - n) * (n % 4).
# CHECK-LABEL: def multiplied
# CHECK-NEXT: [[R:cse_v[0-9]+]] = T.bind(3 & n)
# CHECK-NEXT: [[P:cse_v[0-9]+]] = T.bind(([[R]] - n) * [[R]])
# CHECK-NEXT: A[0] = [[P]]
# CHECK-NEXT: A[1] = [[P]]
@T.prim_func
def multiplied(A: T.Buffer((4,), "int32"), n: T.int32):
    A[0] = ((n & 3) - n) * (3 & n)
    A[1] = (n & 3) * (3 & n) - (3 & n) * n
