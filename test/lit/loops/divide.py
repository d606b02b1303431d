# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 --no-cse --optimize=divide --explain %s -o %t.py 2>&1 | FileCheck --check-prefix=WHY --implicit-check-not='could not' %s
# RUN: FileCheck --check-prefix=TEXT %s < %t.py
# Divisions by what a loop does not change: reciprocals and quotients in front of it, behind a guard.
from tvm.script import tirx as T


# Of 16 bits, by a number of each row: 32 bits do.
# WHY: loop 'j': division by a loop-invariant number, by its reciprocal
# TEXT-LABEL: {{^}}def rows(
# TEXT: for i in range(20):
# TEXT-NEXT: [[R:reciprocal_[0-9]+]]: T.let[T.uint32] = T.if_then_else(T.uint16(0) < D[i], T.uint32(4294967295) // T.Cast("uint32", D[i]), T.uint32(0))
# TEXT-NEXT: for j in range(50):
# TEXT-NEXT: B[i, j] = T.if_then_else(T.likely(T.uint16(0) < D[i]), T.Cast("uint16", T.Cast("uint32", T.Cast("uint64", T.Cast("uint32", A[i, j]) + T.uint32(1)) * T.Cast("uint64", [[R]]) >> T.uint64(32))), A[i, j] // D[i])
@T.prim_func(s_tir=True)
def rows(A: T.Buffer((20, 50), "uint16"), D: T.Buffer((20,), "uint16"), B: T.Buffer((20, 50), "uint16")):
    T.func_attr({"global_symbol": "rows", "tirx.noalias": True})
    for i, j in T.grid(20, 50):
        B[i, j] = A[i, j] // D[i]


# Of 32 bits with a sign, in front of all loops; a remainder is what the quotient leaves; below 0 both are counted from -1 down.
# WHY: loop 'i': division by a loop-invariant number, by its reciprocal
# TEXT-LABEL: {{^}}def signed(
# TEXT: [[R:reciprocal_[0-9]+]]: T.let[T.uint32] = T.if_then_else(0 < y, T.Cast("uint32", ((T.uint64(1) << T.Cast("uint64", 63 - T.clz(y))) - T.uint64(1)) // T.Cast("uint64", y)), T.uint32(0))
# TEXT-NEXT: for i, j in T.grid(n, 8):
# TEXT-NEXT: B[i, j] = T.if_then_else(T.likely(0 < y), T.Cast("int32", T.Cast("uint32", A[i, j]) - (T.Cast("uint32", T.Cast("uint64", (T.Cast("uint32", A[i, j]) ^ T.Cast("uint32", A[i, j] >> 31)) + T.uint32(1)) * T.Cast("uint64", [[R]]) >> {{.*}}) ^ T.Cast("uint32", A[i, j] >> 31)) * T.Cast("uint32", y)), A[i, j] % y)
@T.prim_func(s_tir=True)
def signed(A: T.Buffer((64, 8), "int32"), B: T.Buffer((64, 8), "int32"), n: T.int32, y: T.int32):
    T.func_attr({"global_symbol": "signed", "tirx.noalias": True})
    for i, j in T.grid(n, 8):
        B[i, j] = A[i, j] % y


# All 32 bits take a reciprocal of 64; what is loaded in front of a loop that may not run asks whether it does.
# WHY: loop 'j': division by a loop-invariant number, by its reciprocal
# TEXT-LABEL: {{^}}def words(
# TEXT: [[R:reciprocal_[0-9]+]]: T.let[T.uint64] = T.if_then_else(0 < n and T.uint32(0) < D[i], T.BitwiseNot(T.uint64(0)) // T.Cast("uint64", D[i]), T.uint64(0))
# TEXT-NEXT: for j in range(n):
@T.prim_func(s_tir=True)
def words(A: T.Buffer((20, 64), "uint32"), D: T.Buffer((20,), "uint32"), B: T.Buffer((20, 64), "uint32"), n: T.int32):
    T.func_attr({"global_symbol": "words", "tirx.noalias": True})
    for i, j in T.grid(20, n):
        B[i, j] = T.truncdiv(A[i, j], D[i])


