# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(B: T.Buffer((4096,), "int32"), A: T.Buffer((4096,), "int32"), C: T.Buffer((4096,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        cse_v1: T.let[T.int32] = i * 32
        B[cse_v1:cse_v1 + 32] = A[T.Ramp(cse_v1, 4, 32)] * T.Broadcast(y, 32)
        C[cse_v1:cse_v1 + 32] = A[T.Ramp(cse_v1, 4, 32)] + T.Broadcast(z, 32)
