# Lazy operands become branches where evaluating them could be noticed, and only there.
# RUN: %tirc -O0 --emit=ll -mtriple=x86_64-unknown-linux-gnu %s | FileCheck %s
from tvm.script import tirx as T

# CHECK-LABEL: define void @lazy(
@T.prim_func(s_tir=True)
def lazy(A: T.Buffer((16,), "int32"), x: T.int32, n: T.int32):
    # CHECK: %[[C:.*]] = icmp ne i32 %n, 0
    # CHECK: br i1 %[[C]], label %then, label %else
    # CHECK: then:
    # CHECK: sdiv i32 %x, %n
    # CHECK: phi i32 [ {{.*}}, %then ], [ 3, %else ]
    A[0] = T.if_then_else(n != 0, x // n, 3)
    # CHECK-NOT: br
    # CHECK: select i1 {{.*}}, i32 %x, i32 3
    A[1] = T.Select(n > 3, x, 3)
    # CHECK: select i1 {{.*}}, i32 %x, i32 4
    A[2] = T.if_then_else(n > 3, x, 4)
    # CHECK: icmp sgt i32 %n, 0
    # CHECK: br i1 {{.*}}, label %right, label
    # CHECK: right:
    # CHECK: load i32
    if n > 0 and A[n] > 3:
        A[2] = 1
