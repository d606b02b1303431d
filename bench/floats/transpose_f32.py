# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def transpose_f32(A: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(64, 64):
        C[y, x] = A[x, y]
