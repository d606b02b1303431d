# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cheap-addr-add
# kind: harmful
# i+1, i+2, i+3 fold into memw(Rs+#imm); as temporaries they cost an instruction each until LLVM undoes it
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        B[i + 1] = A[i + 1] * y
        B[i + 2] = A[i + 2] * y
        B[i + 3] = A[i + 3] * y


@T.prim_func(s_tir=True)
def ideal(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        B[i + 1] = A[i + 1] * y
        B[i + 2] = A[i + 2] * y
        B[i + 3] = A[i + 3] * y
