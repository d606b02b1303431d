# RUN: %tirc --emit=tir %s | FileCheck %s
# Requirement 5: the biggest first, then what is in it: x*128+y gets a name, and x*128, which A's index shares
# with it, gets one too.
from tvm.script import tirx as T

@T.prim_func
def cascade(A: T.Buffer((65536,), "float32"), C: T.Buffer((65536,), "float32"), x: T.int32, y: T.int32, k: T.int32):
    # CHECK-LABEL: def cascade
    # CHECK-NEXT: cse_v1 = T.bind(x * 128)
    # CHECK-NEXT: cse_v2 = T.bind(cse_v1 + y)
    # CHECK-NEXT: C[cse_v2] = C[cse_v2] + A[cse_v1 + k]
    C[x * 128 + y] = C[x * 128 + y] + A[x * 128 + k]
