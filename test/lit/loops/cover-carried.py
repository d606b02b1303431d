# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cover=all %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
# What a variable holds before a loop is no more what it holds in one that stores to it: nothing is covered with it.
from tvm.script import tirx as T


# A recursive filter: the first value of the line alone is 0.
# CHECK-LABEL: {{^}}def filter(
# CHECK-NOT: T.Mul(b, 0)
# CHECK: for j in range(48):
# CHECK: b * last
@T.prim_func(s_tir=True)
def filter(A: T.Buffer((64, 48), "int32"), O: T.Buffer((64, 48), "int32"), a: T.int32, b: T.int32):
    T.func_attr({"global_symbol": "filter", "tirx.noalias": True})
    for i in range(64):
        last: T.int32 = 0
        for j in range(48):
            O[i, j] = a * A[i, j] + b * last
            last = O[i, j]


# The store is in a loop behind, and an iteration of the one around both has another value.
# CHECK-LABEL: {{^}}def behind(
# CHECK-NOT: A_1[{{.*}}] + T.Broadcast(7
# CHECK: for i in range(64):
@T.prim_func(s_tir=True)
def behind(A: T.Buffer((64, 64), "int32"), O: T.Buffer((64, 64), "int32")):
    T.func_attr({"global_symbol": "behind", "tirx.noalias": True})
    row = T.alloc_buffer((64,), "int32", scope="local")
    for j in range(64):
        row[j] = 7
    for i in range(64):
        for j in range(64):
            O[i, j] = A[i, j] + row[j]
        for j in range(64):
            row[j] = A[i, 63 - j]


# What the same iteration has stored before is that, whatever it stores behind.
# CHECK-LABEL: {{^}}def anew(
# CHECK: T.Ramp
@T.prim_func(s_tir=True)
def anew(A: T.Buffer((64, 64), "int8"), O: T.Buffer((64, 64), "int8")):
    T.func_attr({"global_symbol": "anew", "tirx.noalias": True})
    for i in range(64):
        for j in range(64):
            x: T.int8 = A[i, j]
            O[i, j] = T.max(x, T.int8(3))
