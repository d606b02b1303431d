# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def max_pool_f16(A: T.Buffer((64, 64), "float16"), C: T.Buffer((32, 32), "float16")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(32, 32):
        C[y, x] = T.min_value("float16")
        for dy, dx in T.grid(2, 2):
            C[y, x] = T.max(C[y, x], A[2 * y + dy, 2 * x + dx])
