# A loop that goes on to the least of two numbers ends before either: Q[40] is not stored to, as i * 8 + k + 2 is 2 or 3 above a multiple of 8.
# RUN: %tirc --emit=tir %s | FileCheck %s
# RUN: %tirc --emit=tir %s -o /dev/null 2>&1 | count 0
from tvm.script import tirx as T


# CHECK: cse_v2 = T.bind(T.if_then_else(0 < n and 0 < cse_v1, Q[40], 0))
# CHECK: Q[i * 8 + (k + 2)] = cse_v2
@T.prim_func(s_tir=True)
def least(Q: T.Buffer((64,), "int32"), z: T.int32, n: T.int32):
    for i in range(n):
        for k in range(T.min(z, 2)):
            Q[i * 8 + (k + 2)] = Q[40]
