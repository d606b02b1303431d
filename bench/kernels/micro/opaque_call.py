# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# opaque_call: pure_call with a function that nobody calls pure.
# CSE: two calls: the function may write to what it likes.
# fill A -3 3
# set n 512
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def opaque_call(
    O: T.Buffer((512,), "float32"),
    Q: T.Buffer((512,), "float32"),
    A: T.Buffer((512,), "float32"),
    n: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        O[i] = T.call_extern("float32", "erff", A[i]) + T.float32(1)
        Q[i] = T.call_extern("float32", "erff", A[i]) * T.float32(3)
