# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# jacobi_2d: a five-point mean, 12 double steps of 36x36
# fill A 0 99999
# fill B 0 99999
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def jacobi_2d(A: T.Buffer((36, 36), "int32"), B: T.Buffer((36, 36), "int32")):
    T.func_attr({"tirx.noalias": True})
    for t in range(12):
        for i in range(1, 35):
            for j in range(1, 35):
                B[i, j] = T.truncdiv(A[i, j] + A[i, j - 1] + A[i, j + 1] + A[i + 1, j] + A[i - 1, j], 5)
        for i in range(1, 35):
            for j in range(1, 35):
                A[i, j] = T.truncdiv(B[i, j] + B[i, j - 1] + B[i, j + 1] + B[i + 1, j] + B[i - 1, j], 5)
