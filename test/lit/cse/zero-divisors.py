# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What is divided by a difference that comes to 0 traps.  CSE takes x - x // v * v for x % v all the same, and the proof
# agrees; neither of them drops the division.
# RUN: %tirc --emit=tir %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def truncated
# CHECK: [[A:cse_v[0-9]+]] = T.bind(A[0])
# CHECK: [[R:cse_v[0-9]+]] = T.bind([[A]] - T.Div([[A]], v) * v)
# CHECK: B{{\[}}[[R]]] = [[R]]
@T.prim_func
def truncated(A: T.Buffer((60,), "int32"), B: T.Buffer((64,), "int32"), y: T.int32):
    v = T.bind(y - y)
    B[A[0] - T.truncdiv(A[0], v) * v] = T.truncmod(A[0], v)


# CHECK-LABEL: {{^}}def floored
# CHECK: [[R:cse_v[0-9]+]] = T.bind((A[0] + n) % v * 3)
# CHECK: B{{\[}}[[R]]] = [[R]]
@T.prim_func
def floored(A: T.Buffer((60,), "int32"), B: T.Buffer((64,), "int32"), y: T.int32, n: T.int32):
    v = T.bind((y - T.truncdiv(y, 1) * 1) * (A[1] + n) & 255)
    B[(A[0] + n) * 3 - (A[0] + n) // v * v * 3] = (A[0] + n) % v * 3


# The quotient times its divisor, and what the rest leaves.
# CHECK-LABEL: {{^}}def multiple
# CHECK: B[0] = [[M:cse_v[0-9]+]]
# CHECK: B[1] = [[M]]
@T.prim_func
def multiple(A: T.Buffer((60,), "int32"), B: T.Buffer((64,), "int32"), y: T.int32):
    T.func_attr({"tirx.noalias": True})
    v = T.bind(y - y)
    B[0] = T.truncdiv(A[0], v) * v
    B[1] = A[0] - T.truncmod(A[0], v)
