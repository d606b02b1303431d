# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon -O2 %s | FileCheck %s
# RUN: %tirc --target=hexagon -O2 -S -o - %s | FileCheck --check-prefix=ASM %s
# RUN: rm -rf %t && mkdir -p %t
# RUN: %tirc -O0 --run=interp --function=counts %s A=random:1 H=random:2 W=random:3 --save=%t/a && %tirc -O2 --run=hexagon --function=counts %s A=random:1 H=random:2 W=random:3 --save=%t/b && diff -r %t/a %t/b
# RUN: %tirc -O0 --run=interp --function=rows %s A=random:4 --save=%t/c && %tirc -O2 --run=hexagon --function=rows %s A=random:4 --save=%t/d && diff -r %t/c %t/d
# Ones, and zeros that lead, are counted in lanes.
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def counts(
# CHECK: T.popcount(A[T.Ramp(i, 1, 128)])
# CHECK: T.popcount(H[T.Ramp(i, 1, 64)])
# CHECK: T.popcount(W[T.Ramp(i, 1, 32)])
# CHECK: T.clz(W[T.Ramp(i, 1, 32)])
# ASM-LABEL: {{^}}counts:
# ASM-DAG: vpopcount
# ASM-DAG: vcl0
@T.prim_func(s_tir=True)
def counts(A: T.Buffer((256,), "uint8"), H: T.Buffer((256,), "int16"), W: T.Buffer((256,), "int32"), B: T.Buffer((256,), "int32"), C: T.Buffer((256,), "int16"), D: T.Buffer((256,), "int32"), E: T.Buffer((256,), "int32")):
    T.func_attr({"global_symbol": "counts", "tirx.noalias": True})
    for i in range(256):
        B[i] = T.popcount(T.Cast("int32", A[i]))
    for i in range(256):
        C[i] = T.popcount(H[i])
    for i in range(256):
        D[i] = T.popcount(W[i])
    for i in range(256):
        E[i] = T.clz(W[i])


# Ones of the bytes of rows, side by side.
# CHECK-LABEL: {{^}}def rows(
# CHECK: T.popcount(T.Shuffle([
# ASM-LABEL: {{^}}rows:
# ASM: vpopcount
@T.prim_func(s_tir=True)
def rows(A: T.Buffer((30, 64), "uint8"), O: T.Buffer((30,), "int32")):
    T.func_attr({"global_symbol": "rows", "tirx.noalias": True})
    for r in range(30):
        O[r] = 0
        for c in range(64):
            O[r] = O[r] + T.popcount(T.Cast("int32", A[r, c]))