# A quotient in a branch: it may trap, and so stays there where it would.
# WHY: loop 'j': speculative loop-invariant code motion: a quotient is computed in front of the loop if its divisor is above 0
# TEXT-LABEL: {{^}}def branch(
# TEXT: for i in range(40):
# TEXT-NEXT: [[Q:quotient_[0-9]+]]: T.let[T.int32] = T.if_then_else(0 < w, i * 3 // w, 0)
# TEXT-NEXT: for j in range(30):
# TEXT-NEXT: if A[j] < i:
# TEXT-NEXT: B[i, j] = T.if_then_else(T.likely(0 < w), [[Q]], i * 3 // w)
@T.prim_func(s_tir=True)
def branch(A: T.Buffer((64,), "int32"), B: T.Buffer((40, 30), "int32"), w: T.int32):
    T.func_attr({"global_symbol": "branch", "tirx.noalias": True})
    for i, j in T.grid(40, 30):
        if A[j] < i:
            B[i, j] = i * 3 // w


# A quotient of 64 bits, too.
# WHY: loop 'i': speculative loop-invariant code motion: a quotient is computed in front of the loop if its divisor is above 0
# TEXT-LABEL: {{^}}def wide(
# TEXT: quotient_{{[0-9]+}}: T.let[T.int64] = T.if_then_else(T.int64(0) < w, v // w, T.int64(0))
@T.prim_func(s_tir=True)
def wide(A: T.Buffer((64,), "int64"), B: T.Buffer((64,), "int64"), n: T.int32, v: T.int64, w: T.int64):
    T.func_attr({"global_symbol": "wide", "tirx.noalias": True})
    for i in range(n):
        if A[i] > T.int64(0):
            B[i] = A[i] // w + v // w


# What each iteration divides, or none because of a test that the loop does not change, is left to LLVM, which takes it and the test out of
# the loop, and to CSE, which may share it: no name.
# TEXT-LABEL: {{^}}def each(
# TEXT: for i in range(n):
# TEXT-NEXT: if z > 3:
# TEXT-NEXT: for j in range(z):
# TEXT-NEXT: B[i, j] = A[i, j] + x // y
# TEXT-NEXT: for i in range(n):
# TEXT-NEXT: C[i] = x // y
@T.prim_func(s_tir=True)
def each(A: T.Buffer((64, 64), "int32"), B: T.Buffer((64, 64), "int32"), C: T.Buffer((64,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"global_symbol": "each", "tirx.noalias": True})
    for i in range(n):
        if z > 3:
            for j in range(z):
                B[i, j] = A[i, j] + x // y
    for i in range(n):
        C[i] = x // y


# A test or a loop that differs from iteration to iteration may leave the division out: a name.
# TEXT-LABEL: {{^}}def some(
# TEXT: [[Q:quotient_[0-9]+]]: T.let[T.int32] = T.if_then_else(0 < y, x // y, 0)
# TEXT-NEXT: for i in range(n):
# TEXT-NEXT: for j in range(i - 9):
# TEXT-NEXT: B[i, j] = A[i, j] + T.if_then_else(T.likely(0 < y), [[Q]], x // y)
@T.prim_func(s_tir=True)
def some(A: T.Buffer((64, 64), "int32"), B: T.Buffer((64, 64), "int32"), n: T.int32, x: T.int32, y: T.int32):
    T.func_attr({"global_symbol": "some", "tirx.noalias": True})
    for i in range(n):
        for j in range(i - 9):
            B[i, j] = A[i, j] + x // y


# The name asks whether a loop runs whose iterations are no constant, though the loop around tells that it does: its divisor is in memory.
# WHY: loop 'j': division by a loop-invariant number, by its reciprocal
# TEXT-LABEL: {{^}}def grows(
# TEXT: for i in range(16):
# TEXT-NEXT: reciprocal_{{[0-9]+}}: T.let[T.uint32] = T.if_then_else(0 < i + 30 and 0 < D[i] & 15,
# TEXT-NEXT: for j in range(i + 30):
@T.prim_func(s_tir=True)
def grows(A: T.Buffer((16, 64), "int32"), D: T.Buffer((16,), "int32"), B: T.Buffer((16, 64), "int32")):
    T.func_attr({"global_symbol": "grows", "tirx.noalias": True})
    for i in range(16):
        for j in range(i + 30):
            B[i, j] = A[i, j] // (D[i] & 15)
