# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sums of columns of 24 bytes: a model that loads each line of memory once chooses a better cover.
# RUN: %tirc --target=hexagon -O3 -Rpass=tirc-choose %s -c -o %t.o 2>&1 | FileCheck %s
# RUN: %tirc -O0 --run=interp %s --save=%t.i && %tirc -O3 --run=hexagon %s --save=%t.h && diff -r %t.i %t.h
# CHECK: remark: function 'main' is compiled with lines of memory counted
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((1600, 24), "uint8"), O: T.Buffer((24,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for c in range(24):
        O[c] = 0
    for p, c in T.grid(1600, 24):
        O[c] = O[c] + T.Cast("int32", A[p, c])
