# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A product of halves as floats is exact: one instruction makes it where HVX has IEEE's formats.  A half of which all lanes get the float is made one as a
# vector, not by a call.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp --function=product %s A=random:1 B=random:2 --save=%t/product
# RUN: %tirc -O3 --run=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp --function=product %s A=random:1 B=random:2 --save=%t/product-v73 && diff -r %t/product %t/product-v73
# RUN: %tirc -O3 --run=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp --emulate=first-even --function=product %s A=random:1 B=random:2 --save=%t/product-first && diff -r %t/product %t/product-first
# RUN: %tirc -O0 --run=interp --function=both %s A=random:1 B=random:2 --save=%t/both
# RUN: %tirc -O3 --run=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp --function=both %s A=random:1 B=random:2 --save=%t/both-v73 && diff -r %t/both %t/both-v73
# RUN: %tirc -O0 --run=interp --function=main %s A=random:1 B=random:2 --save=%t/main
# RUN: %tirc -O3 --run=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp --function=main %s A=random:1 B=random:2 --save=%t/main-v73 && diff -r %t/main %t/main-v73
# RUN: %tirc -O3 --target=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp -S %s -o - | FileCheck %s
# RUN: %tirc -O3 --target=hexagon -mcpu=hexagonv67 -S %s -o - | FileCheck %s --check-prefix=BITS
# BITS: main:
# BITS-NOT: .sf
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # CHECK-LABEL: product:
    # CHECK-NOT: vcvt
    # CHECK-NOT: call
    # CHECK: v{{[0-9:]+}}.sf = vmpy(v{{[0-9]+}}.hf,v{{[0-9]+}}.hf)
    # CHECK-NOT: vcvt
    # CHECK-NOT: call
    # CHECK: .Lfunc_end
    @T.prim_func(s_tir=True)
    def product(A: T.Buffer((16, 64), "float16"), B: T.Buffer((64, 64), "float16"), C: T.Buffer((16, 64), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i, j in T.grid(16, 64):
            C[i, j] = T.float32(0)
        for i, k, j in T.grid(16, 64, 64):
            C[i, j] = C[i, j] + T.Cast("float32", A[i, k]) * T.Cast("float32", B[k, j])

    # the half is added, too
    # CHECK-LABEL: both:
    # CHECK: .sf = vmpy(v{{[0-9]+}}.hf,v{{[0-9]+}}.hf)
    # CHECK: .Lfunc_end
    @T.prim_func(s_tir=True)
    def both(A: T.Buffer((16, 64), "float16"), B: T.Buffer((64, 64), "float16"), C: T.Buffer((16, 64), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i, j in T.grid(16, 64):
            C[i, j] = T.Cast("float32", A[i, j]) * T.Cast("float32", A[i, j]) + T.Cast("float32", A[i, j]) * T.Cast("float32", B[i, i])

    # not where one factor is no half
    # CHECK-LABEL: main:
    # CHECK: .sf = vmpy(v{{[0-9]+}}.sf,v{{[0-9]+}}.sf)
    # CHECK: .Lfunc_end
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 64), "float16"), B: T.Buffer((64, 64), "float16"), C: T.Buffer((16, 64), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i, j in T.grid(16, 64):
            C[i, j] = T.Cast("float32", A[i, j]) * T.float32(0.1) + T.Cast("float32", B[i, 0])
