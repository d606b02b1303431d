# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --target=hexagon -O3 -S %s -o - | FileCheck %s
# A loop that goes on while its variable is below a number that fits no comparison is a hardware loop nevertheless.
# CHECK-LABEL: {{^}}main:
# CHECK: loop0(
# CHECK-NOT: lsr(
# CHECK: endloop0
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((8448,), "uint8"), B: T.Buffer((8448,), "uint8"), O: T.Buffer((8448,), "int16"), g: T.int32):
    T.func_attr({"global_symbol": "main", "tirx.noalias": True})
    if g > 0:
        for i in range(8448):
            O[i] = T.Cast("int16", A[i]) * T.Cast("int16", B[i])
