# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mul-shift
# kind: equality
# x*8 and x<<3; shift_left is a Call in TIR, hence ineligible in TVM (old and new)
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[0] = x * 8 + y
    B[1] = T.shift_left(x, 3) + y


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    t = T.bind(x * 8 + y)
    B[0] = t
    B[1] = t
