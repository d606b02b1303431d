# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# both-branches
# kind: placement
# anticipated on both arms: hoisting saves code size, no time
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    if A[0] > 0:
        B[0] = T.floordiv(x, y) + 1
    else:
        B[1] = T.floordiv(x, y) + 2


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    t = T.bind(T.floordiv(x, y))
    if A[0] > 0:
        B[0] = t + 1
    else:
        B[1] = t + 2
