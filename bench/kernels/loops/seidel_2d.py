# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# seidel_2d: a nine-point mean in place (Gauss-Seidel), 12 steps of 40x40
# fill A 0 99999
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def seidel_2d(A: T.Buffer((40, 40), "int32")):
    T.func_attr({"tirx.noalias": True})
    for t in range(12):
        for i in range(1, 39):
            for j in range(1, 39):
                A[i, j] = T.truncdiv(A[i - 1, j - 1] + A[i - 1, j] + A[i - 1, j + 1] + A[i, j - 1] + A[i, j] + A[i, j + 1] + A[i + 1, j - 1] + A[i + 1, j] + A[i + 1, j + 1], 9)
