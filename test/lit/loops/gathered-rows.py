# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An element that is the same in all lanes may stand in an index: rows of a table, as an embedding looks them up.
# RUN: %tirc --emit=tir --target=hexagon -O2 --legalize=all -Werror %s | FileCheck %s
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc --run=interp -O0 --function=rows %s T0=random:1 R=random:3 P=random:2 --save=%t/i && %tirc --run=hexagon -O3 --function=rows %s T0=random:1 R=random:3 P=random:2 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc --run=interp -O0 --function=short %s T0=random:1 R=random:3 P=random:2 --save=%t/i && %tirc --run=hexagon -O3 --function=short %s T0=random:1 R=random:3 P=random:2 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc --run=interp -O0 --function=ragged %s T0=random:1 R=random:3 P=random:2 --save=%t/i && %tirc --run=hexagon -O3 --function=ragged %s T0=random:1 R=random:3 P=random:2 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc --run=interp -O0 --function=stored %s R=random:3 P=random:2 --save=%t/i && %tirc --run=hexagon -O3 --function=stored %s R=random:3 P=random:2 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc --run=interp -O0 --function=scaled %s T0=random:1 R=random:3 --save=%t/i && %tirc --run=hexagon -O3 --function=scaled %s T0=random:1 R=random:3 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc --run=interp -O0 --function=changed %s T0=random:1 R=zeros --save=%t/i && %tirc --run=hexagon -O3 --function=changed %s T0=random:1 R=zeros --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc --run=interp -O0 --function=lanes %s T0=random:1 R=random:3 --save=%t/i && %tirc --run=hexagon -O3 --function=lanes %s T0=random:1 R=random:3 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc --run=interp -O0 --function=back %s T0=random:1 R=random:3 --save=%t/i && %tirc --run=hexagon -O3 --function=back %s T0=random:1 R=random:3 --save=%t/h && diff -r %t/i %t/h
# RUN: %tirc --run=interp -O0 --function=shared %s T0=random:1 O=random:5 --save=%t/i && %tirc --run=hexagon -O3 --function=shared %s T0=random:1 O=random:5 --save=%t/h && diff -r %t/i %t/h
from tvm.script import tirx as T


# CHECK-LABEL: def rows
# CHECK: T0_1[T.Ramp(T.Cast("int32", R_1[t]) * 128 + c, 1, 128)]
@T.prim_func(s_tir=True)
def rows(T0: T.Buffer((256, 128), "int8"), R: T.Buffer((70,), "uint8"), P: T.Buffer((70, 128), "int8"), O: T.Buffer((70, 128), "int8")):
    T.func_attr({"global_symbol": "rows", "tirx.noalias": True})
    for t, c in T.grid(70, 128):
        O[t, c] = T.Cast("int8", T.max(T.min(T.Cast("int32", T0[T.Cast("int32", R[t]), c]) + T.Cast("int32", P[t, c]), 127), -128))


# CHECK-LABEL: def short
# CHECK: T0_1[T.Cast("int32", R_1[t]) * 48 + c]
@T.prim_func(s_tir=True)
def short(T0: T.Buffer((256, 48), "int8"), R: T.Buffer((70,), "uint8"), P: T.Buffer((70, 48), "int8"), O: T.Buffer((70, 48), "int8")):
    T.func_attr({"global_symbol": "short", "tirx.noalias": True})
    for t, c in T.grid(70, 48):
        O[t, c] = T.Cast("int8", T.max(T.min(T.Cast("int32", T0[T.Cast("int32", R[t]), c]) + T.Cast("int32", P[t, c]), 127), -128))


