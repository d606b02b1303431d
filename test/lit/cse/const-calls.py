# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Pure calls of constants are computations, no constants.
# RUN: %tirc --cse --emit=tir %s | FileCheck %s
from tvm.script import tirx as T


# CHECK-LABEL: def seq
# CHECK-NEXT: cse_v1 = T.bind(T.call_pure_extern("int32", "f", 10))
# CHECK-NEXT: A[0] = cse_v1
# CHECK-NEXT: A[1] = cse_v1
@T.prim_func
def seq(A: T.Buffer((64,), "int32")):
    A[0] = T.call_pure_extern("int32", "f", 10)
    A[1] = T.call_pure_extern("int32", "f", 10)


# A loop that may not run computes it once, and only if it runs.
# CHECK-LABEL: def inloop
# CHECK-NEXT: cse_v1 = T.bind(T.if_then_else(0 < n, T.call_pure_extern("int32", "f", 10), 0))
# CHECK: A[i] = cse_v1 * i
# CHECK: A[i] = cse_v1 - i
@T.prim_func
def inloop(A: T.Buffer((64,), "int32"), n: T.int32):
    for i in range(n):
        if A[i] > 0:
            A[i] = T.call_pure_extern("int32", "f", 10) * i
        else:
            A[i] = T.call_pure_extern("int32", "f", 10) - i


# CHECK-LABEL: def builtin
# CHECK-NEXT: cse_v1 = T.bind(T.exp(T.float32(2.5)))
# CHECK-NEXT: A[0] = cse_v1
# CHECK-NEXT: A[1] = cse_v1 + T.float32(2.5)
@T.prim_func
def builtin(A: T.Buffer((64,), "float32")):
    A[0] = T.exp(T.float32(2.5))
    A[1] = T.exp(T.float32(2.5)) + T.float32(2.5)


# Not a call with an effect, and no constant.
# CHECK-LABEL: def others
# CHECK-NEXT: A[0] = T.call_extern("int32", "g", 10)
# CHECK-NEXT: A[1] = T.call_extern("int32", "g", 10)
# CHECK-NEXT: A[2:6] = T.Ramp(0, 1, 4)
# CHECK-NEXT: A[6:10] = T.Ramp(0, 1, 4)
@T.prim_func
def others(A: T.Buffer((64,), "int32")):
    A[0] = T.call_extern("int32", "g", 10)
    A[1] = T.call_extern("int32", "g", 10)
    A[2:6] = T.Ramp(0, 1, 4)
    A[6:10] = T.Ramp(0, 1, 4)
