# Weigh LLVM's version of a loop by its vectors.  It tests whether the buffers overlap, and runs a scalar loop if they do; the weights
# assume that they rarely do.
# RUN: %tirc --target=hexagon -O3 --explain -c -o %t.o %s 2>&1 | FileCheck %s
# CHECK: remark: function 'rows' is compiled without vectors of loops: [[#LEAST:]] packets a call by its code, with what is told above it takes
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def rows(O: T.Buffer((31, 260,), "uint16"), A: T.Buffer((31, 528,), "uint16")):
    for i in range(31):
        for j in range(260):
            O[i, j] = A[i, j + 5]
