# REQUIRES: isl
# RUN: %tirc --emit=tir --lanes=32 --cse-level=none --no-promote-scalars %s | FileCheck %s
# RUN: %tirc --explain --emit=tir --lanes=32 %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHY %s
# Iterations of loops of unknown extent as lanes of vectors.
from tvm.script import tirx as T


# Whole vectors, then the last iterations as one more; fewer iterations as shorter vectors, or as they are.
# CHECK-LABEL: {{^}}def add
# CHECK: if n >= 32:
# CHECK-NEXT: for i in range(0, n // 32 * 32, 32):
# CHECK-NEXT: C[i:i + 32] = A[T.Ramp(i, 1, 32)] + B[T.Ramp(i, 1, 32)]
# CHECK-NEXT: if n % 32 != 0:
# CHECK-NEXT: for i in range(n - 32, n - 32 + 32, 32):
# CHECK-NEXT: C[i:i + 32] = A[T.Ramp(i, 1, 32)] + B[T.Ramp(i, 1, 32)]
# CHECK-NEXT: else:
# CHECK-NEXT: if n >= 16:
# CHECK-NEXT: for i in range(0, n // 16 * 16, 16):
# CHECK: else:
# CHECK-NEXT: for i in range(n):
# CHECK-NEXT: C[i] = A[i] + B[i]
@T.prim_func(s_tir=True)
def add(A: T.Buffer((400,), "int32"), B: T.Buffer((400,), "int32"), C: T.Buffer((400,), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        C[i] = A[i] + B[i]


# What is added twice would be wrong.
# CHECK-LABEL: {{^}}def count
# CHECK: [[W:cse[_a-z0-9]*]] = T.bind(n // 32 * 32)
# CHECK-NEXT: for i in range(2, 2 + [[W]], 32):
# CHECK-NEXT: A[i:i + 32] = A[T.Ramp(i, 1, 32)] + T.Broadcast(1, 32)
# CHECK-NEXT: [[D:cse[_a-z0-9]*]] = T.bind(T.max([[W]], 0))
# CHECK-NEXT: for i in range(2 + [[D]], 2 + [[D]] + T.min(n - [[D]], 31)):
# CHECK-NEXT: A[i] = A[i] + 1
@T.prim_func(s_tir=True)
def count(A: T.Buffer((400,), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(2, 2 + n):
        A[i] = A[i] + 1


# An iteration reads what it has stored itself: it may be done twice.
# CHECK-LABEL: {{^}}def sums
# CHECK: if n >= 32:
# CHECK: if n % 32 != 0:
@T.prim_func(s_tir=True)
def sums(A: T.Buffer((8, 400), "int32"), C: T.Buffer((400,), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        C[i] = 0
        for k in range(8):
            C[i] = C[i] + A[k, i]


# Iteration 32 reads what iteration 0 stored: vectors may be made of it, but an iteration may not be done twice.
# CHECK-LABEL: {{^}}def behind
# CHECK: if n >= 32:
# CHECK-NOT: if n %
# CHECK: for i in range(0, {{.*}}, 32):
# CHECK: T.max({{.*}}, 0)
@T.prim_func(s_tir=True)
def behind(A: T.Buffer((400,), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        A[i] = A[i + 32]


# The element is set first, but another one is read as well.
# CHECK-LABEL: {{^}}def other
# CHECK: if n >= 32:
# CHECK-NOT: if n %
# CHECK: for i in range(0, {{.*}}, 32):
@T.prim_func(s_tir=True)
def other(A: T.Buffer((2, 400), "int32"), B: T.Buffer((400,), "int32"), C: T.Buffer((400,), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        A[0, i] = B[i]
        C[i] = A[0, i] + A[1, i]


# What the extent is may change with the first store.
# CHECK-LABEL: {{^}}def changes
# CHECK-NOT: T.Ramp
# WHY: lanes-open.py:[[@LINE+4]]:5: remark: loop 'i' is not vectorised: its extent may change while it runs
@T.prim_func(s_tir=True)
def changes(A: T.Buffer((400,), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(A[0]):
        A[i] = 7


# Seven at most are no vector.
# CHECK-LABEL: {{^}}def few
# CHECK-NOT: T.Ramp
@T.prim_func(s_tir=True)
def few(A: T.Buffer((400,), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(T.min(n, 7)):
        A[i] = 7


# Rows of 24 hold no vector of 32.
# RUN: %tirc --target=hexagon -O3 --emit=tir --function=rows %s | FileCheck --check-prefix=ROWS %s
# CHECK-LABEL: {{^}}def rows
# ROWS-LABEL: {{^}}def rows
# ROWS-NOT: >= 32
@T.prim_func(s_tir=True)
def rows(A: T.Buffer((40, 24), "int32"), B: T.Buffer((40, 24), "int32"), C: T.Buffer((40, 24), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(40):
        for j in range(n):
            C[i, j] = A[i, j] * B[i, j]


# Rows of a triangle, most of which are longer than two vectors: nothing is tested.
# RUN: %tirc --target=hexagon -O3 --emit=tir --lanes=32 --function=triangle %s | FileCheck --check-prefix=TRIANGLE %s
# CHECK-LABEL: {{^}}def triangle
# TRIANGLE-LABEL: {{^}}def triangle
# TRIANGLE-NOT: >= 32
# TRIANGLE: T.Ramp
# TRIANGLE-NOT: >= 32
@T.prim_func(s_tir=True)
def triangle(A: T.Buffer((200, 200), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(200):
        for j in range(i):
            A[i, j] = A[i, j] + 1


# Nor do rows of 3, which one dimension holds: what is stored to does not overlap.
# RUN: %tirc --target=hexagon -O3 --emit=tir --function=short_rows %s | FileCheck --check-prefix=SHORT %s
# CHECK-LABEL: {{^}}def short_rows
# SHORT-LABEL: {{^}}def short_rows
# SHORT-NOT: >= 32
# SHORT-NOT: T.Ramp
@T.prim_func(s_tir=True)
def short_rows(A: T.Buffer((384,), "int32"), B: T.Buffer((72,), "int32"), C: T.Buffer((48,), "int32"), n: T.int32, m: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(16):
        for j in range(n):
            C[i * 3 + j] = 0
            for k in range(m):
                C[i * 3 + j] = C[i * 3 + j] + A[i * 24 + k] * B[k * 3 + j]
# UNSUPPORTED: slow-with-sanitizers
