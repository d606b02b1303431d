# RUN: %tirc --emit=tir %s | FileCheck %s
# A name lies where its variables are in scope, and below what defines them; the same name in two
# scopes is two variables; new names avoid those that exist.
from tvm.script import tirx as T

@T.prim_func
def inside(A: T.Buffer((4096,), "int32"), B: T.Buffer((4096,), "int32"), n: T.int32):
    # CHECK-LABEL: def inside
    # CHECK-NEXT: for i in range(64):
    # CHECK-NEXT:     cse_v1 = T.bind(i * 64)
    # CHECK-NEXT:     for j in range(64):
    # CHECK-NEXT:         cse_v2 = T.bind(cse_v1 + j)
    # CHECK-NEXT:         A[cse_v2] = B[cse_v2]
    # CHECK-NEXT:     A[cse_v1] = 0
    for i in range(64):
        for j in range(64):
            A[i * 64 + j] = B[i * 64 + j]
        A[i * 64] = 0

@T.prim_func
def shadows(A: T.Buffer((64,), "int32"), x: T.int32):
    # CHECK-LABEL: def shadows
    # CHECK-NOT: bind
    # CHECK: return
    for i in range(8):
        A[i] = i * x
    for i in range(8):
        A[i] = i * x
    return 0

@T.prim_func
def taken(A: T.Buffer((64,), "int32"), cse_v1: T.int32, y: T.int32):
    # CHECK-LABEL: def taken
    # CHECK-NEXT: cse_v2 = T.bind(cse_v1 * y)
    # CHECK-NEXT: A[0] = cse_v2
    # CHECK-NEXT: A[1] = cse_v2
    A[0] = cse_v1 * y
    A[1] = cse_v1 * y

# Two loops that surely run: once above both. A pragma stays right above its loop.
@T.prim_func
def pragma(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    # CHECK-LABEL: def pragma
    # CHECK-NEXT: cse_v1 = T.bind(x * y)
    # CHECK-NEXT: with T.attr({"pragma_unroll": 1}):
    # CHECK-NEXT:     for i in range(4):
    # CHECK-NEXT:         A[i] = cse_v1
    # CHECK:      for {{.*}} in range(4):
    # CHECK-NEXT:     A[{{.*}} + 4] = cse_v1
    with T.attr(0, "pragma_unroll", 1):
        for i in range(4):
            A[i] = x * y
    for i in range(4):
        A[i + 4] = x * y
