# RUN: %tirc -O2 --emit=tir %s | FileCheck %s
# A loop of unsigned or narrow numbers runs from min to min + extent, which may wrap: nothing says that it
# runs, so nothing that may trap leaves it.
from tvm.script import tirx as T

# CHECK-LABEL: def wraps(
# CHECK-NOT: T.bind
# CHECK: for k in range(
# CHECK: x // m
@T.prim_func(s_tir=True)
def wraps(A: T.Buffer((64,), "int32"), n: T.uint32, x: T.int32, m: T.int32):
    T.func_attr({"tirx.noalias": True})
    for k in range(T.uint32(5), n):
        A[0] = A[0] + x // m

# CHECK-LABEL: def constant(
# CHECK-NOT: T.bind
# CHECK: for k in range(
# CHECK: x // m
@T.prim_func(s_tir=True)
def constant(A: T.Buffer((64,), "int32"), x: T.int32, m: T.int32):
    T.func_attr({"tirx.noalias": True})
    for k in range(T.uint8(250), T.uint8(250) + T.uint8(10)):
        A[0] = A[0] + x // m

# CHECK-LABEL: def from_zero(
# CHECK: T.if_then_else(T.uint32(0) < n, x // m, 0)
# CHECK: for k in range(n)
@T.prim_func(s_tir=True)
def from_zero(A: T.Buffer((64,), "int32"), n: T.uint32, x: T.int32, m: T.int32):
    T.func_attr({"tirx.noalias": True})
    for k in range(n):
        A[0] = A[0] + x // m
