# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tanh-intrin
# kind: calls
# tanh of a loaded value twice
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "float32"), A: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32"), n: T.int32, x: T.float32, y: T.float32, z: T.float32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        B[i] = T.tanh(A[i] * x) + y
        C[i] = T.tanh(A[i] * x) * z


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "float32"), A: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32"), n: T.int32, x: T.float32, y: T.float32, z: T.float32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        t = T.bind(T.tanh(A[i] * x))
        B[i] = t + y
        C[i] = t * z
