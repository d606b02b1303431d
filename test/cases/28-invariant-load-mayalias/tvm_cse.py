# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    for i, j in T.grid(n, n):
        cse_v1: T.let[T.int32] = i * 16 + j
        B[cse_v1] = B[cse_v1] + A[i] * C[j]
