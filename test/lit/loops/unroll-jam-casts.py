# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An index that is cast from a narrower type is no less and no more than that type, or what is cast, has: both the pass and
# the proof know it.
# RUN: %tirc --unroll-and-jam=all --emit=tir %s 2>&1 | FileCheck --implicit-check-not="warnin{{g}}:" %s
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def constant
# CHECK: for i in range(0, 2, 2):
@T.prim_func
def constant(C: T.Buffer((32,), "int32")):
    for i in range(2):
        for j in range(2):
            C[i] = C[T.Cast("int32", T.uint8(2))]


# CHECK-LABEL: {{^}}def loaded
# CHECK: for i in range(0, 4, 4):
@T.prim_func
def loaded(C: T.Buffer((320,), "int32"), B: T.Buffer((32,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(4):
        for j in range(2):
            C[i + 256] = C[T.Cast("int32", B[j])]


# CHECK-LABEL: {{^}}def negative
# CHECK: for i in range(0, 4, 4):
@T.prim_func
def negative(C: T.Buffer((320,), "int32"), B: T.Buffer((32,), "int8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(4):
        for j in range(2):
            C[i] = C[T.Cast("int32", B[j]) + 132]


# CHECK-LABEL: {{^}}def rest
# CHECK: for i in range(0, 4, 4):
@T.prim_func
def rest(C: T.Buffer((32,), "int32"), B: T.Buffer((32,), "uint16")):
    T.func_attr({"tirx.noalias": True})
    for i in range(4):
        for j in range(2):
            C[i + 5] = C[T.Cast("int32", T.min(B[j] % T.uint16(5), T.uint16(7)))]


# The load may name what another iteration stores.
# CHECK-LABEL: {{^}}def meets
# CHECK-NOT: for i in
# CHECK: for i, j in T.grid(4, 2):
@T.prim_func
def meets(C: T.Buffer((320,), "int32"), B: T.Buffer((32,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(4):
        for j in range(2):
            C[i + 255] = C[T.Cast("int32", B[j])]


# CHECK-LABEL: {{^}}def wraps
# CHECK-NOT: for i in
# CHECK: for i, j in T.grid(4, 2):
@T.prim_func
def wraps(C: T.Buffer((320,), "int32"), B: T.Buffer((32,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(4):
        for j in range(2):
            C[i + 5] = C[T.Cast("int32", B[j] % T.uint8(5) - T.uint8(1))]
