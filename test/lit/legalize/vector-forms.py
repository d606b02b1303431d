# RUN: %python -c "import numpy as n; n.save('%t.a.npy', n.arange(64, dtype='int32')); n.save('%t.b.npy', n.arange(64, dtype='float32') - 20)"
# RUN: %tirc -O2 --no-cse --no-loops --emit=tir %s | FileCheck %s
# RUN: %tirc --run=interp --legalize=none --no-cse --no-loops --save=%t.1 %s A=@%t.a.npy C=@%t.a.npy B=@%t.b.npy n=5
# RUN: %tirc --run=interp --save=%t.2 %s A=@%t.a.npy C=@%t.a.npy B=@%t.b.npy n=5
# RUN: cmp %t.1/C.npy %t.2/C.npy
# RUN: cmp %t.1/B.npy %t.2/B.npy
# What a vectorised loop may hold: names, lets, choices between values, conditions.
from tvm.script import tirx as T

@T.prim_func
def main(A: T.Buffer((64,), "int32"), C: T.Buffer((64,), "int32"), B: T.Buffer((64,), "float32"),
         n: T.int32):
    # A name of a vector, and one that is the same in all lanes.
    # CHECK: w: T.let[T.int32x8] = A[T.Ramp(0, 1, 8)] * T.Broadcast(3, 8)
    # CHECK-NEXT: s: T.let[T.int32] = A[60] + n
    # CHECK-NEXT: C[8:16] = w * w + T.Broadcast(s, 8)
    for i in T.vectorized(8):
        w: T.let[T.int32] = A[i] * 3
        s: T.let[T.int32] = A[60] + n
        C[i + 8] = w * w + s
    # A let within an expression.
    # CHECK: C[16:24] = T.Let(
    v = T.int32()
    for i in T.vectorized(8):
        C[i + 16] = T.Let(v * v + v, where={v: A[i] - n})
    # A choice: both arms are evaluated, or only one.
    # CHECK: B[0:8] = T.Select(B[T.Ramp(8, 1, 8)] < T.Broadcast(T.float32(-10.0), 8), T.masked_load("float32x8", B, T.Ramp(16, 1, 8), {{.*}}), T.Broadcast(T.float32(1.0), 8))
    for i in T.vectorized(8):
        B[i] = T.Select(B[i + 8] < T.float32(-10), B[i + 16], T.float32(1))
    # CHECK: B[24:32] = T.Select(
    for i in T.vectorized(8):
        B[i + 24] = T.if_then_else(i < n, B[i], T.float32(2))
    # CHECK: B[32:40] = T.if_then_else(n < 3, B[T.Ramp(40, 1, 8)], B[T.Ramp(48, 1, 8)])
    for i in T.vectorized(8):
        B[i + 32] = T.if_then_else(n < 3, B[i + 40], B[i + 48])
    # Conditions of conditions become masks.
    # CHECK: T.masked_store(C, 
    for i in T.vectorized(8):
        if i < n and (i > 1 or n == 5):
            C[i + 32] = C[i + 32] + 1
    # Lanes whose address is a table's.
    # CHECK: C[40:48] = A[A[T.Ramp(0, 1, 8)]
    for i in T.vectorized(8):
        C[i + 40] = A[A[i] % 8 + 48] - A[i] + A[i]
