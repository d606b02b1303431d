# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# nussinov: the most pairs of an RNA sequence of 60 bases that may fold, Nussinov's dynamic program
# Bases 0 and 3, and 1 and 2, pair.
# fill seq 0 3
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def nussinov(seq: T.Buffer((60,), "int8"), table: T.Buffer((60, 60), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(60):
        for j in range(60 - i, 60):
            if j - 1 >= 0:
                table[59 - i, j] = T.max(table[59 - i, j], table[59 - i, j - 1])
            if 59 - i + 1 < 60:
                table[59 - i, j] = T.max(table[59 - i, j], table[59 - i + 1, j])
            if j - 1 >= 0 and 59 - i + 1 < 60:
                if 59 - i < j - 1:
                    table[59 - i, j] = T.max(table[59 - i, j], table[59 - i + 1, j - 1] + T.Select(T.Cast("int32", seq[59 - i]) + T.Cast("int32", seq[j]) == 3, 1, 0))
                else:
                    table[59 - i, j] = T.max(table[59 - i, j], table[59 - i + 1, j - 1])
            for k in range(60 - i, j):
                table[59 - i, j] = T.max(table[59 - i, j], table[59 - i, k] + table[k + 1, j])
