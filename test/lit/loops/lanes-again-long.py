# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --target=hexagon --lanes=128 --optimize=lanes --emit=tir %s -o %t.py 2>%t.err
# RUN: FileCheck %s < %t.py
# RUN: count 0 < %t.err
# Iterations may be done once more however often they store to memory of their own: 60 times here, in copies of a body.
from tvm.script import tirx as T


# CHECK: def main
# CHECK: for x in range(0, 256, 128):
# CHECK: for x in range(236, 300, 64):
@T.prim_func(s_tir=True)
def main(A: T.Buffer((300,), "uint8"), O: T.Buffer((300,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for x in range(300):
        own = T.alloc_buffer((1,), "int32")
        own[0] = T.Cast("int32", A[x])
        for k in T.unroll(60):
            own[0] = own[0] ^ k
        O[x] = own[0]
