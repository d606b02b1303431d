# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# pure-extern-partial
# kind: llvm
# partially redundant pure call
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "float32"), A: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32"), n: T.int32, x: T.float32, y: T.float32, z: T.float32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        if A[i] > y:
            B[i] = T.call_pure_extern("float32", "my_sigmoid", A[i])
        C[i] = T.call_pure_extern("float32", "my_sigmoid", A[i])


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "float32"), A: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32"), n: T.int32, x: T.float32, y: T.float32, z: T.float32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        t = T.bind(T.call_pure_extern("float32", "my_sigmoid", A[i]))
        if A[i] > y:
            B[i] = t
        C[i] = t
