# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# heat_3d: the heat equation in space, 8 double steps of 12x12x12
# The factor 0.125 is a division.
# fill A 0 99999
# fill B 0 99999
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def heat_3d(A: T.Buffer((12, 12, 12), "int32"), B: T.Buffer((12, 12, 12), "int32")):
    T.func_attr({"tirx.noalias": True})
    for t in range(8):
        for i in range(1, 11):
            for j in range(1, 11):
                for k in range(1, 11):
                    B[i, j, k] = T.truncdiv(A[i + 1, j, k] - 2 * A[i, j, k] + A[i - 1, j, k], 8) + T.truncdiv(A[i, j + 1, k] - 2 * A[i, j, k] + A[i, j - 1, k], 8) + T.truncdiv(A[i, j, k + 1] - 2 * A[i, j, k] + A[i, j, k - 1], 8) + A[i, j, k]
        for i in range(1, 11):
            for j in range(1, 11):
                for k in range(1, 11):
                    A[i, j, k] = T.truncdiv(B[i + 1, j, k] - 2 * B[i, j, k] + B[i - 1, j, k], 8) + T.truncdiv(B[i, j + 1, k] - 2 * B[i, j, k] + B[i, j - 1, k], 8) + T.truncdiv(B[i, j, k + 1] - 2 * B[i, j, k] + B[i, j, k - 1], 8) + B[i, j, k]
