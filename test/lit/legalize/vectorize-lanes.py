# RUN: %tirc --emit=tir --after=legalize %s 2>/dev/null | FileCheck %s
# RUN: %python -c "import numpy as n; n.save('%t.a.npy', n.arange(64, dtype='int32') %% 5); n.save('%t.b.npy', n.arange(64, dtype='int32') %% 3)"
# RUN: %tirc --run=interp --legalize=none --no-cse --no-loops --save=%t.1 %s A=@%t.a.npy B=@%t.b.npy
# RUN: %tirc --run=interp --legalize=all --save=%t.2 %s A=@%t.a.npy B=@%t.b.npy
# RUN: cmp %t.1/B.npy %t.2/B.npy
# Lanes that a condition leaves out do nothing, and what is in order stays so.
from tvm.script import tirx as T

@T.prim_func
def main(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32")):
    # the other branch is for the other lanes
    # CHECK: T.masked_store(B, T.Broadcast(1, 8), T.Ramp(0, 1, 8), T.Ramp(0, 1, 8) < T.Broadcast(5, 8))
    # CHECK-NEXT: T.masked_store(B, T.Broadcast(2, 8), T.Ramp(0, 1, 8), T.Ramp(0, 1, 8) >= T.Broadcast(5, 8))
    for v in T.vectorized(8):
        if v < 5:
            B[v] = 1
        else:
            B[v] = 2
    # what the branch stores to is what its condition reads
    # CHECK: for v in range(8):
    # CHECK-NEXT: if B[v + 8] > 0:
    for v in T.vectorized(8):
        if B[v + 8] > 0:
            B[v + 8] = 0
            B[v + 16] = 7
    # 0 divides nothing
    # CHECK: for v in range(8):
    # CHECK-NEXT: if A[v] != 0:
    for v in T.vectorized(8):
        if A[v] != 0:
            B[v + 24] = 8 // A[v]
    # CHECK: for v in range(8):
    # CHECK-NEXT: if v != 3:
    for v in T.vectorized(8):
        if v != 3:
            B[v + 32] = 8 // (v - 3)
    # a statement in order needs a name that would be a vector
    # CHECK: for v in range(8):
    # CHECK: w = T.bind(A[v])
    for v in T.vectorized(8):
        w = T.bind(A[v])
        for k in range(v):
            B[v + 48] = w + k
