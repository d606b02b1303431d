# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Loops of 32 bits whose indices have 64: the cast of a sum is a sum of casts, in any iteration.
# RUN: %tirc -Werror --no-cse --predictive-commoning=all --legalize=none --emit=tir %s | FileCheck %s
from tvm.script import tirx as T


# CHECK-LABEL: def outside
# CHECK: for j in range(14):
# CHECK-NEXT: next = T.bind(A[T.Cast("int64", j) + T.int64(2)])
@T.prim_func
def outside(O: T.Buffer((T.int64(32),), "float32"), A: T.Buffer((T.int64(32),), "float32")):
    T.func_attr({"tirx.noalias": True})
    for j in range(14):
        O[T.Cast("int64", j)] = A[T.Cast("int64", j)] + A[T.Cast("int64", j) + T.int64(1)] * A[T.Cast("int64", j) + T.int64(2)]


# The sums are of 32 bits.
# CHECK-LABEL: def inside
# CHECK: for j in range(14):
# CHECK-NEXT: next = T.bind(
@T.prim_func
def inside(O: T.Buffer((T.int64(32),), "float32"), A: T.Buffer((T.int64(32),), "float32")):
    T.func_attr({"tirx.noalias": True})
    for j in range(14):
        O[T.Cast("int64", j)] = A[T.Cast("int64", j)] + A[T.Cast("int64", j + 1)] * A[T.Cast("int64", j + 2)]


# CHECK-LABEL: def strided
# CHECK: for j in range(1, 1 + n):
# CHECK-NEXT: next = T.bind(
@T.prim_func
def strided(O: T.Buffer((T.int64(64),), "float32"), A: T.Buffer((T.int64(64),), "float32"), i: T.int64, n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for j in range(1, n + 1):
        O[i * T.int64(2) + T.Cast("int64", j)] = A[i * T.int64(2) + T.Cast("int64", j * 2)]
        O[i * T.int64(2) + T.Cast("int64", j + 32)] = A[(i + T.int64(1)) * T.int64(2) + T.Cast("int64", j * 2)]
