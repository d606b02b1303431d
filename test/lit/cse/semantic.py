# RUN: %tirc --emit=tir %s | FileCheck %s
# Requirement 4: equal is what has the same canonical form, not what is written alike: operands of what
# commutes may be in any order. Sums of floats commute, minima of floats do not (NaN, -0.0).
from tvm.script import tirx as T

@T.prim_func
def ints(A: T.Buffer((16,), "int32"), x: T.int32, y: T.int32, z: T.int32):
    # CHECK-LABEL: def ints
    # CHECK-NEXT: cse_v1 = T.bind(x * y * (z ^ x))
    # CHECK-NEXT: A[0] = cse_v1
    # CHECK-NEXT: A[1] = cse_v1
    # CHECK-NEXT: A[2] = x - y
    # CHECK-NEXT: A[3] = y - x
    A[0] = x * y * (z ^ x)
    A[1] = (x ^ z) * (y * x)
    A[2] = x - y
    A[3] = y - x

@T.prim_func
def floats(A: T.Buffer((16,), "float32"), x: T.float32, y: T.float32):
    # CHECK-LABEL: def floats
    # CHECK-NEXT: cse_v1 = T.bind(x + y)
    # CHECK-NEXT: A[0] = cse_v1
    # CHECK-NEXT: A[1] = cse_v1
    # CHECK-NEXT: A[2] = T.min(x, y)
    # CHECK-NEXT: A[3] = T.min(y, x)
    A[0] = x + y
    A[1] = y + x
    A[2] = T.min(x, y)
    A[3] = T.min(y, x)

# 0.0 and -0.0 are two constants; int32 and int64 are two types.
@T.prim_func
def constants(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int64"), x: T.float32, i: T.int32):
    # CHECK-LABEL: def constants
    # CHECK-NOT: bind
    # CHECK: A[0] = T.max(x, T.float32(0.0))
    # CHECK-NEXT: A[1] = T.max(x, T.float32(-0.0))
    # CHECK-NEXT: B[0] = T.Cast("int64", i * 3)
    # CHECK-NEXT: B[1] = T.Cast("int64", i) * T.int64(3)
    A[0] = T.max(x, T.float32(0.0))
    A[1] = T.max(x, T.float32(-0.0))
    B[0] = T.Cast("int64", i * 3)
    B[1] = T.Cast("int64", i) * T.int64(3)
