# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O0 --run=hexagon %s --save=%t/o0 && diff -r %t/interp %t/o0
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3 && diff -r %t/interp %t/o3
# RUN: %tirc --target=hexagon --emit=ll --after=lower --cse-level=none --lanes=0 %s | FileCheck %s
# Products of two numbers of 16 bits that have 16 bits themselves are made above 16 zeros, in one instruction: of all
# bytes with all bytes. A product of more bits is not.
# CHECK-COUNT-2: @llvm.hexagon.V6.vmpyiowh.128B(
# CHECK-NOT: @llvm.hexagon.V6.vmpyiowh.128B(
# CHECK: @llvm.hexagon.V6.vmpyewuh.128B(
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((256,), "int8"), H: T.Buffer((256,), "int16"), O: T.Buffer((65536,), "int32"), P: T.Buffer((65536,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(256):
        A[i] = T.Cast("int8", i - 128)
        H[i] = T.Cast("int16", i * 255 - 32768)
    for i in range(256):
        for j in range(4):
            O[T.Ramp(i * 256 + j * 64, 1, 64)] = T.q_multiply_shift((T.Cast("int32x64", A[T.Ramp(j * 64, 1, 64)]) + T.Broadcast(3, 64)) * T.Broadcast(T.Cast("int32", A[i]) - 8, 64), T.Broadcast(1825361101, 64), T.Broadcast(31, 64), T.Broadcast(-6, 64))
            P[T.Ramp(i * 256 + j * 64, 1, 64)] = T.q_multiply_shift(T.Cast("int32x64", H[T.Ramp(j * 64, 1, 64)]) * T.Broadcast(T.Cast("int32", A[i]), 64), T.Broadcast(-1825361101, 64), T.Broadcast(31, 64), T.Broadcast(-6, 64))
