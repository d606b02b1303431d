# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --optimize=tiles %s -o %t.py 2>%t.err
# RUN: FileCheck %s < %t.py
# RUN: count 0 < %t.err
# Loops that tile an index are joined within the sum that names both; the terms around it stay in the order in which they are
# written, as x + i could overflow where x + (i - 7) does not.
from tvm.script import tirx as T


# CHECK-LABEL: def around
# CHECK: for k in range(64):
# CHECK: O[k] = x + (k - 7)
@T.prim_func(s_tir=True)
def around(O: T.Buffer((64,), "int32"), x: T.int32):
    for j, k in T.grid(16, 4):
        O[j * 4 + k] = x + (j * 4 + k - 7)


# What is added in between comes behind the joined variable and its number.
# CHECK-LABEL: def between
# CHECK: for k in range(64):
# CHECK: O[k] = k - 7 + x
@T.prim_func(s_tir=True)
def between(O: T.Buffer((64,), "int32"), x: T.int32):
    for j, k in T.grid(16, 4):
        O[j * 4 + k] = (x + j * 4) + (k - 7)


# CHECK-LABEL: def twice
# CHECK: for k in range(64):
# CHECK: O[k] = x // y - (k + 9) * z + k * 2
@T.prim_func(s_tir=True)
def twice(O: T.Buffer((64,), "int32"), x: T.int32, y: T.int32, z: T.int32):
    for j, k in T.grid(16, 4):
        O[j * 4 + k] = x // y - (j * 4 + (k + 9)) * z + (j * 8 + k * 2)


# What is added in between as a whole is one part.
# CHECK-LABEL: def whole
# CHECK: for k in range(64):
# CHECK: O[k] = k + (x * 64 + y * 8)
@T.prim_func(s_tir=True)
def whole(O: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    for j, k in T.grid(16, 4):
        O[j * 4 + k] = ((x * 64 + y * 8) + j * 4) + k


# With two parts that may be any number there is no such order.
# CHECK-LABEL: def two
# CHECK: for j, k in T.grid(16, 4):
# CHECK: O[j * 4 + k] = x + j * 4 + (k + y)
@T.prim_func(s_tir=True)
def two(O: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    for j, k in T.grid(16, 4):
        O[j * 4 + k] = (x + j * 4) + (k + y)
