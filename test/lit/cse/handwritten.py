# RUN: %tirc --emit=tir %s | FileCheck %s
# Requirement 3, the program written by hand for TVM's first pass: the context knows the values of
# variables, so z1 + z2 and x + y are told apart from sums of other variables, and an existing binding is used again.
from tvm.script import tirx as T

@T.prim_func
def hand(M: T.Buffer((64,), "int32"), i1: T.int32, i2: T.int32, i3: T.int32, i4: T.int32, z3: T.int32):
    # CHECK-LABEL: def hand
    # CHECK-NEXT: z1: T.let[T.int32] = M[40]
    # CHECK-NEXT: z2: T.let[T.int32] = M[41]
    # CHECK-NEXT: M[i1] = z1 + z2
    # CHECK-NEXT: x: T.let[T.int32] = M[42]
    # CHECK-NEXT: y: T.let[T.int32] = M[43]
    # CHECK-NEXT: a: T.let[T.int32] = x + y
    # CHECK-NEXT: cse_v1 = T.bind(a + z3)
    # CHECK-NEXT: b: T.let[T.int32] = a + cse_v1
    # CHECK-NEXT: M[i2] = b
    # CHECK-NEXT: M[i3] = cse_v1
    # CHECK-NEXT: M[i4] = a
    z1: T.let[T.int32] = M[40]
    z2: T.let[T.int32] = M[41]
    M[i1] = z1 + z2
    x: T.let[T.int32] = M[42]
    y: T.let[T.int32] = M[43]
    a: T.let[T.int32] = x + y
    b: T.let[T.int32] = (x + y) + ((x + y) + z3)
    M[i2] = b
    M[i3] = a + z3
    M[i4] = x + y
