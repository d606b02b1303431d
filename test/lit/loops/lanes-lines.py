# REQUIRES: isl
# RUN: %tirc --emit=tir --lanes=256 --cse-counter=0 --no-promote-scalars %s | FileCheck %s
# Whole lines that hold the lanes of a tile, also where some lanes need none of their elements.
from tvm.script import tirx as T


# Eight iterations of w take every second row of five lines; the first of them lies in front of the buffer, and its lanes are
# not needed: another one stands in for it.
# CHECK-LABEL: {{^}}def padded
# CHECK: for w in range(0, 8, 8):
# CHECK-NEXT: O[{{.*}}] = T.Select({{.*}}, T.Shuffle([A[T.Ramp(w * 64 - 32 + 32, 1, 128)], A[T.Ramp(w * 64 - 32 + 32, 1, 128)], A[T.Ramp(w * 64 - 32 + 160, 1, 128)], A[T.Ramp(w * 64 - 32 + 288, 1, 128)], A[T.Ramp(w * 64 - 32 + 416, 1, 128)]], [96, 97,
@T.prim_func(s_tir=True)
def padded(A: T.Buffer((512,), "int8"), O: T.Buffer((256,), "int8")):
    T.func_attr({"tirx.noalias": True})
    for w, c in T.grid(8, 32):
        O[w * 32 + c] = T.if_then_else(1 <= w * 2, A[w * 64 + c - 32], T.int8(-128))


# The condition is false in the first piece alone: what the second one loads lies in the buffer.
# CHECK-LABEL: {{^}}def pieces
# CHECK: for w in range(8, 16, 8):
# CHECK-NEXT: O[{{.*}}] = T.Shuffle([A[T.Ramp(w * 64 - 32 + -96, 1, 128)], A[T.Ramp(w * 64 - 32 + 32, 1, 128)], A[T.Ramp(w * 64 - 32 + 160, 1, 128)], A[T.Ramp(w * 64 - 32 + 288, 1, 128)], A[T.Ramp(w * 64 - 32 + 416, 1, 128)]], [96, 97,
@T.prim_func(s_tir=True)
def pieces(A: T.Buffer((1024,), "int8"), O: T.Buffer((512,), "int8")):
    T.func_attr({"tirx.noalias": True})
    for w, c in T.grid(16, 32):
        O[w * 32 + c] = T.if_then_else(1 <= w * 2, A[w * 64 + c - 32], T.int8(-128))
