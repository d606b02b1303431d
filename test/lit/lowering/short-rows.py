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


# CHECK: ![[NO:[0-9]+]] = !{!"llvm.loop.vectorize.enable", i1 false}
# CHECK: ![[OFF]] = distinct !{![[OFF]], ![[NO]]
