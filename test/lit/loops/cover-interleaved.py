# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none --cover=all --scratch=0 %s | FileCheck %s
# Stores to every second element, and to those between, are one nest of whole rows; nests that store in the same steps stand in one loop.
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def means
# CHECK: O_1[{{.*}}128] = T.Select(T.Shuffle([T.bool(True), T.bool(False)], [0, 1, {{.*}}), A_1[T.Ramp({{.*}}, 1, 128)], T.Cast(
@T.prim_func(s_tir=True)
def means(A: T.Buffer((8, 320), "uint8"), O: T.Buffer((8, 256), "uint8")):
    T.func_attr({"global_symbol": "means", "tirx.noalias": True})
    for y in range(8):
        for x in range(128):
            O[y, x * 2 + 1] = T.Cast("uint8", T.Cast("uint16", A[y, x * 2]) + T.Cast("uint16", A[y, x * 2 + 2]) >> T.uint16(1))
            O[y, x * 2] = A[y, x * 2]


# Two rows of two columns each, in two buffers: parts of rows are rows, rows are one range, and both ranges are stored in one loop.
# CHECK-LABEL: {{^}}def planes
# CHECK: O_1[y
# CHECK-NOT: for
# CHECK: Z_1[y
# CHECK-NOT: for y
@T.prim_func(s_tir=True)
def planes(A: T.Buffer((66, 256), "uint8"), O: T.Buffer((64, 128), "uint8"), Z: T.Buffer((64, 128), "uint8")):
    T.func_attr({"global_symbol": "planes", "tirx.noalias": True})
    for y, x in T.grid(66, 256):
        A[y, x] = T.Cast("uint8", (y * 37 + x * 11) % 256)
    for y, x in T.grid(32, 64):
        O[y * 2 + 1, x * 2] = A[y * 2 + 1, x * 2 + 2]
        Z[y * 2, x * 2 + 1] = T.max(A[y * 2, x * 2 + 1], A[y * 2 + 1, x * 2])
        O[y * 2, x * 2] = A[y * 2, x * 2]
        O[y * 2, x * 2 + 1] = T.min(A[y * 2, x * 2 + 2], A[y * 2 + 1, x * 2 + 1])
        Z[y * 2 + 1, x * 2 + 1] = A[y * 2 + 1, x * 2 + 3]
        Z[y * 2, x * 2] = A[y * 2, x * 2 + 1]
        O[y * 2 + 1, x * 2 + 1] = A[y * 2 + 1, x * 2 + 4]
        Z[y * 2 + 1, x * 2] = A[y * 2 + 2, x * 2 + 1]


# What the second loop stores the third one reads, so that they are not one.
# CHECK-LABEL: {{^}}def after
# CHECK: P_1[
# CHECK-NEXT: for y in range
# CHECK-NEXT: O_1[
@T.prim_func(s_tir=True)
def after(A: T.Buffer((64, 128), "uint8"), P: T.Buffer((64, 128), "uint8"), O: T.Buffer((64, 128), "uint8")):
    T.func_attr({"global_symbol": "after", "tirx.noalias": True})
    for y, x in T.grid(64, 128):
        A[y, x] = T.Cast("uint8", (y * 37 + x * 11) % 256)
    for y, x in T.grid(64, 128):
        P[y, x] = T.max(A[y, x], T.uint8(3))
    for y, x in T.grid(64, 128):
        O[y, x] = T.max(P[63 - y, x], A[y, 0])


# In lanes that take the other arm a signed sum might overflow, which is undefined: it is done without a sign.
# CHECK-LABEL: {{^}}def halves
# CHECK: T.Select({{.*}}T.Cast("int32x128", T.Cast("uint32x128", {{.*}}) + T.Cast("uint32x128", 
@T.prim_func(s_tir=True)
def halves(A: T.Buffer((64, 256), "int32"), O: T.Buffer((64, 256), "int32")):
    T.func_attr({"global_symbol": "halves", "tirx.noalias": True})
    for y, x in T.grid(64, 128):
        O[y, x * 2] = A[y, x * 2] + A[y, x * 2 + 1]
        O[y, x * 2 + 1] = A[y, x * 2] - A[y, x * 2 + 1]


# Rows of two lengths: two loops.
# CHECK-LABEL: {{^}}def lengths
# CHECK: P_1[
# CHECK-NOT: O_1[
# CHECK: for y in range
# CHECK-NOT: P_1[
# CHECK: O_1[
@T.prim_func(s_tir=True)
def lengths(A: T.Buffer((64, 128), "uint8"), P: T.Buffer((32, 128), "uint8"), O: T.Buffer((64, 128), "uint8")):
    T.func_attr({"global_symbol": "lengths", "tirx.noalias": True})
    for y, x in T.grid(64, 128):
        A[y, x] = T.Cast("uint8", (y * 37 + x * 11) % 256)
    for y, x in T.grid(32, 128):
        P[y, x] = T.max(A[y, x], T.uint8(3))
    for y, x in T.grid(64, 128):
        O[y, x] = T.min(A[y, x], T.uint8(3))

# What means is run with.
@T.prim_func(s_tir=True)
def data_means(A: T.Buffer((8, 320), "uint8")):
    T.func_attr({"global_symbol": "data_means"})
    for a, b in T.grid(8, 320):
        A[a, b] = T.Cast("uint8", (a * 37 + b * 101) % 251)


# What halves is run with.
@T.prim_func(s_tir=True)
def data_halves(A: T.Buffer((64, 256), "int32")):
    T.func_attr({"global_symbol": "data_halves"})
    for a, b in T.grid(64, 256):
        A[a, b] = T.Cast("int32", (a * 37 + b * 101) % 251)


# What the first loop stores the second one reads, so that the first one does not stand behind it, with the third one.
# CHECK-LABEL: {{^}}def between
# CHECK: M[y
# CHECK-NOT: P_1[
# CHECK: O[
# CHECK: P_1[
@T.prim_func(s_tir=True)
def between(A: T.Buffer((64, 128), "uint8"), O: T.Buffer((128,), "uint8"), P: T.Buffer((64, 128), "uint8")):
    T.func_attr({"global_symbol": "between", "tirx.noalias": True})
    M = T.alloc_buffer((64, 128), "uint8")
    for y, x in T.grid(64, 128):
        M[y, x] = T.max(T.max(A[y, x], T.uint8(3)) - T.uint8(1), A[63 - y, x]) + T.max(A[y, 127 - x], A[y, 0])
    for x in range(128):
        O[x] = T.uint8(0)
    for y, x in T.grid(64, 128):
        O[x] = T.max(O[x], M[63 - y, 127 - x])
    for y, x in T.grid(64, 128):
        P[y, x] = T.min(A[y, x], T.uint8(3))
# UNSUPPORTED: slow-with-sanitizers
