# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        cse_v1: T.let[T.int32] = i // y
        cse_v2: T.let[T.int32] = i % y
        cse_v3: T.let[T.int32] = cse_v1 * x
        if A[i] > 0:
            B[i] = cse_v3 + cse_v2
        else:
            B[i] = cse_v3 - cse_v2
        C[i] = cse_v1
