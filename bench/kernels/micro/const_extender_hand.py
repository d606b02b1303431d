# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# const_extender_hand: const_extender with the constant as a parameter: what a register for it would
# bring.
# CSE: nothing is left to share.
# fill A 0 2000000000
# set n 2048
# set c 2654435769
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def const_extender_hand(
    O: T.Buffer((2048,), "uint32"),
    A: T.Buffer((2048,), "uint32"),
    n: T.int32,
    c: T.uint32,
):
    T.func_attr({"tirx.noalias": True})
    for r in range(4):
        for i in range(n):
            x = T.bind(A[i] ^ A[i] >> T.uint32(16))
            y = T.bind(x + c ^ x + c >> T.uint32(13))
            z = T.bind(y + c ^ y + c << T.uint32(5))
            w = T.bind(z + c ^ z + c >> T.uint32(7))
            O[i] = O[i] + (w ^ c)
