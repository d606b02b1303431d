# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# One float in all lanes is one vsplat of its bits, without a vdelta that moves nothing.
# REQUIRES: llvm-22
# RUN: %tirc --target=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp -O2 -S %s -o - | FileCheck %s
from tvm.script import tirx as T


# CHECK: loop0
# CHECK-NOT: vdelta
# CHECK: .h = vsplat(
# CHECK-NOT: vdelta
# CHECK: :endloop0
@T.prim_func(s_tir=True)
def row(A: T.Buffer((64,), "float16"), B: T.Buffer((64, 64), "float16"), C: T.Buffer((64,), "float16")):
    T.func_attr({"tirx.noalias": True})
    for k, j in T.grid(64, 64):
        C[j] = C[j] + A[k] * B[k, j]
