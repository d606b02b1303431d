# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --optimize=wrap %s -o - 2>&1 | FileCheck --implicit-check-not='could{{ }}not' %s
# RUN: %tirc -c -o %t.o --target=hexagon --explain %s 2>&1 | FileCheck --check-prefix=WHY --implicit-check-not='could{{ }}not' %s
# Remainders of a neighbour of a loop's variable by the loop's extent are choices.
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def ring(
# CHECK: B[i] = A[T.if_then_else(i + 1 < n, i + 1, 0)] + A[T.if_then_else(0 < i, i - 1, n - 1)] * A[T.if_then_else(0 < i, i - 1, n - 1)] - A[T.if_then_else(0 < i, i - 1, n - 1)]
# WHY: loop 'i': the remainder of a neighbour of its variable by its extent is a choice: it differs in the first or the last iteration alone; divisions: 4
@T.prim_func(s_tir=True)
def ring(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "ring", "tirx.noalias": True})
    for i in range(n):
        B[i] = A[(i + 1) % n] + A[(i + n - 1) % n] * A[(i - 1) % n] - A[T.truncmod(n - 1 + i, n)]


# An extent that is a sum, a condition, 64 bits.
# CHECK-LABEL: {{^}}def sums(
# CHECK: if A[T.if_then_else(i + T.int64(1) < n + m, i + T.int64(1), T.int64(0))] < 3:
@T.prim_func(s_tir=True)
def sums(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), n: T.int64, m: T.int64):
    T.func_attr({"global_symbol": "sums", "tirx.noalias": True})
    for i in range(n + m):
        if A[(i + T.int64(1)) % (n + m)] < 3:
            B[i] = 1


# By another number than the extent, of a farther neighbour (there may be one iteration), rounded to zero below 0, from 1, by 2.
# CHECK-LABEL: {{^}}def stays(
# CHECK: B[i] = A[(i + 1) % m] + A[(i + 2) % n] + T.truncmod(i - 1, n) + A[(i * 2 + 1) % n]
# CHECK: B[j] = A[(j + 1) % n]
# CHECK: B[k] = A[(k + 1) % n]
# WHY: loop 'i' is not freed of its remainders: it does not count from 0 to what they divide by
# WHY: loop 'j' is not freed of its remainders: it does not count from 0 to what they divide by
@T.prim_func(s_tir=True)
def stays(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), n: T.int32, m: T.int32):
    T.func_attr({"global_symbol": "stays", "tirx.noalias": True})
    for i in range(n):
        B[i] = A[(i + 1) % m] + A[(i + 2) % n] + T.truncmod(i - 1, n) + A[(i * 2 + 1) % n]
    for j in range(1, n + 1):
        B[j] = A[(j + 1) % n]
    for k in range(0, n * 2, 2):
        B[k] = A[(k + 1) % n]


# WHY: loop 'i' is not freed of its remainders: what is divided lies more than one step from its variable
# WHY: loop 'j' is not freed of its remainders: below 0 a remainder that is rounded to zero is below 0, too
@T.prim_func(s_tir=True)
def told(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "told", "tirx.noalias": True})
    for i in range(n):
        B[i] = A[(i + 2) % n]
    for j in range(n):
        B[j] = T.truncmod(j - 1, n)
