# RUN: %tirc --emit=tir %s | FileCheck %s
# RUN: %tirc --emit=tir %s -o %t.py
# RUN: %tirc --emit=tir %t.py | FileCheck %s
# Requirement 3: an existing binding is used again, also for base + constant, and not copied. The pass is idempotent.
from tvm.script import tirx as T

@T.prim_func
def reuse(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    # CHECK-LABEL: def reuse
    # CHECK-NEXT: v: T.let[T.int32] = x + 1
    # CHECK-NEXT: A[0] = v * y
    # CHECK-NEXT: A[1] = v + y
    # CHECK-NEXT: A[2] = v
    v: T.let[T.int32] = x + 1
    A[0] = v * y
    A[1] = (x + 1) + y
    A[2] = x + 1

# A binding below the first use: the name goes above, the binding would be a copy and goes.
@T.prim_func
def late(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    # CHECK-LABEL: def late
    # CHECK-NEXT: cse_v1 = T.bind(x * y)
    # CHECK-NEXT: A[0] = cse_v1
    # CHECK-NEXT: A[1] = cse_v1 - 7
    # CHECK-NEXT: A[2] = cse_v1
    A[0] = x * y
    v: T.let[T.int32] = x * y
    A[1] = v - 7
    A[2] = v
