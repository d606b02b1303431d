# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# scan-limit-40
# kind: llvm
# 40 noalias stores between two equal loads: MemorySSA/MemDep walks give up after 100 steps
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[0] = A[y] * x
    for k in T.unroll(40):
        B[(k + 1) * z] = C[k]
    B[1023] = A[y] * x
    A[5] = 3


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    t = T.bind(A[y] * x)
    B[0] = t
    for k in T.unroll(40):
        B[(k + 1) * z] = C[k]
    B[1023] = t
    A[5] = 3
