# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --lanes=all --cover=all %s -o /dev/null
# Rows of an operand that are no whole words, and longer than the lines after which a copy of them would repeat: no such copy is looked for
# without an end.
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def windows(A: T.Buffer((3009,), "uint8"), B: T.Buffer((3000, 33), "uint8"), O: T.Buffer((33, 10), "int8"), C: T.Buffer((33,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for m, y in T.grid(33, 10):
        S = T.decl_buffer((1,), "int32")
        S[0] = 0
        for k in range(3000):
            S[0] = S[0] + (T.Cast("int32", A[y + k]) - 4) * (T.Cast("int32", B[k, m]) + 9)
        O[m, y] = T.Cast("int8", T.max(T.min(T.shift_right(S[0] + C[m], 6), 127), -128))
