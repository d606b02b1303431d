# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --explain --target=hexagon -O3 -c %s -o %t.o 2>&1 | FileCheck %s
# A guard decides between registers and lanes one by one, for shifts that no instruction has.  LLVM makes two loops of that.  The one with a loop in
# it counts as seldom done: else its 6,000 packets hide what the other one takes.
from tvm.script import tirx as T


# CHECK: function 'guard' is compiled as told above: {{[2-5][0-9][0-9]}} packets a call by its code
@T.prim_func(s_tir=True)
def guard(A: T.Buffer((100, 32), "int32"), Mu: T.Buffer((32,), "int32"), S: T.Buffer((32,), "int32"), O: T.Buffer((100, 32), "int8")):
    T.func_attr({"global_symbol": "guard", "tirx.noalias": True})
    for x, m in T.grid(100, 32):
        O[x, m] = T.Cast("int8", T.max(T.min(T.q_multiply_shift_per_axis(A[x, m], Mu[m], 0, S[m], 31, T.bool(False), T.bool(True)) + 7, 127), -128))
