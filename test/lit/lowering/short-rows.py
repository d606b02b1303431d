# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A row of 16 to 31 elements, such as what is left over behind our vectors, is LLVM's to make vectors of; a sum of so many is not, and shorter
# rows are not either.
# RUN: %tirc --target=hexagon -O2 --passes=verify -emit-llvm -S %s -o - | FileCheck %s
from tvm.script import tirx as T


# CHECK-LABEL: define {{.*}}@row(
# CHECK: br label %for, !llvm.loop
# CHECK-NOT: !llvm.loop
@T.prim_func
def row(O: T.Buffer((3, 24), "int8"), A: T.Buffer((3, 24), "int8"), B: T.Buffer((24,), "int8")):
    T.func_attr({"tirx.noalias": True})
    for i, j in T.grid(3, 24):
        O[i, j] = T.Cast("int8", T.Cast("int32", A[i, j]) * T.Cast("int32", B[j]) >> 7)


# CHECK-LABEL: define {{.*}}@total(
# CHECK: br label %for, !llvm.loop
# CHECK: br label %for2, !llvm.loop ![[OFF:[0-9]+]]
@T.prim_func
def total(O: T.Buffer((1,), "int32"), A: T.Buffer((64, 24), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(64):
        for j in range(24):
            O[0] = O[0] + A[i, j] * A[i, j]


# What is left over of a loop whose extent a caller gives fills at most 32 lanes; LLVM would take more.
# CHECK-LABEL: define {{.*}}@rest(
# CHECK: br label %for, !llvm.loop ![[WIDTH:[0-9]+]]
@T.prim_func
def rest(O: T.Buffer((300,), "int32"), A: T.Buffer((300,), "int16"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(T.min(n, 63)):
        O[i] = O[i] + T.Cast("int32", A[i])


# Rows that are longer each time have no such hint.
# CHECK-LABEL: define {{.*}}@rows_of_triangle(
# CHECK: ret void
@T.prim_func
def rows_of_triangle(O: T.Buffer((120, 120), "int32"), A: T.Buffer((120, 120), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(120):
        for j in range(i + 1, 120):
            O[i, j] = O[i, j] + A[i, j]


# CHECK: ![[NO:[0-9]+]] = !{!"llvm.loop.vectorize.enable", i1 false}
# CHECK: ![[OFF]] = distinct !{![[OFF]], ![[NO]]
# CHECK: ![[WIDTH]] = distinct !{![[WIDTH]], ![[LANES:[0-9]+]]{{[,}]}}
# CHECK: ![[LANES]] = !{!"llvm.loop.vectorize.width", i32 32}
# CHECK-NOT: llvm.loop.vectorize.width
