# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# pure_call_hand: pure_call with the call named.
# CSE: nothing is left to share.
# fill A -3 3
# set n 512
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def pure_call_hand(
    O: T.Buffer((512,), "float32"),
    Q: T.Buffer((512,), "float32"),
    A: T.Buffer((512,), "float32"),
    n: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        t = T.bind(T.call_pure_extern("float32", "erff", A[i]))
        O[i] = t + T.float32(1)
        Q[i] = t * T.float32(3)
