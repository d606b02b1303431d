# REQUIRES: isl
# RUN: %tirc --emit=tir --target=hexagon --cover=0 --lanes=auto --cse-level=none --no-promote-scalars %s | FileCheck %s
# A last vector that does some iterations once more.
from tvm.script import tirx as T


# 200 bytes are a register, and one that ends where the row does.
# CHECK-LABEL: {{^}}def row
# CHECK: for x in range(0, 128, 128):
# CHECK-NEXT: O[y, x:x + 128] =
# CHECK-NEXT: for x in range(72, 200, 128):
# CHECK-NEXT: O[y, x:x + 128] =
@T.prim_func(s_tir=True)
def row(A: T.Buffer((16, 204), "uint8"), B: T.Buffer((16, 204), "uint8"), O: T.Buffer((16, 201), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(16, 200):
        O[y, x] = T.max(A[y, x], B[y, x])


# What an iteration reads it has stored itself.
# CHECK-LABEL: {{^}}def sets
# CHECK: for x in range(0, 1024, 512):
# CHECK: for x in range(988, 1500, 512):
@T.prim_func(s_tir=True)
def sets(A: T.Buffer((9, 1500), "int8"), O: T.Buffer((16, 1501), "int8")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(16, 1500):
        O[y, x] = A[y % 2, x]
        for k in range(8):
            O[y, x] = T.max(O[y, x], A[k + 1, x])


# Twice would add twice.
# CHECK-LABEL: {{^}}def adds
# CHECK: for x in range(1024, 1500, 476):
@T.prim_func(s_tir=True)
def adds(A: T.Buffer((9, 1500), "int8"), O: T.Buffer((16, 1501), "int8")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(16, 1500):
        for k in range(8):
            O[y, x] = O[y, x] ^ A[k + 1, x]


# The store may not run.
# CHECK-LABEL: {{^}}def perhaps
# CHECK: for x in range(1024, 1500, 476):
@T.prim_func(s_tir=True)
def perhaps(A: T.Buffer((9, 1500), "int8"), O: T.Buffer((16, 1501), "int8")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(16, 1500):
        if y < 8:
            O[y, x] = A[0, x]
        for k in range(8):
            O[y, x] = O[y, x] ^ A[k + 1, x]


# Parameters that may overlap are one buffer.
# CHECK-LABEL: {{^}}def may_overlap
# CHECK-NOT: T.Ramp
@T.prim_func(s_tir=True)
def may_overlap(A: T.Buffer((1500,), "uint8"), O: T.Buffer((1500,), "uint8")):
    for x in range(1500):
        O[x] = T.max(A[x], T.uint8(3))


# Tables are looked up by whole vectors alone.
# CHECK-LABEL: {{^}}def table
# CHECK: for x in range(0, 128, 128):
# CHECK: for x in range(72, 200, 128):
@T.prim_func(s_tir=True)
def table(A: T.Buffer((16, 201), "uint8"), L: T.Buffer((256,), "uint8"), O: T.Buffer((16, 201), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(16, 200):
        O[y, x] = L[T.Cast("int32", A[y, x])]
