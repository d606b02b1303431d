# LLVM's vectoriser makes vectors of 32 elements of these loops, whose iterations need what one a few before
# them stored: they are kept from it.
# RUN: rm -rf %t && mkdir %t
# RUN: %python -c "import numpy as n; n.save('%t/E.npy', n.arange(64, dtype='int8'))"
# RUN: %tirc -O0 --run=interp %s E=@%t/E.npy --save=%t/interp
# RUN: %tirc -O2 --run=hexagon %s E=@%t/E.npy --save=%t/o2
# RUN: cmp %t/interp/A.npy %t/o2/A.npy && cmp %t/interp/B.npy %t/o2/B.npy && cmp %t/interp/C.npy %t/o2/C.npy
# RUN: cmp %t/interp/D.npy %t/o2/D.npy && cmp %t/interp/F.npy %t/o2/F.npy
# RUN: %tirc --target=hexagon --lanes=0 --passes=verify --emit=ll %s | FileCheck %s
# CHECK: !0 = distinct !{!0, !1, !2{{.*}}}
# CHECK: [[V:!1]] = !{!"llvm.loop.vectorize.enable", i1 false}
# CHECK-COUNT-5: distinct !{{{.*}}, [[V]]{{[,}]}}
# CHECK-NOT: [[V]]{{[,}]}}
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), C: T.Buffer((512,), "uint8"), D: T.Buffer((200,), "int32"), P: T.Buffer((64,), "int32"), E: T.Buffer((64,), "int8"), F: T.Buffer((64,), "int8")):
    T.func_attr({"tirx.noalias": True})
    for j in range(64):
        P[j] = j * 77 & 1023
    for j in range(49):
        A[j + 2] = A[j] + P[j]
    for j in range(40):
        B[j] = P[j]
        B[j + 1] = P[j] + 1
    # as far apart as a row is long, and farther than the rows are
    for i in range(2):
        for j in range(128):
            C[i * 40 + j + 1] = C[j] + T.uint8(3)
    for i in range(3):
        for j in range(50):
            D[i * 50 + j + 50] = D[j] + P[j]
    # behind a store, what later ones write over
    for j in range(40):
        E[j] = T.Cast("int8", P[0])
        F[j + 1] = E[j + 3] ^ T.int8(5)
    # forwards, and too far apart
    for j in range(32):
        A[j] = A[j + 2] + P[j]
    for j in range(40):
        D[j + 60] = D[j] + P[j]
