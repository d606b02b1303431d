# RUN: %tirc --emit=tir --after=legalize %s 2> %t.err | FileCheck %s
# RUN: FileCheck --check-prefix=WARN %s < %t.err
# RUN: %python -c "import numpy as n; n.save('%t.a.npy', n.arange(64, dtype='float32')); n.save('%t.b.npy', n.zeros(64, 'float32'))"
# RUN: %tirc --run=interp --legalize=none --no-cse --no-loops --save=%t.1 %s A=@%t.a.npy B=@%t.b.npy
# RUN: %tirc --run=interp --legalize=all --save=%t.2 %s A=@%t.a.npy B=@%t.b.npy
# RUN: %tirc --run=jit -O2 --save=%t.3 %s A=@%t.a.npy B=@%t.b.npy
# RUN: cmp %t.1/B.npy %t.2/B.npy
# RUN: cmp %t.1/B.npy %t.3/B.npy
# Vectorised loops: ramps, broadcasts, masks, and what stays serial.
from tvm.script import tirx as T

@T.prim_func
def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    # contiguous, an invariant and a constant
    # CHECK: for i in range(2):
    # CHECK-NEXT: B[i * 8:i * 8 + 8] = A[T.Ramp(i * 8, 1, 8)] * T.Broadcast(A[i], 8) + T.Broadcast(T.float32(1.0), 8)
    for i in range(2):
        for v in T.vectorized(8):
            B[i * 8 + v] = A[i * 8 + v] * A[i] + T.float32(1)
    # an if whose condition differs by lane puts a mask on what is below it
    # CHECK-NEXT: T.masked_store(B, T.masked_load("float32x8", A, T.Ramp(16, 1, 8), T.Ramp(16, 1, 8) < T.Broadcast(21, 8)), T.Ramp(16, 1, 8), T.Ramp(16, 1, 8) < T.Broadcast(21, 8))
    for v in T.vectorized(8):
        if v + 16 < 21:
            B[v + 16] = A[v + 16]
    # a choice: the arm that loads has a mask
    # CHECK-NEXT: B[24:32] = T.Select(T.Ramp(0, 1, 8) < T.Broadcast(5, 8), T.masked_load("float32x8", A, T.Ramp(59, 1, 8), T.Ramp(0, 1, 8) < T.Broadcast(5, 8)), T.Broadcast(T.float32(2.0), 8))
    for v in T.vectorized(8):
        B[v + 24] = T.if_then_else(v < 5, A[v + 59], T.float32(2))
    # every iteration stores one element
    # WARN: :[[@LINE+3]]:{{.*}} warning: this loop is not vectorised: an iteration may use what another one stores
    # CHECK-NEXT: for v in range(8):
    # CHECK-NEXT: B[32] = A[v]
    for v in T.vectorized(8):
        B[32] = A[v]
    # a value is handed on
    # WARN: :[[@LINE+2]]:{{.*}} warning: this loop is not vectorised: an iteration may use what another one stores
    # CHECK-NEXT: for v in range(8):
    for v in T.vectorized(8):
        B[v + 34] = B[v + 33] + A[v]
    # so it is where the index has a name; one that is not handed on is a ramp like any other
    # CHECK-NEXT: B[v + 34] = B[v + 33] + A[v]
    # WARN: :[[@LINE+5]]:{{.*}} warning: this loop is not vectorised: an iteration may use what another one stores
    # CHECK-NEXT: for v in range(8):
    # CHECK-NEXT: w = T.bind(v + 34)
    # CHECK-NEXT: B[w] = B[v + 33] + A[v]
    # CHECK-NEXT: B[40:48] = A[T.Ramp(6, 1, 8)] + B[T.Ramp(40, 1, 8)]
    for v in T.vectorized(8):
        w = T.bind(v + 34)
        B[w] = B[v + 33] + A[v]
    for v in T.vectorized(8):
        w = T.bind(v + 40)
        B[w] = A[w - 34] + B[w]
    # far enough apart
    # CHECK-NEXT: B[48:56] = B[T.Ramp(40, 1, 8)] + A[T.Ramp(0, 1, 8)]
    for v in T.vectorized(8):
        B[v + 48] = B[v + 40] + A[v]
    # one statement has a loop whose length differs by lane: it alone is serial
    # WARN: :[[@LINE+7]]:{{.*}} warning: this statement of a vectorised loop runs serially: the bounds of a loop inside differ by iteration
    # CHECK-NEXT: B[56:60] = A[T.Ramp(0, 1, 4)]
    # CHECK-NEXT: for v in range(4):
    # CHECK-NEXT: for k in range(v):
    # CHECK-NEXT: B[v + 60] = A[k]
    for v in T.vectorized(4):
        B[v + 56] = A[v]
        for k in range(v):
            B[v + 60] = A[k]
