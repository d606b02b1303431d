# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# divmod_const: a fused index split by a constant width, quotient and remainder.
# CSE: neutral: LLVM multiplies once for both.
# fill A -1000 1000
# set n 1568
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def divmod_const(O: T.Buffer((1568,), "int32"), A: T.Buffer((1568,), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for r in range(8):
        for i in range(n):
            O[i] = O[i] + A[i // 28] + i % 28 * r
