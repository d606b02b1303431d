# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --cse-profile=hexagon --unroll-and-jam=all %s | FileCheck %s
# RUN: %tirc --emit=tir --cse-profile=hexagon --unroll-and-jam=all %s -o /dev/null 2>&1 | count 0
# What loops with a step leave out, and what a variable outside of a nest is bound to, is known to the proof.
from tvm.script import tirx as T


# The copies' loop counts 1, 3, 5, 7: it never stores to V[1].
# CHECK-LABEL: def odd
# CHECK: for i in range(1, 9, 2):
# CHECK: cse_v1 = T.bind(V[1])
# CHECK: V[i - 1] = cse_v1
# CHECK: V[i + 1 - 1] = cse_v1
@T.prim_func(s_tir=True)
def odd(V: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "odd", "tirx.noalias": True})
    for i in range(1, 9):
        V[i - 1] = V[1]
        for j in range(0):
            V[i * 2] = 0


# V[k + 1] is never V[0].
# CHECK-LABEL: def bound
# CHECK-COUNT-4: V[0] = 0
@T.prim_func(s_tir=True)
def bound(V: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "bound", "tirx.noalias": True})
    for h in range(9):
        k = T.bind(h)
        for i in range(8):
            for j in range(i):
                V[k + 1] = 1
            V[0] = 0
