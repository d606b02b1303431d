# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# jacobi_1d: a three-point mean, 40 double steps of 400 values
# fill A 0 99999
# fill B 0 99999
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def jacobi_1d(A: T.Buffer((400,), "int32"), B: T.Buffer((400,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for t in range(40):
        for i in range(1, 399):
            B[i] = T.truncdiv(A[i - 1] + A[i] + A[i + 1], 3)
        for i in range(1, 399):
            A[i] = T.truncdiv(B[i - 1] + B[i] + B[i + 1], 3)
