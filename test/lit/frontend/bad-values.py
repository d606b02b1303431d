# RUN: not %tirc --emit=tir %s 2>&1 | FileCheck %s --implicit-check-not=error:
# What the types of indices, conditions, bounds and values must be.
from tvm.script import tirx as T

@T.prim_func
def two(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), i: T.int32, f: T.float32):
    # CHECK: :[[#@LINE+1]]:19: error: constant does not fit int8
    B[0] = T.int8(300)
    # CHECK: :[[#@LINE+1]]:22: error: constant is too large for float32
    A[0] = T.float32(1e39)
    # CHECK: :[[#@LINE+1]]:14: error: a value of type float32x8 where float32x4 is wanted
    A[0:4] = T.Broadcast(f, 8)
    # CHECK: :[[#@LINE+2]]:5: error: 'A' has 1 dimension but is indexed with 2
    # CHECK: :[[#@LINE-8]]:9: note: declared here
    A[0, 1] = f
    # CHECK: :[[#@LINE+1]]:7: error: an index must be an integer, not float32
    A[f] = f
    # CHECK: :[[#@LINE+1]]:7: error: the length of a slice must be a constant
    A[0:i] = T.Broadcast(f, 8)
    # CHECK: :[[#@LINE+1]]:18: error: operand 1 of 'T.exp' must be a float, but is int32
    A[0] = T.exp(i)
    # CHECK: :[[#@LINE+1]]:25: error: 'x' is declared as int64 but its value has type int32
    x: T.let[T.int64] = i + 1

@T.prim_func
def three(A: T.Buffer((16,), "float32"), i: T.int32) -> T.int32:
    # CHECK: :[[#@LINE+1]]:8: error: condition must be a bool, not float32
    if A[0]:
        A[0] = 1.0
    # CHECK: :[[#@LINE+1]]:20: error: a loop's bound must be an integer, not a float
    for k in range(1.5):
        A[k] = 1.0
    # CHECK: :[[#@LINE+1]]:27: error: the step of a loop must be at least 1 and at most 2147483647
    for k in range(0, 10, 0):
        A[k] = 1.0
    # CHECK: :[[#@LINE+1]]:14: error: 'for' takes range, T.serial, T.parallel, T.vectorized, T.unroll, T.thread_binding or T.grid, not a list
    for k in [1, 2]:
        A[k] = 1.0
    # CHECK: :[[#@LINE+1]]:12: error: a string is no operand of an operator
    A[0] = "x" + i
    # CHECK: :[[#@LINE+1]]:12: error: a value of type float32 is returned where int32 is wanted
    return A[0]
