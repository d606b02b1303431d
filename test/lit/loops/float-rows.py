# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Rows of 12 floats are half a register, and not of as many lanes: LLVM computes them lane by lane, so that they stay scalar.
# REQUIRES: llvm-22
# RUN: %tirc -O2 --target=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp --emit=tir --after=cse %s | FileCheck %s
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # CHECK-LABEL: def of_12
    # CHECK: O[r, d] = T.exp(A[r, d] - s[r])
    @T.prim_func(s_tir=True)
    def of_12(A: T.Buffer((50, 12), "float32"), s: T.Buffer((50,), "float32"), O: T.Buffer((50, 12), "float32")):
        T.func_attr({"tirx.noalias": True})
        for r, d in T.grid(50, 12):
            O[r, d] = T.exp(A[r, d] - s[r])

    # CHECK-LABEL: def of_16
    # CHECK: O_1[r * 16:r * 16 + 128] = T.exp(
    @T.prim_func(s_tir=True)
    def of_16(A: T.Buffer((50, 16), "float32"), s: T.Buffer((50,), "float32"), O: T.Buffer((50, 16), "float32")):
        T.func_attr({"tirx.noalias": True})
        for r, d in T.grid(50, 16):
            O[r, d] = T.exp(A[r, d] - s[r])

    # CHECK-LABEL: def of_24
    # CHECK: O[r, d:d + 24] =
    @T.prim_func(s_tir=True)
    def of_24(A: T.Buffer((50, 24), "float32"), s: T.Buffer((50,), "float32"), O: T.Buffer((50, 24), "float32")):
        T.func_attr({"tirx.noalias": True})
        for r, d in T.grid(50, 24):
            O[r, d] = T.exp(A[r, d] - s[r])
