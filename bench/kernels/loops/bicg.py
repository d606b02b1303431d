# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# bicg: s = A^T r and q = A p, the kernel of the biconjugate gradient method, a matrix of 124x116
# fill A -9 9
# fill p -9 9
# fill r -9 9
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def bicg(A: T.Buffer((124, 116), "int32"), s: T.Buffer((116,), "int32"), q: T.Buffer((124,), "int32"), p: T.Buffer((116,), "int32"), r: T.Buffer((124,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(116):
        s[i] = 0
    for i in range(124):
        q[i] = 0
        for j in range(116):
            s[j] = s[j] + r[i] * A[i, j]
            q[i] = q[i] + A[i, j] * p[j]
