# RUN: %tirc --emit=tir %s | FileCheck %s
# Requirements 1 and 8: atoms and constants get no name; a call that may have an effect is made as often
# as written, and nothing that holds it is shared, but what is beside it is.
from tvm.script import tirx as T

@T.prim_func
def atoms(A: T.Buffer((16,), "int32"), x: T.int32):
    # CHECK-LABEL: def atoms
    # CHECK-NOT: bind
    # CHECK: A[0] = x
    A[0] = x
    A[1] = x
    A[2] = 5
    A[3] = 5

# f(42) + f(42) + (x*y + x*y), from the discussion of TVM's first pass: only x*y is shared.
@T.prim_func
def opaque(A: T.Buffer((16,), "int32"), x: T.int32, y: T.int32):
    # CHECK-LABEL: def opaque
    # CHECK-NEXT: cse_v1 = T.bind(x * y)
    # CHECK-NEXT: A[0] = T.call_extern("int32", "f", 42) + T.call_extern("int32", "f", 42) + (cse_v1 + cse_v1)
    A[0] = T.call_extern("int32", "f", 42) + T.call_extern("int32", "f", 42) + (x * y + x * y)

# The same with a function known to be pure: f is called once.
@T.prim_func
def pure(A: T.Buffer((16,), "int32"), x: T.int32, y: T.int32):
    # CHECK-LABEL: def pure
    # CHECK-NEXT: [[F:cse_v[0-9]]] = T.bind(T.call_pure_extern("int32", "f", x))
    # CHECK-NEXT: [[XY:cse_v[0-9]]] = T.bind(x * y)
    # CHECK-NEXT: A[0] = [[F]] + [[F]] + ([[XY]] + [[XY]])
    A[0] = T.call_pure_extern("int32", "f", x) + T.call_pure_extern("int32", "f", x) + (x * y + x * y)

# Loads are shared until something may write there; what a store wrote is known.
@T.prim_func
def loads(A: T.Buffer((16,), "int32"), B: T.Buffer((256,), "int32"), x: T.int32, y: T.int32):
    # CHECK-LABEL: def loads
    # CHECK-NEXT: cse_v1 = T.bind(x * y)
    # CHECK-NEXT: cse_v2 = T.bind(B[cse_v1])
    # CHECK-NEXT: A[0] = cse_v2 + cse_v2
    # CHECK-NEXT: B[cse_v1] = 1
    # CHECK-NEXT: A[1] = 1
    A[0] = B[x * y] + B[x * y]
    B[x * y] = 1
    A[1] = B[x * y]
