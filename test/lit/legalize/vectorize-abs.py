# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc -O2 --emit=tir %s | FileCheck %s
# What the condition loads in all lanes is loaded without a mask in the arms; what it may leave out is not.
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def magnitude
# CHECK-NOT: masked_load
@T.prim_func(s_tir=True)
def magnitude(A: T.Buffer((64,), "int16"), O: T.Buffer((64,), "int16")):
    T.func_attr({"global_symbol": "magnitude", "tirx.noalias": True})
    for x in T.vectorized(64):
        O[x] = T.abs(A[x])


# CHECK-LABEL: {{^}}def nested
# CHECK-NOT: T.masked_load("int16x64", A
# CHECK: T.masked_load("int16x64", B
@T.prim_func(s_tir=True)
def nested(A: T.Buffer((64,), "int16"), B: T.Buffer((64,), "int16"), O: T.Buffer((64,), "int16")):
    T.func_attr({"global_symbol": "nested", "tirx.noalias": True})
    for x in T.vectorized(64):
        O[x] = T.if_then_else(A[x] > T.int16(3), T.if_then_else(B[x] > A[x], B[x], A[x]), T.int16(0))


# CHECK-LABEL: {{^}}def maybe
# CHECK: T.masked_load("int16x64", B
# CHECK-NOT: B[
@T.prim_func(s_tir=True)
def maybe(A: T.Buffer((64,), "int16"), B: T.Buffer((64,), "int16"), O: T.Buffer((64,), "int16")):
    T.func_attr({"global_symbol": "maybe", "tirx.noalias": True})
    for x in T.vectorized(64):
        O[x] = T.if_then_else(T.if_then_else(A[x] > T.int16(3), B[x] > T.int16(2), False), B[x], T.int16(0))
