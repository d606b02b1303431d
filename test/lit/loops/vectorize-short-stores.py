# LLVM stores 49 lanes of int16 in words: vectors of rows that end with so many do not pay beside rows that stay in registers.
# RUN: %tirc --target=hexagon -O2 --emit=tir -o - %s | FileCheck %s
# CHECK: for i in range(0, 20, 4):
# CHECK-NOT: x49
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def scan(S: T.Buffer((23, 177), "int16"), A: T.Buffer((23, 177), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i in range(22):
        for j in range(177):
            S[i + 1, j] = T.Cast("int16", T.Cast("int32", S[i, j]) + T.Cast("int32", A[i, j]))
