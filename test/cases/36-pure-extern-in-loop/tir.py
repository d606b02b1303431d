# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# pure-extern-in-loop
# kind: calls
# loop-invariant pure call: n library calls or one
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "float32"), A: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32"), n: T.int32, x: T.float32, y: T.float32, z: T.float32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        B[i] = A[i] * T.call_pure_extern("float32", "my_sigmoid", x)


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "float32"), A: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32"), n: T.int32, x: T.float32, y: T.float32, z: T.float32):
    T.func_attr({"tirx.noalias": True})
    if n > 0:
        t = T.bind(T.call_pure_extern("float32", "my_sigmoid", x))
        for i in range(n):
            B[i] = A[i] * t
