# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# In a window of 25 products LLVM's optimisations by register data flow (RDF) lost values of the last column.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s A=random:1 F=random:2 B=random:3 --save=%t/i && %tirc -O3 --run=hexagon --try-versions=0 %s A=random:1 F=random:2 B=random:3 --save=%t/h && diff -r %t/i %t/h
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 9, 64), "int8"), F: T.Buffer((5, 5, 64), "uint8"), B: T.Buffer((64,), "int32"), O: T.Buffer((4, 9, 64), "int8")):
    T.func_attr({"tirx.noalias": True})
    acc = T.alloc_buffer((1,), "int32")
    for y, x, c in T.grid(4, 9, 64):
        acc[0] = B[c] >> 12
        for ry, rx in T.grid(5, 5):
            if 2 <= y + ry and y + ry < 6 and 2 <= x + rx and x + rx < 11:
                acc[0] = acc[0] + (T.Cast("int32", A[y + ry - 2, x + rx - 2, c]) - 128) * (T.Cast("int32", F[ry, rx, c]) + 1)
        O[y, x, c] = T.Cast("int8", T.max(T.min((acc[0] + 64) >> 7, 127), -128))
