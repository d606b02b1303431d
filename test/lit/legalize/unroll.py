# RUN: %tirc --emit=tir --after=legalize %s 2> %t.err | FileCheck %s
# RUN: FileCheck --check-prefix=WARN %s < %t.err
# RUN: %python -c "import numpy as n; n.save('%t.a.npy', n.arange(64, dtype='int32'))"
# RUN: %tirc --run=interp --legalize=none --no-cse --no-loops --save=%t.1 %s A=@%t.a.npy n=3
# RUN: %tirc --run=interp --save=%t.2 %s A=@%t.a.npy n=3
# RUN: cmp %t.1/A.npy %t.2/A.npy
# Unrolled loops: copies with definitions of their own, a limit, and a pragma.
from tvm.script import tirx as T

@T.prim_func
def main(A: T.Buffer((64,), "int32"), n: T.int32):
    # CHECK: x = T.bind(A[2])
    # CHECK-NEXT: A[10] = x + 2
    # CHECK-NEXT: x_1 = T.bind(A[3])
    # CHECK-NEXT: A[11] = x_1 + 3
    for i in T.unroll(2, 4):
        x = T.bind(A[i])
        A[i + 8] = x + i
    # a buffer serves all copies
    # CHECK-NEXT: t = T.alloc_buffer((1,), "int32")
    # CHECK-NEXT: t[0] = A[0]
    # CHECK-NEXT: A[20] = t[0]
    # CHECK-NEXT: t[0] = A[1]
    # CHECK-NEXT: A[21] = t[0]
    for i in T.unroll(2):
        t = T.alloc_buffer((4,), "int32")
        t[i] = A[i]
        A[i + 20] = t[i]
    # CHECK-NOT: A[30]
    for i in T.unroll(0):
        A[30] = 1
    # WARN: :[[@LINE+2]]:{{.*}} warning: this loop is not unrolled: its bounds are not constant
    # CHECK: for i in range(n):
    for i in T.unroll(n):
        A[i + 30] = i
    # WARN: :[[@LINE+2]]:{{.*}} warning: this loop is not unrolled: break or continue may end it
    # CHECK: for i in range(4):
    for i in T.unroll(4):
        if A[i] == 2:
            break
        A[i + 40] = i
    # WARN: :[[@LINE+2]]:{{.*}} warning: this loop is not unrolled: its copies would be too many statements
    # CHECK: for i in range(100000):
    for i in T.unroll(100000):
        A[i // 2000] = i
    # CHECK-NEXT: A[i // 2000] = i
    # CHECK-NEXT: for i in range(8):
    # CHECK-NEXT: A[i * 4] = i
    # CHECK-NEXT: A[i * 4 + 1] = i + 1
    # CHECK-NOT: for
    for i in T.serial(8, annotations={"pragma_auto_unroll_max_step": 4, "pragma_unroll_explicit": 1}):
        for j in range(2):
            A[i * 4 + j] = i + j
