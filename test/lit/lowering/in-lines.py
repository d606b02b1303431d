# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --target=hexagon --emit=ll --after=lower --cse-level=none %s | FileCheck %s
# RUN: %tirc --target=hexagon -O0 --emit=ll --after=lower %s | FileCheck --check-prefix=ONE %s
# RUN: %tirc --target=hexagon -Os --emit=ll --after=lower %s | FileCheck --check-prefix=ONE %s
# RUN: %tirc --target=hexagon -mattr=-hvx --emit=ll --after=lower %s | FileCheck --check-prefix=ONE %s
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --function=one --save=%t/interp && %tirc -O3 --try-versions=0 --run=hexagon %s --function=one --save=%t/o3
# RUN: diff -r %t/interp %t/o3
# Parameters begin with half a line of HVX, as TVM promises. Most begin with a whole one: a version of the function for those
# accesses whole lines.
# ONE: define {{.*}}@one(
# ONE-NOT: .lines
from tvm.script import tirx as T


# A name for a part of the index, and a loop that goes on by more than one, leave it a multiple of a line.
# CHECK-LABEL: define void @one(
# CHECK-SAME: align 64 {{.*}}%A, {{.*}}align 64 {{.*}}%O)
# CHECK: [[A:%.*]] = ptrtoint ptr %A to i32
# CHECK: [[O:%.*]] = ptrtoint ptr %O to i32
# CHECK: [[ALL:%.*]] = or i32 [[A]], [[O]]
# CHECK: [[PART:%.*]] = and i32 [[ALL]], 127
# CHECK: [[IN:%.*]] = icmp eq i32 [[PART]], 0
# CHECK: br i1 [[IN]], label %lines, label %plain
# CHECK: lines:
# CHECK-NEXT: call void @one.lines(ptr %A, ptr %O)
# CHECK-NEXT: ret void
# CHECK: plain:
# CHECK: load <64 x i16>, ptr {{.*}}, align 64
# CHECK-LABEL: define internal void @one.lines(
# CHECK-SAME: align 128 {{.*}}%A, {{.*}}align 128 {{.*}}%O)
# CHECK: load <64 x i16>, ptr {{.*}}, align 128
# CHECK: store <64 x i16> {{.*}}, ptr {{.*}}, align 128
@T.prim_func(s_tir=True)
def one(A: T.Buffer((1024,), "int16"), O: T.Buffer((1024,), "int16")):
    T.func_attr({"global_symbol": "one", "tirx.noalias": True})
    for i in range(0, 16, 2):
        at: T.let[T.int32] = i * 32
        O[T.Ramp(at, 1, 64)] = A[T.Ramp(at + 64, 1, 64)] + T.Broadcast(T.int16(3), 64)


# Vectors that do not begin with a line, parts of one, and parameters that begin with one anyway.
# CHECK-NOT: @none.lines
# CHECK-LABEL: define void @none(
@T.prim_func(s_tir=True)
def none(A: T.Buffer((1024,), "int16"), B: T.Buffer((1024,), "int16", align=128), O: T.Buffer((1024,), "int16", align=128)):
    T.func_attr({"global_symbol": "none", "tirx.noalias": True})
    for i in range(8):
        O[T.Ramp(i * 64, 1, 64)] = A[T.Ramp(i * 64 + 1, 1, 64)] + B[T.Ramp(i * 64, 1, 64)]
        O[T.Ramp(i * 32 + 512, 1, 32)] = A[T.Ramp(i * 32, 1, 32)]
