# RUN: %tirc --emit=tir %s | FileCheck %s
# Requirement 2, the slides' walk over a to f: a + b is needed before c exists and goes to the top, c + d goes
# right after c, e * f occurs once and gets no name.
from tvm.script import tirx as T

@T.prim_func
def walk(M: T.Buffer((64,), "int32"), a: T.int32, b: T.int32, d: T.int32, e: T.int32, f: T.int32):
    # CHECK-LABEL: def walk
    # CHECK-NEXT: cse_v1 = T.bind(a + b)
    # CHECK-NEXT: M[0] = cse_v1
    # CHECK-NEXT: c: T.let[T.int32] = M[50]
    # CHECK-NEXT: cse_v2 = T.bind(c + d)
    # CHECK-NEXT: M[1] = cse_v2 * cse_v1
    # CHECK-NEXT: M[2] = cse_v2 + e * f
    M[0] = a + b
    c: T.let[T.int32] = M[50]
    M[1] = (c + d) * (a + b)
    M[2] = (c + d) + e * f
