# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --optimize=sink %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
# RUN: %tirc --emit=tir --target=hexagon --print-after=dot-product %s -o %t.py 2>&1 | FileCheck --check-prefix=DOT --implicit-check-not="warnin{{g}}:" %s
# Move a nest into the branches of the `if` beside it, if both name the same memory (code sinking).
from tvm.script import tirx as T


# What the sums begin with, and what is done to them behind, in front and behind of each branch.
# CHECK-LABEL: {{^}}def beside(
# CHECK: {{^}}    Q[0] = 1
# CHECK: {{^}}    for i in range(640):
# CHECK-NEXT: Q[i] = 5
# CHECK-NEXT: {{^}}    if g > 0:
# CHECK-NEXT: {{^}}        for i, j in T.grid(20, 32):
# CHECK-NEXT: C[i, j] = 0
# CHECK-NEXT: {{^}}        for i, j, k in T.grid(20, 32, 64):
# CHECK: {{^}}        for i, j in T.grid(20, 32):
# CHECK-NEXT: C[i, j] = C[i, j] * 3
# CHECK-NEXT: {{^}}    else:
# CHECK-NEXT: {{^}}        for i, j in T.grid(20, 32):
# CHECK-NEXT: C[i, j] = 0
# CHECK-NEXT: {{^}}        for i, j in T.grid(20, 32):
# CHECK-NEXT: C[i, j] = C[i, j] * 3
# CHECK-NEXT: {{^}}    for i in range(640):
# CHECK-NEXT: Q[i] = Q[i] + 1
# DOT-LABEL: {{^}}def beside(
# DOT: {{^}}    if g > 0:
# DOT: words
# DOT: sum = T.bind({{.*}} * T.Broadcast(3, 32))
# DOT: {{^}}    else:
@T.prim_func(s_tir=True)
def beside(A: T.Buffer((20, 64), "uint8"), B: T.Buffer((32, 64), "int8"), C: T.Buffer((20, 32), "int32"), Q: T.Buffer((640,), "int32"), g: T.int32):
    T.func_attr({"global_symbol": "beside", "tirx.noalias": True})
    Q[0] = 1
    for i in range(640):
        Q[i] = 5
    for i, j in T.grid(20, 32):
        C[i, j] = 0
    if g > 0:
        for i, j, k in T.grid(20, 32, 64):
            C[i, j] = C[i, j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])
    for i, j in T.grid(20, 32):
        C[i, j] = C[i, j] * 3
    for i in range(640):
        Q[i] = Q[i] + 1


# The condition reads what the nest in front changes: it stays.
# CHECK-LABEL: {{^}}def changed(
# CHECK: {{^}}    for i, j in T.grid(20, 32):
# CHECK-NEXT: C[i, j] = 0
# CHECK-NEXT: {{^}}    if C[0, 0] == 0:
# CHECK-NEXT: for i, j, k
@T.prim_func(s_tir=True)
def changed(A: T.Buffer((20, 64), "uint8"), B: T.Buffer((32, 64), "int8"), C: T.Buffer((20, 32), "int32")):
    T.func_attr({"global_symbol": "changed", "tirx.noalias": True})
    for i, j in T.grid(20, 32):
        C[i, j] = 0
    if C[0, 0] == 0:
        for i, j, k in T.grid(20, 32, 64):
            C[i, j] = C[i, j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])


# One branch divides by 0, as the program that is made does: the other one becomes a sum of words all the same.
# DOT-LABEL: {{^}}def fails(
# DOT: {{^}}    if g > 0:
# DOT: words
# DOT: {{^}}    else:
# DOT: T.FloorDiv(1073741824, 0)
@T.prim_func(s_tir=True)
def fails(A: T.Buffer((20, 64), "uint8"), B: T.Buffer((32, 64), "int8"), C: T.Buffer((20, 32), "int32"), g: T.int32):
    T.func_attr({"global_symbol": "fails", "tirx.noalias": True})
    if g > 0:
        for i, j in T.grid(20, 32):
            C[i, j] = 0
            for k in range(64):
                C[i, j] = C[i, j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])
    else:
        C[0, 0] = T.FloorDiv(1073741824, 0)
