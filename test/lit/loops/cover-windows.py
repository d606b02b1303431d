# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cover=all --cse-level=none %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
# A window is reduced along one of its loops first: its columns, or whole windows at each column.
from tvm.script import tirx as T


# Maxima of three rows, as whole rows without a condition on columns; then windows at each column; then every second one.
# CHECK-LABEL: {{^}}def rows
# CHECK: columns = T.alloc_buffer((8928,), "int8", align=128)
# CHECK: columns_1 = T.alloc_buffer((8556,), "int8", align=128)
# CHECK: O_1[{{.*}}] = {{.*}}columns_1[
@T.prim_func(s_tir=True)
def rows(A: T.Buffer((24, 24, 31), "int8"), O: T.Buffer((12, 12, 31), "int8")):
    T.func_attr({"global_symbol": "rows", "tirx.noalias": True})
    for y, x, c in T.grid(12, 12, 31):
        O[y, x, c] = T.int8(-128)
        for ry, rx in T.grid(3, 3):
            O[y, x, c] = T.max(O[y, x, c], T.if_then_else(1 <= y * 2 + ry and 1 <= x * 2 + rx, A[y * 2 + ry - 1, x * 2 + rx - 1, c], T.int8(-128)))


# Columns of planes first.
# CHECK-LABEL: {{^}}def planes
# CHECK: columns = T.alloc_buffer((9216,), "int8", align=128)
@T.prim_func(s_tir=True)
def planes(A: T.Buffer((32, 24, 24), "int8"), O: T.Buffer((32, 12, 12), "int8")):
    T.func_attr({"global_symbol": "planes", "tirx.noalias": True})
    for c, y, x in T.grid(32, 12, 12):
        O[c, y, x] = T.int8(-128)
        for ry, rx in T.grid(3, 3):
            O[c, y, x] = T.max(O[c, y, x], T.if_then_else(1 <= y * 2 + ry and 1 <= x * 2 + rx, A[c, y * 2 + ry - 1, x * 2 + rx - 1], T.int8(-128)))


# 0 outside is no number that a maximum may be grouped with: the proof counts it.
# CHECK-LABEL: {{^}}def outside
# CHECK-NOT: columns
# CHECK: {{^ *}}for
@T.prim_func(s_tir=True)
def outside(A: T.Buffer((24, 24, 31), "int8"), O: T.Buffer((12, 12, 31), "int8")):
    T.func_attr({"global_symbol": "outside", "tirx.noalias": True})
    for y, x, c in T.grid(12, 12, 31):
        O[y, x, c] = T.int8(-128)
        for ry, rx in T.grid(3, 3):
            O[y, x, c] = T.max(O[y, x, c], T.if_then_else(1 <= y * 2 + ry and 1 <= x * 2 + rx, A[y * 2 + ry - 1, x * 2 + rx - 1, c], T.int8(0)))


# Bits: what a reduction begins with changes nothing.
# CHECK-LABEL: {{^}}def bits
# CHECK: columns = T.alloc_buffer(
@T.prim_func(s_tir=True)
def bits(A: T.Buffer((24, 25, 31), "uint8"), O: T.Buffer((11, 12, 31), "uint8")):
    T.func_attr({"global_symbol": "bits", "tirx.noalias": True})
    for y, x, c in T.grid(11, 12, 31):
        O[y, x, c] = T.uint8(0)
        for ry, rx in T.grid(3, 3):
            O[y, x, c] = O[y, x, c] | A[y * 2 + ry, x * 2 + rx, c]
# UNSUPPORTED: slow-with-sanitizers
