# Bounds that name outer loops keep what a loop stores apart from what it loads: 0 <= j < i, so A[i, j] is never A[i, i].
# RUN: %tirc -Werror -O2 --cse-level=ranges --emit=tir %s | FileCheck %s
from tvm.script import tirx as T

# CHECK-LABEL: def triangle
# CHECK: [[D:cse_v[0-9]+]] = T.bind(T.if_then_else(0 < i, A[i, i], 0))
# CHECK-NEXT: for j in range(i):
# CHECK-NEXT: B[j] = [[D]]
# CHECK-NEXT: A[i, j] = [[D]] * 3
# CHECK-NEXT: C[j] = [[D]]
@T.prim_func
def triangle(A: T.Buffer((64, 64), "int32"), B: T.Buffer((64,), "int32"), C: T.Buffer((64,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(64):
        for j in range(i):
            B[j] = A[i, i]
            A[i, j] = B[j] * 3
            C[j] = A[i, i]

# The last one is the element itself.
# CHECK-LABEL: def touches
# CHECK: for j in range(i + 1):
# CHECK-NEXT: [[E:cse_v[0-9]+]] = T.bind(A[i, i])
# CHECK: C[j] = A[i, i]
@T.prim_func
def touches(A: T.Buffer((64, 64), "int32"), B: T.Buffer((64,), "int32"), C: T.Buffer((64,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(64):
        for j in range(i + 1):
            B[j] = A[i, i]
            A[i, j] = B[j] * 3
            C[j] = A[i, i]

# Upwards, and through a name.
# CHECK-LABEL: def above
# CHECK: [[F:cse_v[0-9]+]] = T.bind({{.*}}A[i, i])
# CHECK: for j in
# CHECK-NOT: A[i, i]
# CHECK: T.evaluate(0)
@T.prim_func
def above(A: T.Buffer((64, 64), "int32"), B: T.Buffer((64,), "int32"), C: T.Buffer((64,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(3, 63):
        for j in range(3):
            k: T.let[T.int32] = i - j - 1
            B[j] = A[i, i]
            A[k, i] = B[j] * 3
            C[j] = A[i, i]
        T.evaluate(0)

# Stores to other buffers do not count, however many there are.
# CHECK-LABEL: def crowded
# CHECK: [[G:cse_v[0-9]+]] = T.bind(T.if_then_else(0 < i, A[i, i], 0))
# CHECK-NEXT: for j in range(i):
# CHECK-NOT: A[i, i]
# CHECK: T.evaluate(0)
@T.prim_func
def crowded(A: T.Buffer((64, 64), "int32"), B: T.Buffer((64, 32), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(64):
        for j in range(i):
            B[j, 0] = A[i, i] + 0
            B[j, 1] = A[i, i] + 1
            B[j, 2] = A[i, i] + 2
            B[j, 3] = A[i, i] + 3
            B[j, 4] = A[i, i] + 4
            B[j, 5] = A[i, i] + 5
            B[j, 6] = A[i, i] + 6
            B[j, 7] = A[i, i] + 7
            B[j, 8] = A[i, i] + 8
            B[j, 9] = A[i, i] + 9
            B[j, 10] = A[i, i] + 10
            B[j, 11] = A[i, i] + 11
            B[j, 12] = A[i, i] + 12
            B[j, 13] = A[i, i] + 13
            B[j, 14] = A[i, i] + 14
            B[j, 15] = A[i, i] + 15
            B[j, 16] = A[i, i] + 16
            B[j, 17] = A[i, i] + 17
            B[j, 18] = A[i, i] + 18
            B[j, 19] = A[i, i] + 19
            A[i, j] = B[j, 3] * 3
            B[j, 20] = A[i, i]
        T.evaluate(0)

# The loop over j runs for j = i = 2 alone, so i - j + 1 is 1.
# CHECK-LABEL: def single
# CHECK: [[D:cse_v[0-9]+]] = T.bind(V[k * 2])
# CHECK-NEXT: V[j * -1 + i + 1] = [[D]]
# CHECK-NEXT: V[0] = [[D]]
@T.prim_func
def single(V: T.Buffer((16,), "int32")):
    for i in range(3):
        for j in range(2, i + 1):
            for k in range(2):
                V[j * -1 + i + 1] = V[k * 2]
                V[0] = V[k * 2]

# What is left of a loop that goes by fours: from (i + 1) // 4 * 4, (i + 1) % 4 times.
# CHECK-LABEL: def rest
# CHECK: [[D:cse_v[0-9]+]] = T.bind(T.if_then_else({{.*}}, B[i + 1], 0))
# CHECK-NEXT: for j in range
# CHECK-NEXT: B[j] = [[D]]
@T.prim_func
def rest(B: T.Buffer((64,), "int32")):
    for i in range(8):
        for j in range((i + 1) // 4 * 4, (i + 1) // 4 * 4 + (i + 1 - (i + 1) // 4 * 4)):
            B[j] = B[i + 1]

# One more is the element itself.
# CHECK-LABEL: def too_far
# CHECK: for j in range
# CHECK-NEXT: B[j] = B[i + 1]
@T.prim_func
def too_far(B: T.Buffer((64,), "int32")):
    for i in range(8):
        for j in range((i + 1) // 4 * 4, (i + 1) // 4 * 4 + (i + 2 - (i + 1) // 4 * 4)):
            B[j] = B[i + 1]
