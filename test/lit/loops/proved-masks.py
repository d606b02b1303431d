# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A mask lies between 0 and its bits, and so does the element that it chooses: behind those that the loop stores to.
# RUN: %tirc --emit=tir --cse-profile=size --unroll-and-jam=all %s -o %t 2>&1 | count 0
# RUN: FileCheck %s < %t
from tvm.script import tirx as T


# CHECK: for i in range(0, 4, 4):
@T.prim_func(s_tir=True)
def f(F: T.Buffer((32,), "float64"), y: T.int32):
    T.func_attr({"tirx.noalias": True})
    V0 = T.decl_buffer((25,), "float64", data=F.data, elem_offset=7)
    V2 = T.decl_buffer((10,), "float64", data=F.data, strides=(2,), elem_offset=13)
    for i in range(5):
        for k in range(6):
            V0[i] = V0[i] + T.fabs(T.float64(0.0) + V2[15 & (y + 1) & 7])
