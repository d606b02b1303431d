# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The greatest of windows of 31 channels: a model that loads each line of memory once chooses a better cover.
# RUN: %tirc --target=hexagon -O3 -Rpass=tirc-choose %s -c -o %t.o 2>&1 | FileCheck %s
# RUN: rm -rf %t && mkdir %t && %tirc -O0 --run=interp %s A=random:1 --save=%t/i && %tirc -O3 --run=hexagon %s A=random:1 --save=%t/h && diff -r %t/i %t/h
# CHECK: remark: function 'main' is compiled with lines of memory counted
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((24, 24, 31), "int8"), O: T.Buffer((12, 12, 31), "int8")):
    T.func_attr({"tirx.noalias": True})
    for y, x, c in T.grid(12, 12, 31):
        O[y, x, c] = T.int8(-128)
        for ry, rx in T.grid(3, 3):
            O[y, x, c] = T.max(O[y, x, c], T.if_then_else(1 <= y * 2 + ry and 1 <= x * 2 + rx, A[y * 2 + ry - 1, x * 2 + rx - 1, c], T.int8(-128)))
