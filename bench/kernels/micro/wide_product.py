# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# wide_product: a 64-bit product used before an if and in both its arms.
# CSE: neutral: LLVM shares it; the pair of registers is there.
# fill A 0 2000000000
# fill B 0 2000000000
# set n 8192
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def wide_product(
    O: T.Buffer((16384,), "uint32"),
    A: T.Buffer((8192,), "uint32"),
    B: T.Buffer((8192,), "uint32"),
    n: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        O[2 * i] = T.Cast("uint32", (T.Cast("uint64", A[i]) * T.Cast("uint64", B[i])) >> T.uint64(32))
        if A[i] & T.uint32(1) != T.uint32(0):
            O[2 * i + 1] = T.Cast("uint32", (T.Cast("uint64", A[i]) * T.Cast("uint64", B[i]))) + T.uint32(1)
        else:
            O[2 * i + 1] = T.Cast("uint32", (T.Cast("uint64", A[i]) * T.Cast("uint64", B[i])) >> T.uint64(7))
