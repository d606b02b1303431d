# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ludcmp: x with A x = b by A = L U, forward and backward substitution, 40x40
# Fixed point: L and x in units of 1/256, U, b and y of 1. The first loop makes the diagonal outweigh its
# row: no divisor is zero, and nothing grows.
# fill A -99 99
# fill b -9999 9999
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def ludcmp(A: T.Buffer((40, 40), "int32"), b: T.Buffer((40,), "int32"), x: T.Buffer((40,), "int32"), y: T.Buffer((40,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(40):
        A[i, i] = A[i, i] + 4000
    for i in range(40):
        for j in range(i):
            w: T.int32 = A[i, j] * 256
            for k in range(j):
                w = w - A[i, k] * A[k, j]
            A[i, j] = T.truncdiv(w, A[j, j])
        for j in range(i, 40):
            w: T.int32 = A[i, j] * 256
            for k in range(i):
                w = w - A[i, k] * A[k, j]
            A[i, j] = w >> 8
    for i in range(40):
        w: T.int32 = b[i] * 256
        for j in range(i):
            w = w - A[i, j] * y[j]
        y[i] = w >> 8
    for i in range(40):
        w: T.int32 = y[39 - i] * 256
        for j in range(40 - i, 40):
            w = w - A[39 - i, j] * x[j]
        x[39 - i] = T.truncdiv(w, A[39 - i, 39 - i])
