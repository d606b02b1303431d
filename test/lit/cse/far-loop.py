# In a loop a load finds what it finds in front of it, however many stores the loop has: all of them write elsewhere.
# RUN: %tirc -O2 --cse-level=ranges --emit=tir %s | FileCheck %s
# RUN: %tirc --run=interp --no-cse --no-loops --save=%t.1 %s x=3 && %tirc --run=interp -O2 --cse-level=ranges --save=%t.2 %s x=3
# RUN: cmp %t.1/A.npy %t.2/A.npy && cmp %t.1/B.npy %t.2/B.npy
from tvm.script import tirx as T

# CHECK-LABEL: def main
# CHECK: [[X:cse_v[0-9]+]] = T.bind(A[5] * x)
# CHECK: B[0] = [[X]]
# CHECK-NOT: A[5]
# CHECK: B[j] = [[X]]
@T.prim_func
def main(A: T.Buffer((4096,), "int32"), B: T.Buffer((64,), "int32"), x: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[0] = A[5] * x
    for j in range(64):
        B[j] = A[5] * x
        A[1024 + j] = x + j
        A[1088 + j] = x + j
        A[1152 + j] = x + j
        A[1216 + j] = x + j
        A[1280 + j] = x + j
        A[1344 + j] = x + j
        A[1408 + j] = x + j
        A[1472 + j] = x + j
        A[1536 + j] = x + j
        A[1600 + j] = x + j
        A[1664 + j] = x + j
        A[1728 + j] = x + j
        A[1792 + j] = x + j
        A[1856 + j] = x + j
        A[1920 + j] = x + j
        A[1984 + j] = x + j
        A[2048 + j] = x + j
        A[2112 + j] = x + j
        A[2176 + j] = x + j
        A[2240 + j] = x + j
