# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: rm -rf %t && mkdir -p %t
# RUN: %tirc -O0 --run=interp --function=dot %s --save=%t/a
# RUN: %tirc -O2 --run=hexagon --function=dot %s A=@%t/a/A.npy B=@%t/a/B.npy --save=%t/b && diff -r %t/a %t/b
# RUN: %tirc --emit=tir -O2 --target=hexagon --function=dot %s | FileCheck %s
# Sums of so many terms that their innermost loop stays a loop, each iteration of which adds several words of terms.
from tvm.script import tirx as T


# CHECK: for lane in range(2):
# CHECK: for k in range(175):
# CHECK-NEXT: {{.*}}packed[T.Ramp(lane * 128 + k * 256, 1, 128)]
@T.prim_func(s_tir=True)
def dot(A: T.Buffer((3, 700), "int8"), B: T.Buffer((33, 700), "int8"), C: T.Buffer((3, 33), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i, j in T.grid(3, 33):
        C[i, j] = 0
        for k in range(700):
            C[i, j] = C[i, j] + T.Cast("int32", A[i, k]) * T.Cast("int32", B[j, k])
