# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --optimize=normalise %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --optimize=guards %s | FileCheck --check-prefix=GUARDS %s
# RUN: %tirc --emit=tir --target=hexagon --print-after=row-reduction %s -o %t.py 2>&1 | FileCheck --check-prefix=TURNED %s
# Conditions that no loop changes around nests (loop unswitching): where nothing is left of a nest without it, and two versions.
from tvm.script import tirx as T


# Nests that follow each other and ask the same become one test.
# CHECK-LABEL: {{^}}def guard(
# CHECK: {{^}}    if g > 0:
# CHECK-NEXT: for i, j in T.grid(32, 64):
# CHECK-NEXT: O[i, j] = T.int16(0)
# CHECK-NEXT: for k in range(3):
# CHECK-NEXT: O[i, j] = O[i, j] + T.Cast("int16", A[i, j + k])
# CHECK-NOT: else
# GUARDS-LABEL: {{^}}def guard(
# GUARDS: {{^}}    if g > 0:
@T.prim_func(s_tir=True)
def guard(A: T.Buffer((32, 66), "uint8"), O: T.Buffer((32, 64), "int16"), g: T.int32):
    T.func_attr({"global_symbol": "guard", "tirx.noalias": True})
    for i, j in T.grid(32, 64):
        if g > 0:
            O[i, j] = T.int16(0)
    for i, j in T.grid(32, 64):
        for k in range(3):
            if g > 0:
                O[i, j] = O[i, j] + T.Cast("int16", A[i, j + k])


# An else, the contrary, and a second condition in one of the versions; two versions are no guard.
# CHECK-LABEL: {{^}}def two(
# CHECK: {{^}}    if g > 0:
# CHECK-NEXT: for i in range(64):
# CHECK-NEXT: O[i] = B[i]
# CHECK-NEXT: {{^}}    else:
# CHECK-NEXT: {{^}}        if n == 3:
# CHECK-NEXT: for i in range(64):
# CHECK-NEXT: O[i] = T.int16(7)
# CHECK-NEXT: {{^}}        else:
# CHECK-NEXT: for i in range(64):
# CHECK-NEXT: O[i] = T.int16(9)
# GUARDS-LABEL: {{^}}def two(
# GUARDS: {{^}}    for i in range(64):
@T.prim_func(s_tir=True)
def two(B: T.Buffer((64,), "int16"), O: T.Buffer((64,), "int16"), g: T.int32, n: T.int32):
    T.func_attr({"global_symbol": "two", "tirx.noalias": True})
    for i in range(64):
        if g > 0:
            O[i] = B[i]
        if g <= 0:
            O[i] = T.Select(n == 3, T.int16(7), T.int16(9))


# Memory that the nest alone names: each version has its own.
# CHECK-LABEL: {{^}}def own(
# CHECK-NOT: alloc
# CHECK: {{^}}    if g > 0:
# CHECK: s = T.alloc_buffer((2,), "int32")
# CHECK: {{^}}    else:
# CHECK: s = T.alloc_buffer((2,), "int32")
# CHECK: T.max(s[0] + s[1], 0)
@T.prim_func(s_tir=True)
def own(A: T.Buffer((32, 64), "int32"), O: T.Buffer((32,), "int32"), g: T.int32):
    T.func_attr({"global_symbol": "own", "tirx.noalias": True})
    s = T.alloc_buffer((2,), "int32")
    for i in range(32):
        s[0] = 0
        s[1] = O[i]
        for k in range(64):
            if g > 0:
                s[0] = s[0] + A[i, k]
        O[i] = T.max(s[0] + s[1], 0)


# What a loop changes, what is loaded, what may fail; memory that is read behind the nest stays where it is.
# CHECK-LABEL: {{^}}def not_taken(
# CHECK: s = T.alloc_buffer((1,), "int32")
# CHECK-NEXT: for i in range(64):
# CHECK-NEXT: if g + i > 3:
# CHECK-NEXT: O[i] = A[i]
# CHECK-NEXT: for i in range(64):
# CHECK-NEXT: if F[0] > 3:
# CHECK-NEXT: O[i] = A[i + 1]
# CHECK-NEXT: for i in range(64):
# CHECK-NEXT: if {{.*}}64 // g == 3
# CHECK-NEXT: O[i] = A[i + 2]
# CHECK-NEXT: if g > 0:
# CHECK-NEXT: for i in range(64):
# CHECK-NEXT: s[0] = A[i]
# CHECK-NEXT: else:
# CHECK-NEXT: for i in range(64):
# CHECK-NEXT: s[0] = A[i + 1]
# CHECK-NEXT: O[0] = s[0]
@T.prim_func(s_tir=True)
def not_taken(A: T.Buffer((66,), "int32"), F: T.Buffer((1,), "int32"), O: T.Buffer((64,), "int32"), g: T.int32):
    T.func_attr({"global_symbol": "not_taken", "tirx.noalias": True})
    s = T.alloc_buffer((1,), "int32")
    for i in range(64):
        if g + i > 3:
            O[i] = A[i]
    for i in range(64):
        if F[0] > 3:
            O[i] = A[i + 1]
    for i in range(64):
        if 64 // g == 3:
            O[i] = A[i + 2]
    for i in range(64):
        s[0] = T.Select(g > 0, A[i], A[i + 1])
    O[0] = s[0]


# Comparisons of floats have no contrary: neither holds of a NaN.
# CHECK-LABEL: {{^}}def floats(
# CHECK: {{^}}    if x < T.float32(0.0):
# CHECK-NEXT: if x >= T.float32(0.0):
# CHECK: if x >= T.float32(0.0):
@T.prim_func(s_tir=True)
def floats(A: T.Buffer((65,), "int32"), O: T.Buffer((64,), "int32"), x: T.float32):
    T.func_attr({"global_symbol": "floats", "tirx.noalias": True})
    for i in range(64):
        O[i] = 0
        if x < T.float32(0.0):
            O[i] = A[i]
        if x >= T.float32(0.0):
            O[i] = A[i + 1]


# Rows under a condition are turned.
# TURNED: *** after row-reduction on rows ***
# TURNED: if g > 0:
# TURNED: turned
@T.prim_func(s_tir=True)
def rows(A: T.Buffer((32, 64), "int8"), O: T.Buffer((32, 64), "int8"), g: T.int32):
    T.func_attr({"global_symbol": "rows", "tirx.noalias": True})
    most = T.alloc_buffer((1,), "int32")
    for i in range(32):
        if g > 0:
            most[0] = -128
            for j in range(64):
                most[0] = T.max(most[0], T.Cast("int32", A[i, j]))
            for j in range(64):
                O[i, j] = T.Cast("int8", T.min(most[0] - T.Cast("int32", A[i, j]), 127))
