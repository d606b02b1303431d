# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Tables in nests that are covered by registers: rows that are no whole registers, stores that interleave.
# REQUIRES: isl
# RUN: %tirc -O3 --target=hexagon --emit=tir --after=choose -Werror %s | FileCheck %s
# RUN: rm -rf %t && mkdir %t && %tirc --run=interp -O0 --function=rows %s A=random:1 L=random:2 --save=%t/i && %tirc --run=hexagon -O3 --function=rows %s A=random:1 L=random:2 --save=%t/h && cmp %t/i/O.npy %t/h/O.npy
# RUN: %tirc --run=interp -O0 --function=colours %s A=random:1 L=random:2 M=random:3 --save=%t/i && %tirc --run=hexagon -O3 --function=colours %s A=random:1 L=random:2 M=random:3 --save=%t/h && cmp %t/i/O.npy %t/h/O.npy
# RUN: %tirc --run=interp -O0 --function=changes %s A=random:1 L=random:2 --save=%t/i && %tirc --run=hexagon -O3 --function=changes %s A=random:1 L=random:2 --save=%t/h && cmp %t/i/O.npy %t/h/O.npy && cmp %t/i/P.npy %t/h/P.npy
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def rows
# CHECK: L[T.Cast("int32x128", A
@T.prim_func(s_tir=True)
def rows(A: T.Buffer((32, 100), "uint8"), L: T.Buffer((256,), "uint16"), O: T.Buffer((32, 100), "uint16")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(32, 100):
        O[y, x] = L[T.Cast("int32", A[y, x])]


# CHECK-LABEL: {{^}}def colours
# CHECK: {{L|M}}[T.Cast("int32x128",
@T.prim_func(s_tir=True)
def colours(A: T.Buffer((32, 100), "uint8"), L: T.Buffer((256,), "uint8"), M: T.Buffer((256,), "uint8"), O: T.Buffer((32, 100, 3), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(32, 100):
        O[y, x, 0] = L[T.Cast("int32", A[y, x])]
        O[y, x, 1] = M[T.Cast("int32", A[y, x])]
        O[y, x, 2] = L[T.Cast("int32", A[y, x])]


# What is loaded before the table changes, and behind that.
# CHECK-LABEL: {{^}}def changes
@T.prim_func(s_tir=True)
def changes(A: T.Buffer((32, 100), "uint8"), L: T.Buffer((256,), "uint16"), O: T.Buffer((32, 100), "uint16"), P: T.Buffer((32, 100), "uint16")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(32, 100):
        O[y, x] = L[T.Cast("int32", A[y, x])]
    for i in range(256):
        L[i] = L[i] + T.uint16(1)
    for y, x in T.grid(32, 100):
        P[y, x] = L[T.Cast("int32", A[y, x])]
