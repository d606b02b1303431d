# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for k in range(n):
        for j in range(n - k - 1):
            cse_v1: T.let[T.int32] = x * 64
            cse_v2: T.let[T.int32] = k + 1 + j
            cse_v3: T.let[T.int32] = cse_v1 + cse_v2
            A[cse_v3] = A[cse_v3] - A[cse_v1 + k] * B[k * 64 + cse_v2]
