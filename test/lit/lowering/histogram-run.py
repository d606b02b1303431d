# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where the place that a loop changes is read from memory, LLVM's software pipeliner knows no distance, and keeps the order: it may have the
# loop.  One place many times in a row, each second one, each third one, and all of them.
# RUN: rm -rf %t && mkdir -p %t/i %t/o
# RUN: %python -c "import numpy as n; a = n.arange(256); [n.save('%t/X%%d.npy' %% k, x.astype('int32')) for k, x in enumerate([a * 0, a %% 2, a %% 3, a * 37 %% 64])]; n.save('%t/A.npy', (a * 7 %% 19).astype('int32'))"
# RUN: %tirc --run=interp %s --function=counts X=@%t/X0.npy A=@%t/A.npy --save=%t/i
# RUN: %tirc --run=hexagon -O3 %s --function=counts X=@%t/X0.npy A=@%t/A.npy --save=%t/o
# RUN: diff -r %t/i %t/o
# RUN: %tirc --run=interp %s --function=scaled X=@%t/X0.npy A=@%t/A.npy --save=%t/i
# RUN: %tirc --run=hexagon -O3 %s --function=scaled X=@%t/X0.npy A=@%t/A.npy --save=%t/o
# RUN: diff -r %t/i %t/o
# RUN: %tirc --run=interp %s --function=counts X=@%t/X1.npy A=@%t/A.npy --save=%t/i
# RUN: %tirc --run=hexagon -O3 %s --function=counts X=@%t/X1.npy A=@%t/A.npy --save=%t/o
# RUN: diff -r %t/i %t/o
# RUN: %tirc --run=interp %s --function=scaled X=@%t/X1.npy A=@%t/A.npy --save=%t/i
# RUN: %tirc --run=hexagon -O3 %s --function=scaled X=@%t/X1.npy A=@%t/A.npy --save=%t/o
# RUN: diff -r %t/i %t/o
# RUN: %tirc --run=interp %s --function=counts X=@%t/X2.npy A=@%t/A.npy --save=%t/i
# RUN: %tirc --run=hexagon -O3 %s --function=counts X=@%t/X2.npy A=@%t/A.npy --save=%t/o
# RUN: diff -r %t/i %t/o
# RUN: %tirc --run=interp %s --function=scaled X=@%t/X2.npy A=@%t/A.npy --save=%t/i
# RUN: %tirc --run=hexagon -O3 %s --function=scaled X=@%t/X2.npy A=@%t/A.npy --save=%t/o
# RUN: diff -r %t/i %t/o
# RUN: %tirc --run=interp %s --function=counts X=@%t/X3.npy A=@%t/A.npy --save=%t/i
# RUN: %tirc --run=hexagon -O3 %s --function=counts X=@%t/X3.npy A=@%t/A.npy --save=%t/o
# RUN: diff -r %t/i %t/o
# RUN: %tirc --run=interp %s --function=scaled X=@%t/X3.npy A=@%t/A.npy --save=%t/i
# RUN: %tirc --run=hexagon -O3 %s --function=scaled X=@%t/X3.npy A=@%t/A.npy --save=%t/o
# RUN: diff -r %t/i %t/o
# RUN: %tirc --target=hexagon -O2 --passes=verify -emit-llvm -S %s -o - | FileCheck %s
from tvm.script import tirx as T


# CHECK-LABEL: define {{.*}}@counts(
# CHECK: br label %for, !llvm.loop ![[FREE:[0-9]+]]
@T.prim_func(s_tir=True)
def counts(O: T.Buffer((64,), "int32"), A: T.Buffer((256,), "int32"), X: T.Buffer((256,), "int32")):
    T.func_attr({"global_symbol": "counts", "tirx.noalias": True})
    for i in range(256):
        O[X[i]] = O[X[i]] + A[i]


# CHECK-LABEL: define {{.*}}@scaled(
@T.prim_func(s_tir=True)
def scaled(O: T.Buffer((64,), "int32"), A: T.Buffer((256,), "int32"), X: T.Buffer((256,), "int32")):
    T.func_attr({"global_symbol": "scaled", "tirx.noalias": True})
    for i in range(256):
        O[X[i]] = O[X[i]] * 3 + A[i]


# Distances that are known are in danger as before.
# CHECK-LABEL: define {{.*}}@behind(
# CHECK: br label %for, !llvm.loop ![[HELD:[0-9]+]]
@T.prim_func(s_tir=True)
def behind(O: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "behind", "tirx.noalias": True})
    for i in range(62):
        O[i + 2] = O[i] * 3


# CHECK: ![[FREE]] = distinct !{![[FREE]], ![[NO:[0-9]+]]}
# CHECK: ![[HELD]] = distinct !{![[HELD]], ![[NO]], ![[PIPE:[0-9]+]], {{.*}}}
# CHECK: ![[PIPE]] = !{!"llvm.loop.pipeline.disable", i1 true}
