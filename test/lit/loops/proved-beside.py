# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A nest that is made anew leaves its neighbours as they are, and what is written the other way round there is the same: neither
# nest is refuted for the other.
# RUN: %tirc --target=hexagon --emit=tir %s -o %t 2>&1 | count 0
# RUN: FileCheck %s < %t
from tvm.script import tirx as T


# CHECK-LABEL: def moved(
# CHECK: low = T.bind(T.Shuffle([row
# CHECK: T.Broadcast(-145, 64) * T.Cast
@T.prim_func(s_tir=True)
def moved(A: T.Buffer((1024,), "uint32"), B: T.Buffer((1024,), "uint32"), C: T.Buffer((150,), "int8"), D: T.Buffer((75,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for f in range(1024):
        B[f] = A[f % 64 * 16 + f // 64]
    for i in range(75):
        D[i] = (-145) * T.Cast("int32", C[i * 2 + 1])


# CHECK-LABEL: def product(
# CHECK: low = T.bind(T.Shuffle([row
@T.prim_func(s_tir=True)
def product(A: T.Buffer((1024,), "uint32"), B: T.Buffer((1024,), "uint32"), C: T.Buffer((150,), "int8"), D: T.Buffer((75,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for f in range(1024):
        B[f] = A[f % 64 * 16 + f // 64]
    for i in range(75):
        D[i] = T.bitwise_xor((-145) * T.Cast("int32", C[i * 2 + 1]), T.Cast("int32", C[i * 2 + 1] * C[i * 2 + 1]))


# A sum whose new term comes first.
# CHECK-LABEL: def first(
# CHECK: T.Ramp(
@T.prim_func(s_tir=True)
def first(A: T.Buffer((3, 34, 128), "int8"), O: T.Buffer((32, 128), "int32")):
    T.func_attr({"tirx.noalias": True})
    acc = T.alloc_buffer((1,), "int32")
    for y, c in T.grid(32, 128):
        acc[0] = 0
        for r, q in T.grid(3, 3):
            acc[0] = T.Cast("int32", A[r, y + q, c]) + acc[0]
        O[y, c] = acc[0]
