# RUN: %tirc --emit=tir --after=legalize --legalize=all %s | FileCheck %s
# RUN: %python -c "import numpy as n; n.save('%t.a.npy', n.arange(24, dtype='int32').reshape(2, 3, 4)); n.save('%t.b.npy', n.zeros((4, 6), 'int32'))"
# RUN: %tirc --run=interp --legalize=none --no-cse --no-loops --save=%t.1 %s A=@%t.a.npy B=@%t.b.npy
# RUN: %tirc --run=interp --legalize=all --save=%t.2 %s A=@%t.a.npy B=@%t.b.npy
# RUN: cmp %t.1/B.npy %t.2/B.npy
# Buffers of several dimensions, with strides, allocated, and views of them.
from tvm.script import tirx as T

@T.prim_func
def main(A: T.Buffer((2, 3, 4), "int32"), B: T.Buffer((4, 6), "int32")):
    # CHECK: A_1 = T.decl_buffer((24,), "int32", data=A.data)
    # CHECK-NEXT: B_1 = T.decl_buffer((24,), "int32", data=B.data)
    # CHECK-NEXT: C = T.alloc_buffer((24,), "int32")
    C = T.alloc_buffer((4, 6), "int32")
    # columns first, with two elements between them: (5, 1, 4 of strides 1, 6) reaches to 4 + 18 + 1
    # CHECK-NEXT: D = T.decl_buffer((23,), "int32", data=C.data)
    D = T.decl_buffer((5, 4), "int32", data=C.data, strides=(1, 6))
    # CHECK-NEXT: for i, j, k in T.grid(2, 3, 4):
    # CHECK-NEXT: C[i * 12 + j * 4 + k] = A_1[i * 12 + j * 4 + k]
    for i, j, k in T.grid(2, 3, 4):
        C[i * 2 + (j * 4 + k) // 6, (j * 4 + k) % 6] = A[i, j, k]
    # CHECK-NEXT: for i, j in T.grid(4, 5):
    # CHECK-NEXT: B_1[i * 6 + j] = D[j + i * 6]
    for i, j in T.grid(4, 5):
        B[i, j] = D[j, i]
    # a row as a vector
    # CHECK-NEXT: B_1[18:22] = C[T.Ramp(6, 1, 4)]
    B[3, 0:4] = C[1, T.Ramp(0, 1, 4)]
