# RUN: %tirc --emit=tir %s | FileCheck %s
# Requirement 7: what is redundant in one branch only is computed in that branch; what both arms need, or an arm
# and what follows, goes above.
from tvm.script import tirx as T

@T.prim_func
def one_arm(A: T.Buffer((16,), "int32"), c: T.int32, x: T.int32, y: T.int32):
    # CHECK-LABEL: def one_arm
    # CHECK-NEXT: if c < 3:
    # CHECK-NEXT:     cse_v1 = T.bind(x * y)
    # CHECK-NEXT:     A[0] = cse_v1
    # CHECK-NEXT:     A[1] = cse_v1
    # CHECK-NEXT: else:
    # CHECK-NEXT:     A[2] = x
    if c < 3:
        A[0] = x * y
        A[1] = x * y
    else:
        A[2] = x

@T.prim_func
def both_arms(A: T.Buffer((16,), "int32"), c: T.int32, x: T.int32, y: T.int32):
    # CHECK-LABEL: def both_arms
    # CHECK-NEXT: cse_v1 = T.bind(x // y)
    # CHECK-NEXT: if c < 3:
    # CHECK-NEXT:     A[0] = cse_v1
    # CHECK-NEXT: else:
    # CHECK-NEXT:     A[1] = cse_v1
    if c < 3:
        A[0] = x // y
    else:
        A[1] = x // y

@T.prim_func
def arm_and_after(A: T.Buffer((16,), "int32"), c: T.int32, x: T.int32, y: T.int32):
    # CHECK-LABEL: def arm_and_after
    # CHECK-NEXT: cse_v1 = T.bind(x // y)
    # CHECK-NEXT: if c < 3:
    # CHECK-NEXT:     A[0] = cse_v1
    # CHECK-NEXT: A[1] = cse_v1
    if c < 3:
        A[0] = x // y
    A[1] = x // y

# Two arms of which perhaps neither runs: each computes its own.
@T.prim_func
def siblings(A: T.Buffer((16,), "int32"), c: T.int32, x: T.int32, y: T.int32):
    # CHECK-LABEL: def siblings
    # CHECK-NOT: bind
    # CHECK: A[0] = x * y
    # CHECK: A[1] = x * y
    # CHECK: return
    if c < 3:
        A[0] = x * y
    if c < 5:
        A[1] = x * y
    return 0
