# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def copy_f16(A: T.Buffer((64, 64), "float16"), C: T.Buffer((64, 64), "float16")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(64, 64):
        C[y, x] = A[y, x]
