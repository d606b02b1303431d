# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# short-circuit-and
# kind: harmful
# And is printed && by C codegen (lazy) and emitted as LLVM and (strict): hoisting decides it
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[0] = T.Cast("int32", T.And(y != 0, T.truncdiv(x, y) > 3))
    B[1] = T.Cast("int32", T.And(y != 0, T.truncdiv(x, y) > 5))
