# A loop over a dimension of a parameter runs as often as that says, which is never negative: its proof knows that, as its new
# bounds do.
# REQUIRES: isl
# RUN: %tirc --target=hexagon -Werror --unroll-and-jam=all --emit=tir %s | FileCheck %s
# CHECK: for i in range(0, m // 4 * 4, 4):
# CHECK: B[i + 3, j] = A[i + 3, j]
# CHECK: for i in range(m // 4 * 4, m // 4 * 4 + (m - m // 4 * 4)):
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def f(a: T.handle, b: T.handle):
    m = T.int32()
    A = T.match_buffer(a, (m, 16), "float32")
    B = T.match_buffer(b, (m, 16), "float32")
    T.func_attr({"tirx.noalias": True})
    for i, j in T.grid(m, 16):
        B[i, j] = A[i, j]
