# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --optimize=guarded-sums %s 2>&1 | FileCheck --implicit-check-not='{{could}} not' %s
# RUN: %tirc --emit=tir --target=hexagon --explain --function=around_sum %s 2>&1 | FileCheck --check-prefix=BETTER %s
# RUN: %tirc --emit=tir --target=hexagon --explain --function=around_loop %s 2>&1 | FileCheck --check-prefix=BETTER %s
# RUN: %tirc --emit=tir --target=hexagon --explain --function=choice %s 2>&1 | FileCheck --check-prefix=BETTER %s
# Sums of choices in the place of sums under a condition: a copy with margins takes the condition away then.
# BETTER: dot products of bytes
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def around_sum(
# CHECK: for r, s, k in T.grid(3, 3, 16):
# CHECK-NEXT: O[y, x, c] = O[y, x, c] + T.if_then_else(1 <= y + r and y + r < 9 and 1 <= x + s and x + s < 9, T.Cast("int32", A[y + r - 1, x + s - 1, k]) * T.Cast("int32", W[r, s, k, c]), 0)
@T.prim_func(s_tir=True)
def around_sum(A: T.Buffer((8, 8, 16), "uint8"), W: T.Buffer((3, 3, 16, 32), "int8"), O: T.Buffer((8, 8, 32), "int32")):
    T.func_attr({"global_symbol": "around_sum", "tirx.noalias": True})
    for y, x, c in T.grid(8, 8, 32):
        O[y, x, c] = 0
        for r, s, k in T.grid(3, 3, 16):
            if 1 <= y + r and y + r < 9 and 1 <= x + s and x + s < 9:
                O[y, x, c] = O[y, x, c] + T.Cast("int32", A[y + r - 1, x + s - 1, k]) * T.Cast("int32", W[r, s, k, c])


# CHECK-LABEL: {{^}}def around_loop(
# CHECK: for r, s, k in T.grid(3, 3, 16):
# CHECK-NEXT: O[y, x, c] = O[y, x, c] + T.if_then_else(
@T.prim_func(s_tir=True)
def around_loop(A: T.Buffer((8, 8, 16), "uint8"), W: T.Buffer((3, 3, 16, 32), "int8"), O: T.Buffer((8, 8, 32), "int32")):
    T.func_attr({"global_symbol": "around_loop", "tirx.noalias": True})
    for y, x, c in T.grid(8, 8, 32):
        O[y, x, c] = 0
        for r, s in T.grid(3, 3):
            if 1 <= y + r and y + r < 9 and 1 <= x + s and x + s < 9:
                for k in range(16):
                    O[y, x, c] = O[y, x, c] + T.Cast("int32", A[y + r - 1, x + s - 1, k]) * T.Cast("int32", W[r, s, k, c])


# The text has a choice already, as a factor: `guarded-sums` has nothing to do, `padding` takes the choice.
# CHECK-LABEL: {{^}}def choice(
@T.prim_func(s_tir=True)
def choice(A: T.Buffer((8, 8, 16), "uint8"), W: T.Buffer((3, 3, 16, 32), "int8"), O: T.Buffer((8, 8, 32), "int32")):
    T.func_attr({"global_symbol": "choice", "tirx.noalias": True})
    for y, x, c in T.grid(8, 8, 32):
        O[y, x, c] = 0
        for r, s, k in T.grid(3, 3, 16):
            O[y, x, c] = O[y, x, c] + T.if_then_else(1 <= y + r and y + r < 9 and 1 <= x + s and x + s < 9, T.Cast("int32", A[y + r - 1, x + s - 1, k]), 0) * T.Cast("int32", W[r, s, k, c])


# An element that was perhaps not there; one of another iteration of a parallel loop; a condition in memory; a sum of floats.
# CHECK-LABEL: {{^}}def others(
# CHECK-NOT: if_then_else
@T.prim_func(s_tir=True)
def others(A: T.Buffer((64,), "int32"), C: T.Buffer((64,), "int32"), F: T.Buffer((64,), "float32"), O: T.Buffer((64,), "int32"), P: T.Buffer((64,), "float32")):
    T.func_attr({"global_symbol": "others", "tirx.noalias": True})
    for y in range(8):
        for r in range(8):
            if 1 <= y + r:
                O[y] = O[y] + A[y + r] * C[r]
    O[9] = 0
    for y in T.parallel(8):
        if 1 <= y:
            O[9] = O[9] + A[y] * C[y]
    for y in range(8):
        O[y] = 0
        for r in range(8):
            if C[r] < y:
                O[y] = O[y] + A[y + r] * C[r]
    for y in range(8):
        P[y] = T.float32(0)
        for r in range(8):
            if 1 <= y + r:
                P[y] = P[y] + F[y + r] * F[r]
# UNSUPPORTED: slow-with-sanitizers
