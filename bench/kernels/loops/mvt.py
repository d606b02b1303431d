# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# mvt: x1 += A y1 and x2 += A^T y2, a matrix of 120x120
# fill x1 -9 9
# fill x2 -9 9
# fill y1 -9 9
# fill y2 -9 9
# fill A -9 9
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def mvt(x1: T.Buffer((120,), "int32"), x2: T.Buffer((120,), "int32"), y1: T.Buffer((120,), "int32"), y2: T.Buffer((120,), "int32"), A: T.Buffer((120, 120), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(120):
        for j in range(120):
            x1[i] = x1[i] + A[i, j] * y1[j]
    for i in range(120):
        for j in range(120):
            x2[i] = x2[i] + A[j, i] * y2[j]
