# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Iterations of long chains on floats are begun half a chain apart by LLVM's software pipeliner, also where a register is read and written
# in place, between two lines of memory; a loop that loads what it has stored is not pipelined.  A row that is divided has two loops, of which the
# first one is for normal numbers and short.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --lanes=0 --run=hexagon %s A=random:3 D=random:5 E=random:6 --save=%t/calls
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s A=random:3 D=random:5 E=random:6 --save=%t/v67 && diff -r %t/calls %t/v67
# RUN: %tirc -O3 -mcpu=hexagonv73 -mhvx-ieee-fp --run=hexagon %s A=random:3 D=random:5 E=random:6 --save=%t/v73 && diff -r %t/calls %t/v73
# RUN: %tirc --target=hexagon -O3 --try-versions=0 --emit=ll %s -o - | FileCheck %s
# CHECK-LABEL: define void @main(
# CHECK: !llvm.loop [[EXP:![0-9]+]]
# CHECK: !llvm.loop [[NORMAL:![0-9]+]]
# CHECK: !llvm.loop [[INPLACE:![0-9]+]]
# CHECK: !llvm.loop [[CARRIED:![0-9]+]]
# CHECK-DAG: [[FAR:![0-9]+]] = !{!"llvm.loop.pipeline.initiationinterval", i32 {{2[0-9]}}}
# CHECK-DAG: [[NEAR:![0-9]+]] = !{!"llvm.loop.pipeline.initiationinterval", i32 {{1[0-9]}}}
# CHECK-DAG: [[OFF:![0-9]+]] = !{!"llvm.loop.pipeline.disable", i1 true}
# CHECK-DAG: [[EXP]] = distinct !{[[EXP]], {{.*}}, [[FAR]]}
# CHECK-DAG: [[INPLACE]] = distinct !{[[INPLACE]], {{![0-9]+, ![0-9]+}}, [[NEAR]]}
# CHECK-DAG: [[CARRIED]] = distinct !{[[CARRIED]], {{.*}}, [[OFF]], {{![0-9]+}}}
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32"), D: T.Buffer((1056,), "float32"), E: T.Buffer((512,), "float32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(1024):
        C[i] = T.exp(A[i])
    for i in range(512):
        E[i] = E[i] / A[7]
    for i in range(1024):
        D[i + 32] = D[i] / A[7]
