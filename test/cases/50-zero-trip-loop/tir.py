# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# zero-trip-loop
# kind: harmful
# n == 0 makes y irrelevant; TVM hoists to before the first loop and divides by zero
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        B[i] = T.truncdiv(x, y)
    for j in range(n):
        C[j] = T.truncdiv(x, y)


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    if n > 0:
        t = T.bind(T.truncdiv(x, y))
        for i in range(n):
            B[i] = t
        for j in range(n):
            C[j] = t
