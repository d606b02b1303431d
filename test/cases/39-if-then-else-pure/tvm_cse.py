# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        cse_v1: T.let[T.int32] = y * z
        cse_v2: T.let[T.int32] = i * y + z
        B[i] = T.if_then_else(i < x, cse_v2, cse_v1)
        C[i] = T.if_then_else(i < x, cse_v2, cse_v1)
