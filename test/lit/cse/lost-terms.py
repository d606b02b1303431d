# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What falls out of a sum is gone for the proof, too, where it can neither trap nor be missed: i - i % 4, of an i below 4, is
# i - i for it.
# RUN: %tirc --emit=tir %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def divided
# CHECK: B[i] = B[i] + F[0]
@T.prim_func
def divided(B: T.Buffer((4,), "int32"), F: T.Buffer((4,), "int32")):
    for i in range(2):
        B[i] = B[i % 2] + F[(i - (i + 2 & 1)) % 2]


# CHECK-LABEL: {{^}}def stepped
# CHECK: B[i] = B[(i + 1) % 4] + F[3]
@T.prim_func
def stepped(B: T.Buffer((4,), "int32"), F: T.Buffer((4,), "int32")):
    for i in range(0, 4, 2):
        B[i] = B[(i + 1) % 4] + F[(1 + i - (i + 1 + 3 & 3) + 2) % 4]


# A load that falls out of a sum is done all the same, once for all that comes to 0 times it.
# CHECK-LABEL: {{^}}def loaded
# CHECK: cse_v1 = T.bind((E[0] - x) * (n - n))
# CHECK: E[3] = cse_v1 + cse_v1
@T.prim_func
def loaded(E: T.Buffer((64,), "int32"), n: T.int32, x: T.int32):
    E[1] = (E[0] - x) * (n - n) % 3
    E[3] = (E[0] - x) * (n - n) + (E[0] * (n - n) - (n - n) * x)


# The rest of a division of such a sum is known, what it is computed from is not: these are two values.
# CHECK-LABEL: {{^}}def rest
# CHECK: Q[0] = [[D:cse_v[0-9]+]] - [[D]] // 3 * 3
# CHECK: [[R:cse_v[0-9]+]] = T.bind([[D]] % 3)
# CHECK: Q[1] = [[R]]
# CHECK: Q[2] = [[D]] - [[R]]
# CHECK: Q[3] = [[S:cse_v[0-9]+]] + 7 - ([[S]] + 7) // 5 * 5
# CHECK: Q[4] = ([[S]] + 7) % 5
@T.prim_func
def rest(A: T.Buffer((64,), "int32"), Q: T.Buffer((64,), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    Q[0] = -1 * (n + A[48]) + (n + A[48]) - (-1 * (n + A[48]) + (n + A[48])) // 3 * 3
    Q[1] = (-1 * (A[48] + n) + (n + A[48])) % 3
    Q[2] = -1 * (n + A[48]) + (n + A[48]) - (-1 * (n + A[48]) + (n + A[48])) % 3
    Q[3] = (n * (A[48] - A[48]) + 7) - (n * (A[48] - A[48]) + 7) // 5 * 5
    Q[4] = (n * (A[48] - A[48]) + 7) % 5


# What falls out first, and what falls out last: of operations that neither trap nor load nothing is left, however deep they lie.
# CHECK-LABEL: {{^}}def ordered
# CHECK: [[V:cse_v[0-9]+]] = T.bind(C[2] + ([[X:cse_v[0-9]+]] - [[X]]))
# CHECK-NEXT: C[0] = [[V]] * T.min([[V]], 5)
@T.prim_func
def ordered(C: T.Buffer((8,), "int32"), x: T.int32, y: T.int32):
    C[0] = (C[2] + (T.max(T.min((x & y) + 3, 31), 0) - T.max(T.min((x & y) + 3, 31), 0))) * T.min(T.max(T.min((x & y) + 3, 31), 0) - T.max(T.min((x & y) + 3, 31), 0) + C[2], 5)
