# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# wide_product_hand: wide_product with the product named.
# CSE: nothing is left to share.
# fill A 0 2000000000
# fill B 0 2000000000
# set n 8192
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def wide_product_hand(
    O: T.Buffer((16384,), "uint32"),
    A: T.Buffer((8192,), "uint32"),
    B: T.Buffer((8192,), "uint32"),
    n: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        p = T.bind(T.Cast("uint64", A[i]) * T.Cast("uint64", B[i]))
        O[2 * i] = T.Cast("uint32", p >> T.uint64(32))
        if A[i] & T.uint32(1) != T.uint32(0):
            O[2 * i + 1] = T.Cast("uint32", p) + T.uint32(1)
        else:
            O[2 * i + 1] = T.Cast("uint32", p >> T.uint64(7))
