# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A loop that never runs does nothing, whatever is shared in it; one that goes from a number to another one stays below that.
# RUN: %tirc --target=hexagon --emit=tir %s -o %t 2>&1 | count 0
# RUN: FileCheck %s < %t
from tvm.script import tirx as T


# CHECK-LABEL: def empty(
# CHECK: cse_v{{.*}} = T.bind(
@T.prim_func
def empty(V: T.Buffer(8)):
    for i1 in range(1):
        for i11 in range(1, i1 + 1):
            for i12 in range(2):
                V[i12 * 2] = 0
                V[i11 + 1] = V[i11]


# CHECK-LABEL: def below(
# CHECK: cse_v{{.*}} = T.bind(
@T.prim_func
def below(F: T.Buffer((1, 1)), n: T.int32):
    for i1 in range(1, n):
        for i2 in range(1 - i1):
            for i3 in range(i1):
                F[0, 0] = F[0, i2 + 1]
                F[0, i3 * 2] = 0


# i16 is 0 where the loop runs at all.
# CHECK-LABEL: def ends(
# CHECK: cse_v{{.*}} = T.bind(
@T.prim_func
def ends(A: T.Buffer(17), n: T.int32, m: T.int32):
    for i1 in range(m):
        for i13 in range(2, n):
            for i16 in range(i1, 1):
                A[i13 * 4 + i16 - 8] = A[1]


# None of its loops' quotients is above 0.
# CHECK-LABEL: def quotient(
# CHECK: cse_v{{.*}} = T.bind(
@T.prim_func
def quotient(F: T.Buffer((1, 1)), n: T.int32):
    for i1 in range(1):
        for i19 in range(2):
            for i20 in range(i1):
                for i21 in range(n):
                    F[0, i20 + i19 * 2] = F[0, 0]
            T.evaluate(0)
