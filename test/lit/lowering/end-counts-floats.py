# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc -mcpu=hexagonv73 -mhvx-ieee-fp -O3 --try-versions=0 -S %s -o - | FileCheck %s
# An unrolled loop that asks for the variable of its last copy is a hardware loop, if it computes with floats.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc --run=interp %s A=random:1 B=random:2 --save=%t/interp
# RUN: %tirc -mcpu=hexagonv73 -mhvx-ieee-fp -O3 --try-versions=0 --run=hexagon %s A=random:1 B=random:2 --save=%t/v73 && diff -r %t/interp %t/v73
# CHECK-LABEL: {{^}}main:
# CHECK: loop0(
# CHECK: endloop0
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((4096,), "float32", align=128), B: T.Buffer((4096,), "float32", align=128), C: T.Buffer((4096,), "float32", align=128)):
    T.func_attr({"global_symbol": "main", "tirx.noalias": True})
    for i in range(0, 4096, 32):
        C[T.Ramp(i, 1, 32)] = A[T.Ramp(i, 1, 32)] * B[T.Ramp(i, 1, 32)] + A[T.Ramp(i, 1, 32)]
