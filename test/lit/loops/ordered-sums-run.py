# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sums of floats keep their order in a loop of their own; what else the loop does, and what they add, is done in lanes.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O2 --run=interp %s --save=%t/passes && diff -r %t/interp %t/passes
# RUN: %tirc -O2 --run=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp %s --save=%t/v73 && diff -r %t/interp %t/v73
# RUN: %tirc -O2 --run=hexagon %s --save=%t/v67 && diff -r %t/interp %t/v67
# RUN: %tirc -O2 --target=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp --emit=tir %s | FileCheck %s
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # CHECK-LABEL: def main
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 500), "float16"), B: T.Buffer((8, 500), "float32"), C: T.Buffer((8, 500), "float32"), S: T.Buffer((8, 5), "float32"), Q: T.Buffer((8,), "float32")):
        T.func_attr({"tirx.noalias": True})
        for r, i in T.grid(8, 500):
            A[r, i] = T.Cast("float16", T.truncmod(r * 577 + i * 131, 1000) - 500) * T.float16(0.37)
            B[r, i] = T.Cast("float32", T.truncmod(r * 131 + i * 577, 1000) - 500) * T.float32(0.37)
        # keep each term in an array, unless it is an element that the loop does not change
        # CHECK: terms = T.alloc_buffer((500,))
        # CHECK: = T.Cast("float32x32", A[
        # CHECK: S[r, 0] = S[r, 0] + C[r, i]
        # CHECK-NEXT: Q[r] = Q[r] - terms[i]
        for r in range(8):
            S[r, 0] = T.float32(0)
            Q[r] = T.float32(1)
            for i in range(500):
                C[r, i] = B[r, i] * B[r, i] + T.Cast("float32", A[r, i])
                S[r, 0] = S[r, 0] + C[r, i]
                Q[r] = Q[r] - T.Cast("float32", A[r, i]) * B[r, i]
        # an element that the loop changes later on is kept
        # CHECK: terms = T.alloc_buffer((499,))
        # CHECK: S[r, 2] = terms[i] + S[r, 2]
        for r in range(8):
            S[r, 2] = T.float32(0)
            for i in range(499):
                S[r, 2] = C[r, i + 1] + S[r, 2]
                C[r, i + 1] = C[r, i + 1] * B[r, i] - B[r, i + 1]
        # not if the sum is read in between
        # CHECK-NOT: alloc_buffer
        for r in range(8):
            S[r, 3] = T.float32(0)
            for i in range(500):
                S[r, 3] = S[r, 3] + B[r, i] * B[r, i] * C[r, i]
                C[r, i] = C[r, i] * B[r, i] - S[r, 3]
        for r in range(8):
            S[r, 4] = T.float32(0)
            for i in range(500):
                S[r, 4] = S[r, 4] + (B[r, i] * B[r, i] - S[r, 4]) * T.float32(0.125)
                C[r, i] = C[r, i] * B[r, i] - B[r, i]
