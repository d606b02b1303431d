# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Loops whose bodies hold vectors are unrolled and jammed where the copies share what they load: rows of B, of several rows of A.
# REQUIRES: isl
# RUN: %tirc --target=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp -O2 --emit=tir %s | FileCheck %s
# RUN: %tirc --target=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp -O2 --explain --emit=tir %s -o %t.tir 2>&1 | FileCheck --check-prefix=WHY %s
from tvm.script import tirx as T

# CHECK-LABEL: def product
# CHECK: for i in range(0, 16, 4):
# CHECK: for k in range(64):
# CHECK-COUNT-4: * B[k, T.Ramp(
# WHY: loop 'i': unrolled and jammed by a factor of 4
@T.prim_func(s_tir=True)
def product(A: T.Buffer((16, 64), "float16"), B: T.Buffer((64, 64), "float16"), C: T.Buffer((16, 64), "float16")):
    T.func_attr({"tirx.noalias": True})
    for i, k, j in T.grid(16, 64, 64):
        C[i, j] = C[i, j] + A[i, k] * B[k, j]


# An odd number of rows: what is left has a loop of its own.
# CHECK-LABEL: def odd
# CHECK: for i in range(0, 16, 4):
# CHECK: for i{{.*}} in range(16, 17):
@T.prim_func(s_tir=True)
def odd(A: T.Buffer((17, 64), "int16"), B: T.Buffer((64, 64), "int16"), C: T.Buffer((17, 64), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i in range(17):
        for k in range(64):
            C[i, T.Ramp(0, 1, 64)] = C[i, T.Ramp(0, 1, 64)] + T.Broadcast(A[i, k], 64) * B[k, T.Ramp(0, 1, 64)]


# Rows that overlap: what a row adds the next one reads.
# CHECK-LABEL: def overlap
# CHECK: for i, k in T.grid(16, 64):
# WHY: loop 'i' is not unrolled and jammed: a loop-carried dependence may be reversed
@T.prim_func(s_tir=True)
def overlap(A: T.Buffer((16, 64), "int16"), B: T.Buffer((64, 64), "int16"), C: T.Buffer((1024,), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i in range(16):
        for k in range(64):
            C[T.Ramp(i * 32, 1, 64)] = C[T.Ramp(i * 32, 1, 64)] + T.Broadcast(A[i, k], 64) * B[k, T.Ramp(0, 1, 64)]


# Lanes that are no neighbours may be anywhere.
# CHECK-LABEL: def columns
# CHECK: for i, k in T.grid(16, 2):
# WHY: loop 'i' is not unrolled and jammed: a loop-carried dependence may be reversed
@T.prim_func(s_tir=True)
def columns(B: T.Buffer((2, 8), "int32"), C: T.Buffer((80,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(16):
        for k in range(2):
            C[T.Ramp(k, 10, 8)] = B[k, T.Ramp(0, 1, 8)]


# Nothing is shared.
# CHECK-LABEL: def nothing
# CHECK: for i, k in T.grid(16, 64):
# WHY: loop 'i' is not unrolled and jammed: the copies would share too little
@T.prim_func(s_tir=True)
def nothing(B: T.Buffer((16, 64, 64), "int16"), C: T.Buffer((16, 64), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i in range(16):
        for k in range(64):
            C[i, T.Ramp(0, 1, 64)] = C[i, T.Ramp(0, 1, 64)] + B[i, k, T.Ramp(0, 1, 64)]


# Rows of six registers: of four there would be too many.
# CHECK-LABEL: def registers
# CHECK: for i in range(0, 16, 2):
@T.prim_func(s_tir=True)
def registers(A: T.Buffer((16, 64), "int16"), B: T.Buffer((64, 384), "int16"), C: T.Buffer((16, 384), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i in range(16):
        for k in range(64):
            C[i, T.Ramp(0, 1, 384)] = C[i, T.Ramp(0, 1, 384)] + T.Broadcast(A[i, k], 384) * B[k, T.Ramp(0, 1, 384)]
