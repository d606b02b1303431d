# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What an index reads twice is one number in both places, whichever it is: 10 * c + c is a multiple of 11, c + c is even. So a load
# elsewhere is done once.
# RUN: %tirc -O2 --cse-profile=host --emit=tir %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def scalar
# CHECK: [[V:cse_v[0-9]+]] = T.bind(B[90 + (x & 3)])
# CHECK: * [[V]]
@T.prim_func
def scalar(B: T.Buffer((120,), "uint8"), x: T.int32):
    c: T.int32 = 0
    while c < 4:
        c = c + 1
        for i in range(8):
            B[c * 10 + c] = B[i + 30] * B[90 + (x & 3)]


# CHECK-LABEL: {{^}}def element
# CHECK: [[V:cse_v[0-9]+]] = T.bind(B[1])
# CHECK-NEXT: for
# CHECK: = [[V]] + (
@T.prim_func
def element(A: T.Buffer((4,), "int32"), B: T.Buffer((64,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(8):
        B[A[i % 4] + A[i % 4]] = B[1] + i


# A binding read it at another time: nothing is known.
# CHECK-LABEL: {{^}}def bound
# CHECK-NOT: T.bind(B[1])
# CHECK: B[v + A[0]] = B[1] + i
@T.prim_func
def bound(A: T.Buffer((4,), "int32"), B: T.Buffer((64,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(8):
        v = T.bind(A[0])
        A[0] = i
        B[v + A[0]] = B[1] + i
