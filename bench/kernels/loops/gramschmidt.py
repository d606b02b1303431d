# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# gramschmidt: A = Q R by the modified Gram-Schmidt method, Q orthogonal, 32x26
# Fixed point: Q in units of 1/256. The square root is found bit by bit: 15 bits, since all that roots are
# taken of is below 2**30. Columns of random numbers are independent, so no norm is zero.
# fill A -999 999
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def gramschmidt(A: T.Buffer((32, 26), "int32"), R: T.Buffer((26, 26), "int32"), Q: T.Buffer((32, 26), "int32")):
    T.func_attr({"tirx.noalias": True})
    for k in range(26):
        nrm: T.int32 = 0
        for i in range(32):
            nrm = nrm + A[i, k] * A[i, k]
        root: T.int32 = 0
        for bit in range(15):
            if (root + (1 << (14 - bit))) * (root + (1 << (14 - bit))) <= nrm:
                root = root + (1 << (14 - bit))
        R[k, k] = root
        for i in range(32):
            Q[i, k] = T.truncdiv(A[i, k] * 256, R[k, k])
        for j in range(k + 1, 26):
            R[k, j] = 0
            for i in range(32):
                R[k, j] = R[k, j] + Q[i, k] * A[i, j]
            R[k, j] = R[k, j] >> 8
            for i in range(32):
                A[i, j] = A[i, j] - (Q[i, k] * R[k, j] >> 8)
