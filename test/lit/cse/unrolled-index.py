# RUN: %tirc --emit=tir %s | FileCheck %s
# Requirements 6 and 9, the slides' first example: index arithmetic that unrolling repeats gets one
# name; the constants stay where addresses take them for free.
from tvm.script import tirx as T

@T.prim_func
def unrolled(A: T.Buffer((4096,), "float32"), B: T.Buffer((8192,), "float32"), i: T.int32, j: T.int32):
    # CHECK-LABEL: def unrolled
    # CHECK-NEXT: cse_v1 = T.bind(i * 256 + j * 16)
    # CHECK-NEXT: A[cse_v1] = B[cse_v1 + 4096]
    # CHECK-NEXT: A[cse_v1 + 1] = B[cse_v1 + 4097]
    # CHECK-NEXT: A[cse_v1 + 2] = B[cse_v1 + 4098]
    A[i * 256 + j * 16] = B[i * 256 + j * 16 + 4096]
    A[i * 256 + j * 16 + 1] = B[i * 256 + j * 16 + 4097]
    A[i * 256 + j * 16 + 2] = B[i * 256 + j * 16 + 4098]
