# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --target=hexagon --cover=all --emit=schedule %s -o - | FileCheck %s
# Loops that go along memory together are one where registers are full then: rows of 127 are none, 63 of them behind each other are.
from tvm.script import tirx as T


# CHECK: rows.O:{{[0-9]+}} = cover(flat=1, rows=128, lanes=128)
@T.prim_func(s_tir=True)
def rows(A: T.Buffer((63, 127), "int8"), O: T.Buffer((63, 127), "int8")):
    T.func_attr({"global_symbol": "rows", "tirx.noalias": True})
    for i, j in T.grid(63, 127):
        O[i, j] = T.max(A[i, j], T.int8(3))


# What is loaded does not go on with the rows.
# CHECK: apart.O:{{[0-9]+}} = cover(flat=2
@T.prim_func(s_tir=True)
def apart(A: T.Buffer((63, 128), "int8"), O: T.Buffer((63, 127), "int8")):
    T.func_attr({"global_symbol": "apart", "tirx.noalias": True})
    for i, j in T.grid(63, 127):
        O[i, j] = T.max(A[i, j], T.int8(3))


# A condition names a loop.
# CHECK: first.O:{{[0-9]+}} = cover(flat=2
@T.prim_func(s_tir=True)
def first(A: T.Buffer((63, 127), "int8"), O: T.Buffer((63, 127), "int8")):
    T.func_attr({"global_symbol": "first", "tirx.noalias": True})
    for i, j in T.grid(63, 127):
        O[i, j] = T.max(A[i, j], T.if_then_else(j < 3, T.int8(9), T.int8(3)))


# Twenty bytes fill registers with the rows as they are.
# CHECK: fills.O:{{[0-9]+}} = cover(flat=2, rows=32, lanes=128)
@T.prim_func(s_tir=True)
def fills(A: T.Buffer((400, 20), "int8"), O: T.Buffer((400, 20), "int8")):
    T.func_attr({"global_symbol": "fills", "tirx.noalias": True})
    for i, j in T.grid(400, 20):
        O[i, j] = T.max(A[i, j], T.int8(3))


# Both nests load the same; done in one loop, they have the same steps.
# CHECK: beside.O:{{[0-9]+}} = cover(flat=2
# CHECK: beside.Q:{{[0-9]+}} = with(buffer=O)
@T.prim_func(s_tir=True)
def beside(A: T.Buffer((63, 127), "int8"), B: T.Buffer((127,), "int8"), O: T.Buffer((63, 127), "int8"), Q: T.Buffer((63, 127), "int8")):
    T.func_attr({"global_symbol": "beside", "tirx.noalias": True})
    for i, j in T.grid(63, 127):
        O[i, j] = T.max(A[i, j], T.int8(3))
    for i, j in T.grid(63, 127):
        Q[i, j] = T.max(A[i, j], B[j])
