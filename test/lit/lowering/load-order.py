# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What keeps the loads and stores of vectors in their order in LLVM's hexagon-vc: a freeze behind a load that is used
# behind a store of what it loads, and a call of llvm.sideeffect between a store and a load that would cross.  What
# they are for is run in test/wrong/.
# RUN: %tirc -O2 --target=hexagon --emit=ll %s | FileCheck %s
from tvm.script import tirx as T


# CHECK-LABEL: define void @late
# CHECK: [[LATE:%[0-9]+]] = load <64 x i8>, ptr %A
# CHECK-NEXT: freeze <64 x i8> [[LATE]]
# CHECK: store <64 x i8> {{.*}}, ptr %A
@T.prim_func(s_tir=True)
def late(A: T.Buffer((512,), "uint8"), P: T.Buffer((512,), "uint8"), O: T.Buffer((512,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    v = T.bind(A[T.Ramp(0, 1, 64)])
    A[T.Ramp(0, 1, 64)] = P[T.Ramp(0, 1, 64)]
    O[T.Ramp(0, 1, 64)] = v + P[T.Ramp(64, 1, 64)]


# What is stored lies elsewhere, or is stored behind the use.
# CHECK-LABEL: define void @early
# CHECK-NOT: freeze
# CHECK: ret void
@T.prim_func(s_tir=True)
def early(A: T.Buffer((512,), "uint8"), P: T.Buffer((512,), "uint8"), O: T.Buffer((512,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    v = T.bind(A[T.Ramp(0, 1, 64)])
    A[T.Ramp(64, 1, 64)] = P[T.Ramp(0, 1, 64)]
    O[T.Ramp(0, 1, 64)] = v + P[T.Ramp(64, 1, 64)]
    A[T.Ramp(0, 1, 64)] = P[T.Ramp(128, 1, 64)]


# A store that uses what was loaded moves down.
# CHECK-LABEL: define void @stored
# CHECK: freeze <64 x i8>
# CHECK: store <64 x i8> {{.*}}, ptr %O
# CHECK: store <64 x i8> {{.*}}, ptr %A
@T.prim_func(s_tir=True)
def stored(A: T.Buffer((512,), "uint8"), P: T.Buffer((512,), "uint8"), O: T.Buffer((512,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    O[T.Ramp(0, 1, 64)] = A[T.Ramp(0, 1, 64)]
    A[T.Ramp(0, 1, 64)] = P[T.Ramp(0, 1, 64)]


# CHECK-LABEL: define void @crossing
# CHECK: store <64 x i8>
# CHECK: load <64 x i8>
# CHECK: store <64 x i8>
# CHECK: call void @llvm.sideeffect()
# CHECK-NEXT: load <64 x i8>
# CHECK: ret void
@T.prim_func(s_tir=True)
def crossing(A: T.Buffer((512,), "uint8"), P: T.Buffer((512,), "uint8"), O: T.Buffer((512,), "uint8"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    A[T.Ramp(n, 1, 64)] = P[T.Ramp(0, 1, 64)]
    O[T.Ramp(0, 1, 64)] = A[T.Ramp(n + 100, 1, 64)] + P[T.Ramp(3, 1, 64)]
    A[T.Ramp(n + 300, 1, 64)] = P[T.Ramp(64, 1, 64)]
    O[T.Ramp(64, 1, 64)] = A[T.Ramp(n + 10, 1, 64)] + P[T.Ramp(3, 1, 64)]


# No load of A between the stores: none moves up over the second one.
# CHECK-LABEL: define void @apart
# CHECK-NOT: llvm.sideeffect
# CHECK: ret void
@T.prim_func(s_tir=True)
def apart(A: T.Buffer((512,), "uint8"), P: T.Buffer((512,), "uint8"), O: T.Buffer((512,), "uint8"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    A[T.Ramp(n, 1, 64)] = P[T.Ramp(0, 1, 64)]
    A[T.Ramp(n + 300, 1, 64)] = P[T.Ramp(64, 1, 64)]
    O[T.Ramp(64, 1, 64)] = A[T.Ramp(n + 10, 1, 64)] + P[T.Ramp(3, 1, 64)]
