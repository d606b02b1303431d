# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The element of a buffer without dimensions is memory as any other: named where it is used twice, and what was stored to it
# where a name cannot see the buffer.
# RUN: %tirc -O2 --cse-profile=host --emit=tir %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def hoisted
# CHECK: T.bind(T.if_then_else(T.LT(0, 0), T.Broadcast(0, 8) % T.Broadcast(0, 8)
# CHECK: S = T.alloc_buffer((), "int32")
@T.prim_func
def hoisted(C: T.Buffer((8,), "int32")):
    for i in range(0):
        S = T.alloc_buffer((), "int32")
        S[()] = 0
        C[T.Ramp(0, 1, 8)] = S[()] % T.Broadcast(0, 8)


# CHECK-LABEL: {{^}}def named
# CHECK: [[V:cse_v[0-9]+]] = T.bind(A[()])
# CHECK: C[0] = [[V]]
# CHECK: C[1] = [[V]]
@T.prim_func
def named(A: T.Buffer((), "int32"), C: T.Buffer((8,), "int32")):
    T.func_attr({"tirx.noalias": True})
    C[0] = A[()]
    C[1] = A[()]
