# RUN: %tirc --emit=tir --after=legalize --legalize=simplify,dead %s | FileCheck %s
# RUN: %python -c "import numpy as n; n.save('%t.a.npy', n.arange(512, dtype='int32')); n.save('%t.b.npy', n.zeros(512, 'int32'))"
# RUN: %tirc --run=interp --legalize=none --no-cse --no-loops --save=%t.1 %s A=@%t.a.npy B=@%t.b.npy n=5
# RUN: %tirc --run=interp --legalize=simplify --save=%t.2 %s A=@%t.a.npy B=@%t.b.npy n=5
# RUN: cmp %t.1/B.npy %t.2/B.npy
# What ranges of loop variables decide.
from tvm.script import tirx as T

@T.prim_func
def main(A: T.Buffer((512,), "int32"), B: T.Buffer((512,), "int32"), n: T.int32):
    # CHECK: for i, j in T.grid(8, 32):
    # CHECK-NEXT: B[i * 32 + j] = A[i] + A[j]
    for i, j in T.grid(8, 32):
        B[(i * 32 + j) // 32 * 32 + (i * 32 + j) % 32] = A[(i * 32 + j) // 32] + A[(i * 32 + j) % 32]
    # a fused loop taken apart by three factors
    # CHECK-NEXT: for f in range(120):
    # CHECK-NEXT: B[f] = A[f]
    for f in range(120):
        B[f // 60 * 60 + f % 60 // 12 * 12 + f % 12] = A[f]
    # a condition that always holds, one that never does, and one that holds already
    # CHECK-NEXT: for i, j in T.grid(4, 4):
    # CHECK-NEXT: B[i * 4 + j] = 1
    # CHECK-NEXT: if i * 4 + j < n:
    # CHECK-NEXT: B[i * 4 + j] = 2
    for i, j in T.grid(4, 4):
        if i * 4 + j < 16:
            B[i * 4 + j] = 1
        if i * 4 + j >= 16:
            B[0] = 3
        if i * 4 + j < n:
            if i * 4 + j < n:
                B[i * 4 + j] = 2
    # the first of all iterations, and a factor that comparisons share
    # CHECK-NEXT: for i, j in T.grid(4, 4):
    # CHECK-NEXT: if i == 0 and j == 0:
    # CHECK-NEXT: B[200] = 1
    # CHECK-NEXT: if i < 3:
    # CHECK-NEXT: B[i * 4 + j + 300] = j
    for i, j in T.grid(4, 4):
        if i * 4 + j == 0:
            B[200] = 1
        if i * 4 + j < 12:
            B[300 + (i * 4 + j)] = T.min(j, 3)
    # loops of one iteration and of none; a binding to a constant
    # CHECK-NEXT: B[405] = 405
    for i in range(1):
        k = T.bind(i + 5)
        B[k + 400] = 400 + k
    for i in range(0):
        B[1] = 7
    # narrow integers wrap; a sum of parameters may
    # CHECK-NEXT: B[410] = T.Cast("int32", T.Cast("int8", n) + T.int8(-56))
    B[410] = T.Cast("int32", T.Cast("int8", n) + T.int8(100) + T.int8(100))
    # CHECK-NEXT: if n + 1 > n:
    if n + 1 > n:
        B[411] = 1
    # -1 // 4 is -1, and 3 % -2 traps nowhere
    # CHECK: B[412] = -1
    B[412] = T.int32(-1) // 4 + T.min(0, T.int32(3) % T.int32(4))
