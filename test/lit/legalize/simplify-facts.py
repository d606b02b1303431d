# RUN: %tirc --emit=tir --after=legalize --legalize=simplify,dead %s | FileCheck %s
# RUN: %python -c "import numpy as n; n.save('%t.a.npy', n.zeros(8, dtype='int32')); n.save('%t.b.npy', n.zeros(128, 'int32'))"
# RUN: %tirc --run=interp --legalize=none --no-cse --no-loops --save=%t.1 %s A=@%t.a.npy B=@%t.b.npy n=12
# RUN: %tirc --run=interp --legalize=simplify --save=%t.2 %s A=@%t.a.npy B=@%t.b.npy n=12
# RUN: cmp %t.1/B.npy %t.2/B.npy
# What no range and no condition decides, though it looks so.
from tvm.script import tirx as T

@T.prim_func
def main(A: T.Buffer((8,), "int32"), B: T.Buffer((128,), "int32"), n: T.int32):
    # what holds in one branch holds neither in the other one nor behind both
    # CHECK: if n < 4:
    # CHECK-NEXT: B[0] = 1
    # CHECK-NEXT: else:
    # CHECK-NEXT: B[1] = 2
    # CHECK: if n < 4:
    # CHECK-NEXT: B[2] = 1
    if n < 4:
        B[0] = 1
    else:
        if n < 4:
            B[1] = 1
        else:
            B[1] = 2
    if n < 4:
        B[2] = 1
    # of two conditions one holds
    # CHECK: if n < 4 or n > 9:
    # CHECK-NEXT: if n < 4:
    # CHECK-NEXT: B[3] = 1
    if n < 4 or n > 9:
        if n < 4:
            B[3] = 1
        else:
            B[3] = 2
    # memory is stored to in between
    # CHECK: if A[0] < 3:
    # CHECK-NEXT: A[0] = 5
    # CHECK-NEXT: if A[0] < 3:
    if A[0] < 3:
        A[0] = 5
        if A[0] < 3:
            B[4] = 1
        else:
            B[4] = 2
    # one iteration, which a break ends
    # CHECK: for i in range(1):
    # CHECK-NEXT: if n > 3:
    # CHECK-NEXT: T.break_loop()
    for i in range(1):
        if n > 3:
            break
        B[5] = 7
    # the last of all iterations is not below
    # CHECK: if i * 4 + j < 16:
    for i, j in T.grid(4, 5):
        if i * 4 + j < 16:
            B[i * 4 + j + 8] = 1
    # rests that are as large as the divisor, and negative ones
    # CHECK: B[i * 5 + j + 40] = (i * 4 + j) // 8
    # CHECK: B[i * 5 + j + 81] = (i * 4 + j) // 8
    for i, j in T.grid(4, 5):
        B[i * 5 + j + 40] = (i * 4 + j) // 8
    for i in range(4):
        for j in range(-1, 3):
            B[i * 5 + j + 81] = (i * 4 + j) // 8
