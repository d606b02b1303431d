# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# const_extender: a hash that adds one 32-bit constant four times.
# CSE: a constant is an operand, not a computation; it takes an immext word wherever it is used,
# unless it lies in a register.  c is for the form by hand.
# fill A 0 2000000000
# set n 2048
# set c 2654435769
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def const_extender(
    O: T.Buffer((2048,), "uint32"),
    A: T.Buffer((2048,), "uint32"),
    n: T.int32,
    c: T.uint32,
):
    T.func_attr({"tirx.noalias": True})
    for r in range(4):
        for i in range(n):
            x = T.bind(A[i] ^ A[i] >> T.uint32(16))
            y = T.bind(x + T.uint32(2654435769) ^ x + T.uint32(2654435769) >> T.uint32(13))
            z = T.bind(y + T.uint32(2654435769) ^ y + T.uint32(2654435769) << T.uint32(5))
            w = T.bind(z + T.uint32(2654435769) ^ z + T.uint32(2654435769) >> T.uint32(7))
            O[i] = O[i] + (w ^ T.uint32(2654435769))
