# RUN: %tirc --emit=tir --after=legalize --legalize=dead %s | FileCheck %s
# What has no effect goes; what may trap, write or not end stays.
from tvm.script import tirx as T

@T.prim_func
def main(A: T.Buffer((8,), "int32"), n: T.int32):
    # CHECK: def main
    # CHECK-NEXT: y = T.bind(1 // n)
    # CHECK-NEXT: z = T.bind(A[n])
    # CHECK-NEXT: m = T.bind(n + 2)
    # CHECK-NEXT: A[0] = m
    # CHECK-NEXT: while A[0] < n:
    # CHECK-NEXT: T.evaluate(0)
    # CHECK-NOT: T.alloc_buffer
    x = T.bind(n + 1)
    y = T.bind(1 // n)
    z = T.bind(A[n])
    m = T.bind(n + 2)
    A[0] = m
    C = T.alloc_buffer((4,), "int32")
    for i in range(n):
        w = T.bind(i + x)
    if n > 2:
        T.evaluate(0)
    while A[0] < n:
        T.evaluate(0)
