# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Words cut to bytes, of which floats are made, in several registers: LLVM's instruction selection ended in an error.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s A=random:1 --save=%t/interp
# RUN: %tirc -O3 --run=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp --lanes=all %s A=random:1 --save=%t/v73 && diff -r %t/interp %t/v73
# RUN: %tirc -O2 --run=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp %s A=random:1 --save=%t/O2 && diff -r %t/interp %t/O2
# RUN: %tirc -O2 --run=hexagon -mcpu=hexagonv67 %s A=random:1 --save=%t/v67 && diff -r %t/interp %t/v67
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 33), "int32"), C: T.Buffer((4, 33), "float32")):
    T.func_attr({"tirx.noalias": True})
    B = T.alloc_buffer((4, 33), "int8")
    H = T.alloc_buffer((4, 33), "float16")
    for i, j in T.grid(4, 33):
        B[i, j] = T.Cast("int8", A[i, j])
    for i, j in T.grid(4, 33):
        H[i, j] = T.Cast("float16", B[i, j])
    for i, j in T.grid(4, 33):
        C[i, j] = T.Cast("float32", H[i, j])
