# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# long-live-range
# kind: harmful
# 48 one-add values kept alive over a loop: more values than Hexagon's 32 registers
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for k in T.unroll(48):
        B[k] = A[x + k] + z
    for i in range(n):
        C[i] = C[i] + A[i] * y
    for k in T.unroll(48):
        C[k] = A[x + k] - (x + k) * z


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for k in T.unroll(48):
        B[k] = A[x + k] + z
    for i in range(n):
        C[i] = C[i] + A[i] * y
    for k in T.unroll(48):
        C[k] = A[x + k] - (x + k) * z
