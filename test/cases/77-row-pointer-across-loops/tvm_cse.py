# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        cse_v1: T.let[T.int32] = (i * x + z) * y
        for j in range(n):
            B[cse_v1 + j] = 0
        for j in range(n):
            cse_v2: T.let[T.int32] = cse_v1 + j
            B[cse_v2] = B[cse_v2] + A[j]
        for j in range(n):
            cse_v3: T.let[T.int32] = cse_v1 + j
            C[cse_v3] = B[cse_v3] * 2
