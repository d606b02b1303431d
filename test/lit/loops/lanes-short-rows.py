# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: isl
# RUN: %tirc --target=hexagon -O2 --explain --emit=tir %s -o /dev/null 2>&1 | FileCheck %s
# Rows of a triangle have half as many elements in the mean as the buffer has: vectors of 16 would be used by the last row alone.
# Where the extent is one for all rows, it is taken for the longest.
from tvm.script import tirx as T


# CHECK: short-rows.py:[[@LINE+5]]:9: remark: loop 'j' is not vectorised: no number of lanes fits it: its iterations are too few
@T.prim_func(s_tir=True)
def triangle(O: T.Buffer((16, 16), "int32"), A: T.Buffer((16, 16), "int32"), B: T.Buffer((16, 16), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        for j in range(i + 1):
            O[0, j] = O[0, j] + A[i, j] * B[0, i]


# CHECK: short-rows.py:[[@LINE+5]]:9: remark: loop 'j': vectorised, with up to this many iterations at once: 16
@T.prim_func(s_tir=True)
def square(O: T.Buffer((16, 16), "int32"), A: T.Buffer((16, 16), "int32"), B: T.Buffer((16, 16), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        for j in range(n):
            O[0, j] = O[0, j] + A[i, j] * B[0, i]
