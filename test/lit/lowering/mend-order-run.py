# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Four registers are stored and loaded as one vector: LLVM 22 uses the first one above the place where it is computed.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O2 --run=hexagon %s --save=%t/o2 && diff -r %t/interp %t/o2
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3 && diff -r %t/interp %t/o3
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "uint8"), W: T.Buffer((1088,), "int8"), O: T.Buffer((256,), "int32")):
    T.func_attr({"tirx.noalias": True})
    acc = T.alloc_buffer((1,), "int32")
    for i in range(64):
        A[i] = T.Cast("uint8", i * 37 + 5)
    for i in range(1088):
        W[i] = T.Cast("int8", i * i * 11 + i)
    for y in range(4):
        for m in range(64):
            acc[0] = -7
            for k in range(16):
                acc[0] = acc[0] + T.Cast("int32", W[m * 17 + k]) * (T.Cast("int32", A[y * 16 + k]) + 12)
            O[y * 64 + m] = T.max(acc[0] - 3, -1000)
