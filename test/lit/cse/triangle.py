# Bounds that name outer loops keep what a loop stores apart from what it loads: 0 <= j < i, so A[i, j] is never A[i, i].
# RUN: %tirc -O2 --cse-level=ranges --emit=tir %s | FileCheck %s
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
