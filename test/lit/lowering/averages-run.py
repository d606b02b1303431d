# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sums of bytes times reciprocals, limited to bytes: even and odd lanes stay apart, and so do the reciprocals.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O0 --run=hexagon %s --save=%t/o0 && diff -r %t/interp %t/o0
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3 && diff -r %t/interp %t/o3
# RUN: %tirc --target=hexagon --emit=ll --after=lower --cse-level=none --lanes=0 %s | FileCheck %s
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((512,), "int8"), R: T.Buffer((128,), "int16"), O: T.Buffer((512,), "int8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(512):
        A[i] = T.Cast("int8", i * 91 + i // 7)
    for i in range(128):
        R[i] = T.Cast("int16", i * 250)
    # reciprocals that differ from lane to lane; limits that are no byte's own
    # CHECK-COUNT-2: @llvm.hexagon.V6.vmpyhvsrs.128B(
    # CHECK: @llvm.hexagon.V6.vasrhbsat.128B(
    O[0:128] = T.Cast("int8x128", T.max(T.min(T.Cast("int16x128", T.Cast("int32x128", T.Cast("int16x128", T.Broadcast(0, 128) + T.Cast("int32x128", A[0:128]) + T.Cast("int32x128", A[64:192]) + T.Select(T.Shuffle([T.bool(False), T.bool(True)], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]), T.Cast("int32x128", A[300:428]), T.Broadcast(0, 128)))) * T.Cast("int32x128", T.Select(T.Shuffle([T.bool(True), T.bool(False)], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]), T.Broadcast(T.int16(16385), 128), T.Broadcast(T.int16(10923), 128))) + T.Broadcast(16384, 128) >> T.Broadcast(15, 128)), T.Broadcast(T.int16(100), 128)), T.Broadcast(T.int16(-100), 128)))
    # one number, which is so large that bytes saturate
    # CHECK-COUNT-2: @llvm.hexagon.V6.vmpyhvsrs.128B(
    # CHECK: @llvm.hexagon.V6.vasrhbsat.128B(
    O[128:256] = T.Cast("int8x128", T.max(T.min(T.Cast("int16x128", T.Cast("int32x128", T.Cast("int16x128", T.Broadcast(0, 128) + T.Cast("int32x128", A[1:129]) + T.Cast("int32x128", A[65:193]) + T.Select(T.Shuffle([T.bool(False), T.bool(True)], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]), T.Cast("int32x128", A[300:428]), T.Broadcast(0, 128)))) * T.Broadcast(32767, 128) + T.Broadcast(16384, 128) >> T.Broadcast(15, 128)), T.Broadcast(T.int16(127), 128)), T.Broadcast(T.int16(-128), 128)))
    # limits beyond bytes; reciprocals that are no constants
    # CHECK-NOT: @llvm.hexagon.V6.vasrhbsat.128B(
    O[256:384] = T.Cast("int8x128", T.max(T.min(T.Cast("int16x128", T.Cast("int32x128", T.Cast("int16x128", T.Broadcast(0, 128) + T.Cast("int32x128", A[2:130]) + T.Cast("int32x128", A[66:194]) + T.Select(T.Shuffle([T.bool(False), T.bool(True)], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]), T.Cast("int32x128", A[300:428]), T.Broadcast(0, 128)))) * T.Cast("int32x128", T.Select(T.Shuffle([T.bool(True), T.bool(False)], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]), T.Broadcast(T.int16(16385), 128), T.Broadcast(T.int16(10923), 128))) + T.Broadcast(16384, 128) >> T.Broadcast(15, 128)), T.Broadcast(T.int16(127), 128)), T.Broadcast(T.int16(-300), 128)))
    O[384:512] = T.Cast("int8x128", T.max(T.min(T.Cast("int16x128", T.Cast("int32x128", T.Cast("int16x128", T.Broadcast(0, 128) + T.Cast("int32x128", A[3:131]) + T.Cast("int32x128", A[67:195]) + T.Select(T.Shuffle([T.bool(False), T.bool(True)], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]), T.Cast("int32x128", A[300:428]), T.Broadcast(0, 128)))) * T.Cast("int32x128", R[0:128]) + T.Broadcast(16384, 128) >> T.Broadcast(15, 128)), T.Broadcast(T.int16(127), 128)), T.Broadcast(T.int16(-128), 128)))
    # CHECK: ret 
