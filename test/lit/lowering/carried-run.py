# Recurrences that LLVM's software pipeliner gets wrong on Hexagon if it may (carried.py).
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s n=8 --save=%t/interp
# RUN: %tirc -O2 --run=hexagon %s n=8 --save=%t/o2
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s n=8 --save=%t/o3
# RUN: cmp %t/interp/A.npy %t/o2/A.npy && cmp %t/interp/A.npy %t/o3/A.npy
# RUN: cmp %t/interp/B.npy %t/o2/B.npy && cmp %t/interp/B.npy %t/o3/B.npy
# RUN: cmp %t/interp/C.npy %t/o2/C.npy && cmp %t/interp/C.npy %t/o3/C.npy
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), C: T.Buffer((64,), "int32"), P: T.Buffer((64,), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for j in range(64):
        P[j] = j * 77 % 64 + 300
    for j in range(n * 5 + 9):
        A[j + 2] = (A[j] * P[j] >> 10) + P[j]
    for j in range(24):
        B[60 - j] = (B[61 - j] * P[j] >> 10) + P[j]
    for j in range(n * 5 + 7):
        C[j + 16] = C[j] + (C[j + 9] >> 3) + (C[j + 14] & 255) + P[j]
