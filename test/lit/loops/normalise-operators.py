# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --optimize=operators %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --optimize=operators --print-after=operators %s -o %t.py 2>&1 | FileCheck --check-prefix=PASS %s
# One operation for what several say.
# PASS: # *** after operators on quotients ***
from tvm.script import tirx as T


# What is not negative, and what may be; shifts and masks of indices, not of what memory holds.
# CHECK-LABEL: {{^}}def quotients(
# CHECK: O[i // 2, i % 4] = A[i // 3 + i % 5]
# CHECK-NEXT: O[i // 4, i % 8] = T.Div(A[i], 3)
# CHECK-NEXT: O[i // 4, i % 8] = T.truncmod(A[i], 3)
# CHECK-NEXT: O[i // 8, i % 2] = T.Cast("int32", B[i]) // 7
# CHECK-NEXT: O[(i - 3 >> 1) + 2, i - 3 & 7] = A[i] >> 3
@T.prim_func(s_tir=True)
def quotients(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "uint8"), O: T.Buffer((34, 8), "int32")):
    T.func_attr({"global_symbol": "quotients", "tirx.noalias": True})
    for i in range(61):
        O[i >> 1, i & 3] = A[T.truncdiv(i, 3) + T.truncmod(i, 5)]
        O[i >> 2, 7 & i] = T.truncdiv(A[i], 3)
        O[i >> 2, 7 & i] = T.truncmod(A[i], 3)
        O[i >> 3, T.truncmod(i, 2)] = T.truncdiv(T.Cast("int32", B[i]), 7)
        O[((i - 3) >> 1) + 2, (i - 3) & 7] = A[i] >> 3


# The greatest less the least, a choice by the sign, and 16 bits.
# CHECK-LABEL: {{^}}def differences(
# CHECK: O[i] = T.Select(T.Cast("int32", P[i]) - T.Cast("int32", Q[i]) >= 0, T.Cast("int32", P[i]) - T.Cast("int32", Q[i]), 0 - (T.Cast("int32", P[i]) - T.Cast("int32", Q[i])))
# CHECK-NEXT: O[i] = T.Select(T.Cast("int32", P[i]) - T.Cast("int32", Q[i]) >= 0, T.Cast("int32", P[i]) - T.Cast("int32", Q[i]), 0 - (T.Cast("int32", P[i]) - T.Cast("int32", Q[i])))
# CHECK-NEXT: O[i] = T.Select(T.Cast("int32", Q[i]) - T.Cast("int32", P[i]) >= 0, T.Cast("int32", Q[i]) - T.Cast("int32", P[i]), 0 - (T.Cast("int32", Q[i]) - T.Cast("int32", P[i])))
# CHECK-NEXT: O[i] = T.Select(T.Cast("int32", P[i]) - T.Cast("int32", Q[i]) >= 0, T.Cast("int32", P[i]) - T.Cast("int32", Q[i]), 0 - (T.Cast("int32", P[i]) - T.Cast("int32", Q[i])))
# CHECK-NEXT: O[i] = T.Select(T.Cast("int32", P[i]) - T.Cast("int32", Q[i]) >= 0, T.Cast("int32", P[i]) - T.Cast("int32", Q[i]), 0 - (T.Cast("int32", P[i]) - T.Cast("int32", Q[i])))
@T.prim_func(s_tir=True)
def differences(P: T.Buffer((64,), "uint8"), Q: T.Buffer((64,), "uint8"), O: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "differences", "tirx.noalias": True})
    for i in range(64):
        O[i] = T.Cast("int32", T.max(P[i], Q[i]) - T.min(Q[i], P[i]))
        O[i] = T.if_then_else(P[i] > Q[i], T.Cast("int32", P[i]) - T.Cast("int32", Q[i]), T.Cast("int32", Q[i]) - T.Cast("int32", P[i]))
        O[i] = T.Select(P[i] <= Q[i], T.Cast("int32", Q[i]) - T.Cast("int32", P[i]), T.Cast("int32", P[i]) - T.Cast("int32", Q[i]))
        O[i] = T.Cast("int32", T.abs(T.Cast("int16", P[i]) - T.Cast("int16", Q[i])))
        O[i] = T.max(T.Cast("int32", P[i]) - T.Cast("int32", Q[i]), T.Cast("int32", Q[i]) - T.Cast("int32", P[i]))


# The lesser of two differences, a choice by another sign, what may wrap: not absolute differences.
# CHECK-LABEL: {{^}}def others(
# CHECK-NOT: 0 - (
# CHECK: N[i] = T.Cast("int32", T.max(P[i], Q[i]) - T.min(P[i], Q[i]))
# CHECK-NOT: 0 - (
@T.prim_func(s_tir=True)
def others(P: T.Buffer((64,), "int8"), Q: T.Buffer((64,), "int8"), N: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "others", "tirx.noalias": True})
    for i in range(64):
        N[i] = T.min(T.Cast("int32", P[i]) - T.Cast("int32", Q[i]), T.Cast("int32", Q[i]) - T.Cast("int32", P[i]))
        N[i] = T.if_then_else(T.Cast("int32", P[i]) + T.Cast("int32", Q[i]) > 0, T.Cast("int32", P[i]) - T.Cast("int32", Q[i]), T.Cast("int32", Q[i]) - T.Cast("int32", P[i]))
        N[i] = T.if_then_else(P[i] < Q[i], T.Cast("int32", P[i]) - T.Cast("int32", Q[i]), T.Cast("int32", Q[i]) - T.Cast("int32", P[i]))
        N[i] = T.Cast("int32", T.max(P[i], Q[i]) - T.min(P[i], Q[i]))


# A product with a choice.
# CHECK-LABEL: {{^}}def products(
# CHECK: N[i] = N[i] + T.if_then_else(1 <= i, (T.Cast("int32", P[i - 1]) + 3) * T.Cast("int32", Q[i]), 0)
# CHECK-NEXT: N[i] = T.if_then_else(1 <= i, T.Cast("int32", P[i - 1]), 1) * T.Cast("int32", Q[i])
@T.prim_func(s_tir=True)
def products(P: T.Buffer((64,), "int8"), Q: T.Buffer((64,), "int8"), N: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "products", "tirx.noalias": True})
    for i in range(64):
        N[i] = N[i] + T.if_then_else(1 <= i, T.Cast("int32", P[i - 1]) + 3, 0) * T.Cast("int32", Q[i])
        N[i] = T.if_then_else(1 <= i, T.Cast("int32", P[i - 1]), 1) * T.Cast("int32", Q[i])


# Ones of what is widened without a sign.
# CHECK-LABEL: {{^}}def ones(
# CHECK: O[i] = T.Cast("int32", T.popcount(P[i]))
# CHECK-NEXT: O[i] = T.Cast("int32", T.Cast("uint32", T.popcount(P[i])))
# CHECK-NEXT: O[i] = T.popcount(T.Cast("int32", Q[i]))
# CHECK-NEXT: O[i] = T.Cast("int32", T.popcount(T.Cast("uint8", T.Cast("uint32", O[i]))))
@T.prim_func(s_tir=True)
def ones(P: T.Buffer((64,), "uint8"), Q: T.Buffer((64,), "int8"), O: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "ones", "tirx.noalias": True})
    for i in range(64):
        O[i] = T.popcount(T.Cast("int32", P[i]))
        O[i] = T.Cast("int32", T.popcount(T.Cast("uint32", P[i])))
        O[i] = T.popcount(T.Cast("int32", Q[i]))
        O[i] = T.Cast("int32", T.popcount(T.Cast("uint8", T.Cast("uint32", O[i]))))
