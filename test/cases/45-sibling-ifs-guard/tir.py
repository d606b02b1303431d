# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# sibling-ifs-guard
# kind: harmful
# each division guarded by y != 0. TVM hoists x/y above both guards: divides by zero when y == 0
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    if y != 0:
        B[0] = T.truncdiv(x, y)
    C[0] = 7
    if y != 0:
        B[1] = T.truncdiv(x, y)
