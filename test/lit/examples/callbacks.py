# The example with one's own policy: only products, own names, A and A2 may overlap, pure_g is pure.
# RUN: %example-callbacks %s | FileCheck %s
from tvm.script import tirx as T

# CHECK-DAG: # x * y: Named: 2 times
# CHECK-DAG: # x + y: NotEligible: 2 times
# CHECK-DAG: # B[x]: Named: 2 times
# CHECK-LABEL: def f
@T.prim_func(s_tir=True)
def f(A: T.Buffer((16,), "int32"), A2: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), x: T.int32, y: T.int32):
    # CHECK: product_1 = T.bind(x * y)
    # CHECK-NEXT: A[0] = product_1 + (x + y)
    # CHECK-NEXT: A[1] = product_1 - (x + y)
    A[0] = x * y + (x + y)
    A[1] = x * y - (x + y)
    # CHECK-NEXT: loaded_2 = T.bind(B[x])
    # CHECK-NEXT: A[2] = loaded_2
    # CHECK-NEXT: A[3] = loaded_2
    A[2] = B[x]
    A[3] = B[x]
    # CHECK-NEXT: A[4] = A2[x]
    # CHECK-NEXT: A[5] = A2[x]
    A[4] = A2[x]
    A[5] = A2[x]
    # CHECK-NEXT: A[6] = T.call_extern("int32", "g", y * 3)
    # CHECK-NEXT: A[7] = T.call_extern("int32", "h", y * 3)
    A[6] = T.call_extern("int32", "g", y * 3)
    A[7] = T.call_extern("int32", "h", y * 3)
    # CHECK-NEXT: product_3 = T.bind(T.call_extern("int32", "pure_g", x))
    # CHECK-NEXT: A[8] = product_3
    # CHECK-NEXT: A[9] = product_3
    A[8] = T.call_extern("int32", "pure_g", x)
    A[9] = T.call_extern("int32", "pure_g", x)
    # CHECK-NEXT: product_4 = T.bind(y * (x - 1))
    # CHECK-NEXT: A[10] = product_4
    # CHECK-NEXT: A[11] = product_4
    A[10] = y * (x - 1)
    A[11] = T.Cast("int32", T.Cast("int64", y)) * (x - 1)
