# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# T.tanh and T.sigmoid by bits have the bits of what is made of one number: all of float16 and bfloat16, and some of float32.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --lanes=0 --run=hexagon %s --save=%t/calls
# RUN: %tirc -O2 -mcpu=hexagonv60 --run=hexagon %s --save=%t/v60 && diff -r %t/calls %t/v60
# RUN: %tirc -O2 --lanes=all --run=hexagon %s --save=%t/v67 && diff -r %t/calls %t/v67
# RUN: %tirc --target=hexagon -O2 --lanes=all --emit=ll %s -o %t/functions.ll && not grep -E "call.*@expf|fdiv" %t/functions.ll
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(P: T.Buffer((65536,), "int16"), Q: T.Buffer((2, 65536), "int16"), R: T.Buffer((2, 65536), "int16"), S: T.Buffer((2, 32768), "float32")):
    T.func_attr({"tirx.noalias": True})
    for i in T.serial(65536, annotations={"scalar": 1}):
        P[i] = T.Cast("int16", i)
    h = T.decl_buffer((65536,), "float16", data=P.data)
    q = T.decl_buffer((2, 65536), "float16", data=Q.data)
    b = T.decl_buffer((65536,), "bfloat16", data=P.data)
    r = T.decl_buffer((2, 65536), "bfloat16", data=R.data)
    w = T.decl_buffer((32768,), "float32", data=P.data)
    for i in range(32768):
        S[0, i] = T.tanh(w[i])
    for i in range(32768):
        S[1, i] = T.sigmoid(w[i])
    for i in range(65536):
        q[0, i] = T.tanh(h[i])
    for i in range(65536):
        q[1, i] = T.sigmoid(h[i])
    for i in range(65536):
        r[0, i] = T.tanh(b[i])
    for i in range(65536):
        r[1, i] = T.sigmoid(b[i])
