# RUN: %tirc --emit=tir %s | FileCheck %s
# Loads beside stores of vectors: lane i of one meets lane j of the other, lanes of narrow and unsigned
# indices wrap, and where a store hits an element twice the last lane stays.
from tvm.script import tirx as T

# With s = 1 the store changes three of the four.
@T.prim_func
def symbolic_stride(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), x: T.int32, s: T.int32):
    # CHECK-LABEL: def symbolic_stride
    # CHECK: A[T.Ramp(x + 1, s, 4)] = T.Broadcast(7, 4)
    # CHECK-NEXT: B[4:8] = A[T.Ramp(x, s, 4)]
    T.func_attr({"tirx.noalias": True})
    B[0:4] = A[T.Ramp(x, s, 4)]
    A[T.Ramp(x + 1, s, 4)] = T.Broadcast(7, 4)
    B[4:8] = A[T.Ramp(x, s, 4)]

@T.prim_func
def any_lanes(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), N: T.Buffer((4,), "int32")):
    # CHECK-LABEL: def any_lanes
    # CHECK: A[[[N:.*]] + T.Broadcast(1, 4)] = T.Broadcast(7, 4)
    # CHECK-NEXT: B[4:8] = A[
    T.func_attr({"tirx.noalias": True})
    B[0:4] = A[N[0:4]]
    A[N[0:4] + T.Broadcast(1, 4)] = T.Broadcast(7, 4)
    B[4:8] = A[N[0:4]]

@T.prim_func
def unsigned(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), x: T.uint32):
    # CHECK-LABEL: def unsigned
    # CHECK: A[T.Ramp(x, T.uint32(1), 4)] = T.Broadcast(7, 4)
    # CHECK-NEXT: B[1] = A[x + T.uint32(1)]
    T.func_attr({"tirx.noalias": True})
    B[0] = A[x + T.uint32(1)]
    A[T.Ramp(x, T.uint32(1), 4)] = T.Broadcast(7, 4)
    B[1] = A[x + T.uint32(1)]

# x + 200 is x - 56.
@T.prim_func
def narrow(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), x: T.int8):
    # CHECK-LABEL: def narrow
    # CHECK: A[T.Ramp(x, T.int8(100), 4)] = T.Broadcast(7, 4)
    # CHECK-NEXT: B[1] = A[
    T.func_attr({"tirx.noalias": True})
    B[0] = A[x + T.int8(-56)]
    A[T.Ramp(x, T.int8(100), 4)] = T.Broadcast(7, 4)
    B[1] = A[x + T.int8(-56)]

@T.prim_func
def hit_twice(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    # CHECK-LABEL: def hit_twice
    # CHECK: B[4:8] = A[T.Broadcast(x, 4)]
    T.func_attr({"tirx.noalias": True})
    A[T.Broadcast(x, 4)] = T.Ramp(y, 3, 4)
    B[4:8] = A[T.Broadcast(x, 4)]
    B[8:12] = T.Ramp(y, 3, 4)

@T.prim_func
def hit_once(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    # CHECK-LABEL: def hit_once
    # CHECK-NOT: = A[
    # CHECK: B[4:8] = cse_v1
    T.func_attr({"tirx.noalias": True})
    A[T.Ramp(x, 3, 4)] = T.Ramp(y, 3, 4)
    B[4:8] = A[T.Ramp(x, 3, 4)]
