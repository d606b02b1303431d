# RUN: %tirc --emit=tir --after=legalize %s 2> %t.err | FileCheck %s
# RUN: count 0 < %t.err
# RUN: %python -c "import numpy as n; n.save('%t.a.npy', n.arange(80, dtype='float32').reshape(5, 16))"
# RUN: %tirc --run=interp --legalize=none --no-cse --no-loops --save=%t.1 %s A=@%t.a.npy n=5 m=16
# RUN: %tirc --run=jit -O2 --save=%t.2 %s A=@%t.a.npy n=5 m=16
# RUN: cmp %t.1/A.npy %t.2/A.npy
# Rows whose length the caller passes: lanes of a row never share an element.
from tvm.script import tirx as T

@T.prim_func
def main(a: T.handle, n: T.int32, m: T.int32):
    A = T.match_buffer(a, (n, m))
    # CHECK: for i in range(n):
    # CHECK-NEXT: [i * m:i * m + 8] = A{{.*}}[T.Ramp(i * m, 1, 8)] + T.Broadcast(T.float32(1.0), 8)
    for i in range(n):
        for v in T.vectorized(8):
            A[i, v] = A[i, v] + T.float32(1)
