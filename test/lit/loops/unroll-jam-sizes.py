# A loop over a dimension of a parameter runs as often as that says, which is never negative: its proof knows that, as its new
# bounds do.  Of a product of dimensions the proof knows nothing, so that it is no fault of the change that it is not proved.
# REQUIRES: isl
# RUN: %tirc --target=hexagon -Werror --unroll-and-jam=all --lanes=0 --emit=tir %s | FileCheck %s
# CHECK-LABEL: {{^}}def f
# CHECK: {{^ *}}for i in range(0, m // 4 * 4, 4):
# CHECK: {{^ *}}B[i + 3, j] = A[i + 3, j]
# CHECK: {{^ *}}for i in range(m // 4 * 4, m // 4 * 4 + (m - m // 4 * 4)):
# CHECK-LABEL: {{^}}def g
# CHECK: {{^ *}}for i, j in T.grid((n * n + 1) // 2, 64):
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def f(a: T.handle, b: T.handle):
    m = T.int32()
    A = T.match_buffer(a, (m, 16), "float32")
    B = T.match_buffer(b, (m, 16), "float32")
    T.func_attr({"tirx.noalias": True})
    for i, j in T.grid(m, 16):
        B[i, j] = A[i, j]


@T.prim_func(s_tir=True)
def g(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n, n, 4), "float32")
    B = T.match_buffer(b, (n, n, 4), "float32")
    T.func_attr({"tirx.noalias": True})
    for i, j in T.grid((n * n + 1) // 2, 64):
        B[0, 0, i * 64 + j] = A[0, 0, i * 64 + j]
