# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# doitgen: A[r, q, :] = A[r, q, :] C4 in place, multiresolution analysis, 14x16 rows of 20
# fill A -9 9
# fill C4 -9 9
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def doitgen(A: T.Buffer((14, 16, 20), "int32"), C4: T.Buffer((20, 20), "int32"), sum: T.Buffer((20,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for r in range(14):
        for q in range(16):
            for p in range(20):
                sum[p] = 0
                for s in range(20):
                    sum[p] = sum[p] + A[r, q, s] * C4[s, p]
            for p in range(20):
                A[r, q, p] = sum[p]
