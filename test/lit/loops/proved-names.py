# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Names in what is copied: an index by a name in the iterations that are left over, and a vector that is a scalar of the text.
# RUN: %tirc --target=hexagon --emit=tir --optimize=shrink,lanes,cse %s -o %t 2>&1 | count 0
# RUN: FileCheck %s < %t
from tvm.script import tirx as T


# CHECK-LABEL: def rest(
# CHECK: T.Broadcast(cse_v1, 16)
@T.prim_func
def rest(B: T.Buffer((2, 16), "int32"), n: T.int32):
    for i in range(n):
        v = T.bind(0)
        B[1, i] = B[v, 0]


# CHECK-LABEL: def vector(
# CHECK: S[0:8] = 
@T.prim_func
def vector(A: T.Buffer(1), S: T.Buffer(8)):
    T.func_attr({"tirx.noalias": True})
    for y in range(1):
        v: T.int32x8 = T.Broadcast(0, 8)
        for r in range(1):
            S[T.Ramp(0, 1, 8)] = T.Broadcast(A[y + r], 8)


# An arm's element lies in its buffer in every lane: i is 0, so i * w is; a name of a mask is below 8.
# CHECK-LABEL: def arms(
# CHECK: T.Select(
@T.prim_func
def arms(A: T.Buffer((64,), "int32"), P: T.Buffer((64,), "int32"), w: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(1):
        for j in range(16):
            P[j] = T.if_then_else(j < w, 0, A[i * w])


# CHECK-LABEL: def masked(
# CHECK: T.Select(
@T.prim_func
def masked(A: T.Buffer((64,), "int32"), P: T.Buffer((64,), "int32"), w: T.int32):
    T.func_attr({"tirx.noalias": True})
    m = T.bind(w & 7)
    for i in range(2):
        for j in range(16):
            P[j] = T.if_then_else(j < w, 0, A[m * 2 + i])
