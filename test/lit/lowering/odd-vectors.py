# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc -O3 --target=hexagon --emit=ll %s | FileCheck %s
# RUN: %tirc -O3 --target=hexagon -o %t.o %s
# LLVM makes no vector of several registers that fills no half of the last one an argument of a version: its Hexagon backend dies of that.
# CHECK: define internal {{.*}}void @f.lines(ptr
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def f(A: T.Buffer((2, 224), "int16"), B: T.Buffer((2, 224), "int16"), O: T.Buffer((2, 224), "int16")):
    T.func_attr({"global_symbol": "f", "tirx.noalias": True})
    O[0, 0:214] = A[0, 1:215] + B[0, 0:214]
    O[1, 0:214] = A[0, 1:215] - A[1, 0:214]
