# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An integer that becomes a float, and an integer again, is the integer itself, if the float has all of its digits.
# RUN: rm -rf %t && mkdir %t
# RUN: %python -c "import numpy as n; a = n.arange(65536).astype('uint16'); n.save('%t/A.npy', a.astype('uint8')[:256]); n.save('%t/B.npy', a)"
# RUN: %tirc -O0 --run=interp %s --function=back A=@%t/A.npy --save=%t/interp && %tirc -O2 --run=hexagon %s --function=back A=@%t/A.npy --save=%t/o2 && diff -r %t/interp %t/o2
# RUN: %tirc -O0 --run=interp %s --function=rounds B=@%t/B.npy --save=%t/interp && %tirc -O2 --run=hexagon %s --function=rounds B=@%t/B.npy --save=%t/o2 && diff -r %t/interp %t/o2
# RUN: %tirc --target=hexagon -O2 --emit=ll %s -o - | FileCheck %s
from tvm.script import tirx as T


# CHECK-LABEL: define {{.*}}@back(
# CHECK-NOT: {{shl|lshr|[us]itofp|fpto[us]i}}
# CHECK: ret void
@T.prim_func(s_tir=True)
def back(A: T.Buffer((256,), "uint8"), O: T.Buffer((256,), "uint8"), P: T.Buffer((256,), "int16")):
    T.func_attr({"global_symbol": "back", "tirx.noalias": True})
    for i in range(0, 256, 128):
        O[i:i + 128] = T.Cast("uint8x128", T.Cast("float32x128", A[i:i + 128]))
    for i in range(0, 256, 64):
        P[i:i + 64] = T.Cast("int16x64", T.Cast("float16x64", A[i:i + 64]))


# A half has 11 digits: larger numbers are rounded.
# CHECK-LABEL: define {{.*}}@rounds(
# CHECK: {{shl|lshr}}
@T.prim_func(s_tir=True)
def rounds(B: T.Buffer((65536,), "uint16"), Q: T.Buffer((65536,), "uint32")):
    T.func_attr({"global_symbol": "rounds", "tirx.noalias": True})
    for i in range(0, 65408, 64):
        Q[i:i + 64] = T.Cast("uint32x64", T.Cast("float16x64", B[i:i + 64]))
