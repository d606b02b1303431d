# REQUIRES: isl
# RUN: %tirc --emit=tir --lanes=64 --cse-level=none --no-promote-scalars %s | FileCheck %s
# Tiles that do not divide a loop: the last one begins earlier, and does some iterations once more.
from tvm.script import tirx as T


# 100 elements are stored twice each: 64, three times, and the last 64 once more.
# CHECK-LABEL: {{^}}def twice
# CHECK: for x in range(0, 96, 32):
# CHECK-NEXT: O[{{.*}}:{{.*}} + 64]
# CHECK: for x in range(68, 100, 32):
# CHECK-NEXT: O[{{.*}}:{{.*}} + 64]
@T.prim_func(s_tir=True)
def twice(A: T.Buffer((4, 100), "int16"), O: T.Buffer((4, 200), "int16")):
    T.func_attr({"tirx.noalias": True})
    for y, x, r in T.grid(4, 100, 2):
        O[y, x * 2 + r] = A[y, x]


# A sum that each iteration begins anew may be done once more.
# CHECK-LABEL: {{^}}def sums
# CHECK: for w in range(0, 28, 4):
# CHECK: for w in range(26, 30, 4):
@T.prim_func(s_tir=True)
def sums(A: T.Buffer((33, 16), "uint8"), O: T.Buffer((30, 16), "uint16")):
    T.func_attr({"tirx.noalias": True})
    for w, c in T.grid(30, 16):
        O[w, c] = T.uint16(0)
        for r in range(3):
            O[w, c] = O[w, c] + T.Cast("uint16", A[w + r, c])


# One that goes on with what is there may not: two iterations are left.
# CHECK-LABEL: {{^}}def goes_on
# CHECK: for w in range(0, 28, 4):
# CHECK: for w in range(28, 30, 2):
@T.prim_func(s_tir=True)
def goes_on(A: T.Buffer((30, 16), "uint16"), O: T.Buffer((30, 16), "uint16")):
    T.func_attr({"tirx.noalias": True})
    for w, c in T.grid(30, 16):
        O[w, c] = O[w, c] + A[w, c]