# CHECK-LABEL: def ragged
# CHECK: T0_1[T.Ramp(T.Cast("int32", R_1[t]) * 100 + c, 1, 100)]
@T.prim_func(s_tir=True)
def ragged(T0: T.Buffer((256, 100), "int8"), R: T.Buffer((70,), "uint8"), P: T.Buffer((70, 100), "int8"), O: T.Buffer((70, 100), "int8")):
    T.func_attr({"global_symbol": "ragged", "tirx.noalias": True})
    for t, c in T.grid(70, 100):
        O[t, c] = T.Cast("int8", T.max(T.min(T.Cast("int32", T0[T.Cast("int32", R[t]), c]) + T.Cast("int32", P[t, c]), 127), -128))


# CHECK-LABEL: def stored
# CHECK: O_1[T.Cast("int32", R_1[t]) * 128 + c:T.Cast("int32", R_1[t]) * 128 + c + 128] =
@T.prim_func(s_tir=True)
def stored(R: T.Buffer((70,), "uint8"), P: T.Buffer((70, 128), "int8"), O: T.Buffer((256, 128), "int8")):
    T.func_attr({"global_symbol": "stored", "tirx.noalias": True})
    for t, c in T.grid(70, 128):
        O[T.Cast("int32", R[t]), c] = P[t, c] - T.int8(3)


# CHECK-LABEL: def scaled
# CHECK: T0[T.Ramp({{.*}}R_1[t]) * 128 - T.Cast("int32", R_1[t + 1]) * 64 + c + 16320, 1, 64)]
@T.prim_func(s_tir=True)
def scaled(T0: T.Buffer((49216,), "int16"), R: T.Buffer((71,), "uint8"), O: T.Buffer((70, 64), "int16")):
    T.func_attr({"global_symbol": "scaled", "tirx.noalias": True})
    for t, c in T.grid(70, 64):
        O[t, c] = T0[(T.Cast("int32", R[t]) * 2 - T.Cast("int32", R[t + 1]) + 255) * 64 + c] // T.int16(2)


# An iteration changes the element.
# CHECK-LABEL: def changed
# CHECK-NOT: T0_1[T.Ramp(
@T.prim_func(s_tir=True)
def changed(T0: T.Buffer((256, 128), "int8"), R: T.Buffer((70,), "int32"), O: T.Buffer((70, 128), "int8")):
    T.func_attr({"global_symbol": "changed", "tirx.noalias": True})
    for t, c in T.grid(70, 128):
        O[t, c] = T0[R[t], c] + T.int8(1)
        R[t] = (c + t) % 5


# What is stored may be the element.
# CHECK-LABEL: def shared
# CHECK-NOT: T0_1[T.Ramp(
@T.prim_func(s_tir=True)
def shared(T0: T.Buffer((256, 128), "uint8"), O: T.Buffer((70, 128), "uint8")):
    T.func_attr({"global_symbol": "shared", "tirx.noalias": True})
    for t, c in T.grid(70, 128):
        O[t, c] = T0[T.Cast("int32", O[t, 64]), c] + T.uint8(1)


# It is another one in each lane.
# CHECK-LABEL: def lanes
# CHECK-NOT: T0_1[T.Ramp(
@T.prim_func(s_tir=True)
def lanes(T0: T.Buffer((256, 128), "int8"), R: T.Buffer((128,), "uint8"), O: T.Buffer((70, 128), "int8")):
    T.func_attr({"global_symbol": "lanes", "tirx.noalias": True})
    for t, c in T.grid(70, 128):
        O[t, c] = T0[T.Cast("int32", R[c]), c] + T.Cast("int8", t)


# Lanes are neighbours in the other direction.
# CHECK-LABEL: def back
# CHECK-NOT: T0[T.Ramp({{.*}}, 1,
@T.prim_func(s_tir=True)
def back(T0: T.Buffer((512,), "int8"), R: T.Buffer((70,), "uint8"), O: T.Buffer((70, 128), "int8")):
    T.func_attr({"global_symbol": "back", "tirx.noalias": True})
    for t, c in T.grid(70, 128):
        O[t, c] = T0[T.Cast("int32", R[t]) + 128 - c] + T.int8(1)
