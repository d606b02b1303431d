# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(B: T.Buffer((1024,), "float32"), A: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32"), n: T.int32, x: T.float32, y: T.float32, z: T.float32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        B[i] = T.float32(0.0)
        for k in range(n):
            B[i] = B[i] + A[i * 16 + k] * C[k]
