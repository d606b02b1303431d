# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Words between two limits, as bytes: packs that saturate, and minima and maxima of bytes where the limits are no byte's own. Run,
# too: each as the interpreter does it.
# RUN: %tirc --target=hexagon --emit=ll --after=lower --cse-level=none --lanes=0 %s | FileCheck %s
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --function=whole --save=%t/i && %tirc -O2 --run=hexagon %s --function=whole --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %s --function=unsigned --save=%t/i && %tirc -O2 --run=hexagon %s --function=unsigned --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %s --function=between --save=%t/i && %tirc -O2 --run=hexagon %s --function=between --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %s --function=added --save=%t/i && %tirc -O2 --run=hexagon %s --function=added --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc -O0 --run=interp %s --function=too_much --save=%t/i && %tirc -O2 --run=hexagon %s --function=too_much --save=%t/h && diff -r %t/i %t/h
from tvm.script import tirx as T


# CHECK-LABEL: define void @whole(
# CHECK-COUNT-2: @llvm.hexagon.V6.vpackwh.sat.128B(
# CHECK: @llvm.hexagon.V6.vpackhb.sat.128B(
# CHECK-NOT: icmp slt <128
# CHECK: ret void
@T.prim_func(s_tir=True)
def whole(X: T.Buffer((128,), "int32"), O: T.Buffer((128,), "int8")):
    T.func_attr({"global_symbol": "whole", "tirx.noalias": True})
    for i in range(128):
        X[i] = (i - 64) * T.shift_left(1, i % 25)
    O[0:128] = T.Cast("int8x128", T.max(T.min(X[T.Ramp(0, 1, 128)], T.Broadcast(127, 128)), T.Broadcast(-128, 128)))


# CHECK-LABEL: define void @unsigned(
# CHECK: @llvm.hexagon.V6.vpackhub.sat.128B(
# CHECK: ret void
@T.prim_func(s_tir=True)
def unsigned(X: T.Buffer((128,), "int32"), O: T.Buffer((128,), "uint8")):
    T.func_attr({"global_symbol": "unsigned", "tirx.noalias": True})
    for i in range(128):
        X[i] = (i - 64) * T.shift_left(1, i % 25)
    O[0:128] = T.Cast("uint8x128", T.min(T.max(X[T.Ramp(0, 1, 128)], T.Broadcast(0, 128)), T.Broadcast(255, 128)))


# CHECK-LABEL: define void @between(
# CHECK: @llvm.hexagon.V6.vpackhb.sat.128B(
# CHECK-COUNT-2: icmp slt <128 x i8>
# CHECK: ret void
@T.prim_func(s_tir=True)
def between(X: T.Buffer((128,), "int32"), O: T.Buffer((128,), "int8")):
    T.func_attr({"global_symbol": "between", "tirx.noalias": True})
    for i in range(128):
        X[i] = (i - 64) * T.shift_left(1, i % 25)
    O[0:128] = T.Cast("int8x128", T.max(T.min(X[T.Ramp(0, 1, 128)], T.Broadcast(108, 128)), T.Broadcast(-20, 128)))


# CHECK-LABEL: define void @added(
# CHECK: @llvm.hexagon.V6.vaddhsat.128B(
# CHECK: ret void
@T.prim_func(s_tir=True)
def added(X: T.Buffer((128,), "int32"), O: T.Buffer((128,), "int8")):
    T.func_attr({"global_symbol": "added", "tirx.noalias": True})
    for i in range(128):
        X[i] = (i - 64) * T.shift_left(1, i % 25) - 32000
    O[0:128] = T.Cast("int8x128", T.max(T.min(X[T.Ramp(0, 1, 128)] + T.Broadcast(32000, 128), T.Broadcast(127, 128)), T.Broadcast(-128, 128)))


# What is added leaves no room between the limits.
# CHECK-LABEL: define void @too_much(
# CHECK-NOT: @llvm.hexagon.V6.vaddhsat.128B(
# CHECK: ret void
@T.prim_func(s_tir=True)
def too_much(X: T.Buffer((128,), "int32"), O: T.Buffer((128,), "int8")):
    T.func_attr({"global_symbol": "too_much", "tirx.noalias": True})
    for i in range(128):
        X[i] = (i - 64) * T.shift_left(1, i % 25) + 32760
    O[0:128] = T.Cast("int8x128", T.max(T.min(X[T.Ramp(0, 1, 128)] - T.Broadcast(32760, 128), T.Broadcast(127, 128)), T.Broadcast(-128, 128)))
