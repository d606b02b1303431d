# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: isl
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none --no-promote-scalars %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --explain --emit=tir --target=hexagon %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHY %s
# Rows whose last element is stored behind the loop that stores the others: all last elements first, then whole rows.
# NONE: {{^ *}}def moves_on(
# NONE-NOT: {{^}}    last
from tvm.script import tirx as T


# CHECK-LABEL: def moves_on
# CHECK: last = T.alloc_buffer((64,), "int8"
# CHECK: last[{{.*}}] = T.Cast("int8
# CHECK: S[{{.*}}] = T.Select(T.Shuffle([T.bool(True), T.bool(False)], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
# WHY: rows.py:[[@LINE+6]]:9: remark: loop 't': rerolled: the store behind it became its last iteration; iterations: 16
@T.prim_func(s_tir=True)
def moves_on(X: T.Buffer((64,), "int32"), S: T.Buffer((1024,), "int8")):
    T.func_attr({"global_symbol": "moves_on", "tirx.noalias": True})
    acc = T.alloc_buffer((1,), "int32")
    for f in range(64):
        for t in range(15):
            S[f * 16 + t] = S[f * 16 + t + 1]
        acc[0] = X[f] * 3
        S[f * 16 + 15] = T.Cast("int8", acc[0])


# The last element is made of the row; it is not behind the row; rows have gaps; the value is kept; parameters may overlap.
# WHY-NOT: rerolled
@T.prim_func(s_tir=True)
def of_the_row(X: T.Buffer((64,), "int32"), S: T.Buffer((1024,), "int8")):
    T.func_attr({"global_symbol": "of_the_row", "tirx.noalias": True})
    for f in range(64):
        for t in range(15):
            S[f * 16 + t] = S[f * 16 + t + 1]
        S[f * 16 + 15] = S[f * 16 + 14] + T.int8(1)


@T.prim_func(s_tir=True)
def elsewhere(X: T.Buffer((64,), "int32"), S: T.Buffer((1024,), "int8")):
    T.func_attr({"global_symbol": "elsewhere", "tirx.noalias": True})
    for f in range(64):
        for t in range(14):
            S[f * 16 + t] = S[f * 16 + t + 1]
        S[f * 16 + 15] = T.Cast("int8", X[f])


@T.prim_func(s_tir=True)
def gaps(X: T.Buffer((64,), "int32"), S: T.Buffer((1024,), "int8")):
    T.func_attr({"global_symbol": "gaps", "tirx.noalias": True})
    for f in range(64):
        for t in range(7):
            S[f * 16 + t] = S[f * 16 + t + 1]
        S[f * 16 + 7] = T.Cast("int8", X[f])


@T.prim_func(s_tir=True)
def kept(X: T.Buffer((64,), "int32"), S: T.Buffer((1024,), "int8")):
    T.func_attr({"global_symbol": "kept", "tirx.noalias": True})
    for f in range(64):
        for t in range(15):
            S[f * 16 + t] = S[f * 16 + t + 1]
        X[f] = X[f] + 1
        S[f * 16 + 15] = T.Cast("int8", X[f])


@T.prim_func(s_tir=True)
def overlap(X: T.Buffer((64,), "int32"), S: T.Buffer((1024,), "int8")):
    T.func_attr({"global_symbol": "overlap"})
    for f in range(64):
        for t in range(15):
            S[f * 16 + t] = S[f * 16 + t + 1]
        S[f * 16 + 15] = T.Cast("int8", X[f])


# It is the next row's first element.
@T.prim_func(s_tir=True)
def next_row(X: T.Buffer((64,), "int32"), S: T.Buffer((1040,), "int8")):
    T.func_attr({"global_symbol": "next_row", "tirx.noalias": True})
    for f in range(64):
        for t in range(15):
            S[f * 16 + t] = S[f * 16 + t + 1]
        S[f * 16 + 16] = T.Cast("int8", X[f])
