# Value numbering by itself: one number for one value.
# RUN: %example-numbering %s | FileCheck %s
from tvm.script import tirx as T

# CHECK: f
@T.prim_func(s_tir=True)
def f(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), x: T.int32, y: T.int32):
    T.func_attr({"tirx.noalias": True})
    # CHECK-NEXT: A[#[[ZERO:[0-9]+]]] = #[[SUM:[0-9]+]]
    # CHECK-NEXT: B[#[[ZERO]]] = #[[SUM]]
    # CHECK-NEXT: A[#[[SUM]]] = #[[LOAD:[0-9]+]]
    # CHECK-NEXT: B[#{{[0-9]+}}] = #[[LOAD]]
    A[0] = (x + y) * 2
    B[0] = y * 2 + (x << 1)
    A[2 * (y + x)] = A[x]
    B[1] = A[2 * y + 2 * x]
