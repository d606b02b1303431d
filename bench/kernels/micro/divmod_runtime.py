# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# divmod_runtime: a fused index split by a runtime width, quotient and remainder.
# CSE: one division does for both: LLVM merges / and % by itself; here the quotient and the
# remainder stand on either side of a loop's entry.
# fill A -1000 1000
# set n 1568
# set w 28
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def divmod_runtime(
    O: T.Buffer((1568,), "int32"),
    A: T.Buffer((1568,), "int32"),
    n: T.int32,
    w: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        O[i] = A[T.truncdiv(i, w)] + T.truncmod(i, w) * 2
