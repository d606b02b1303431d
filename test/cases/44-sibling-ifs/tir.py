# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# sibling-ifs
# kind: harmful
# not anticipated: neither branch may run. TVM hoists to the parent scope: speculative work, and a trap if the guards protect y != 0
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    if A[0] > 0:
        B[0] = T.floordiv(x, y)
    if A[1] > 0:
        B[1] = T.floordiv(x, y)
