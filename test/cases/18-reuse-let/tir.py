# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# reuse-let
# kind: equality
# existing let should be the temporary; new TVM adds cse_v1 and rebinds v = cse_v1
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    v = T.bind(x * y + z)
    B[0] = v
    B[1] = (x * y + z) * 2
    B[2] = x * y + z


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    v = T.bind(x * y + z)
    B[0] = v
    B[1] = v * 2
    B[2] = v
