# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --explain --emit=tir --target=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp -O3 %s -o /dev/null 2>&1 | FileCheck %s
# How many iterations a loop has does not say whether vectors of it pay: both sides count all of them.
# CHECK: remark: loop 'i': vectorised, with up to this many iterations at once: 32
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def long(A: T.Buffer((16777216,), "float32"), C: T.Buffer((16777216,), "float32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(16777216):
        C[i] = A[i] * A[i] + A[i]
