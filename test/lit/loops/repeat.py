# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none --no-promote-scalars --function=scaled %s | FileCheck %s
# RUN: %tirc --explain --emit=tir --target=hexagon %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHY %s
# RUN: %tirc --explain --emit=tir --target=hexagon --lanes=all %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHY %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=64 %s | FileCheck --check-prefix=NONE %s
# Columns that are no whole vectors, line by line: what each column has one of is repeated.
# NONE: {{^}}def scaled
# NONE-NOT: repeated
from tvm.script import tirx as T


# 100 rows of 10 are seven lines and 104 elements; the line behind the seventh one begins with column 6.
# CHECK: repeated = T.alloc_buffer((140,), "int32"
# CHECK: for line in range(7):
# CHECK: column = T.bind(line * 128 % 10)
# CHECK: O[{{.*}} + 128] = {{.*}}repeated[T.Ramp(column + {{.*}}, 1, 128)]
# CHECK: repeated[T.Ramp(6 + {{.*}}, 1, 64)]
# WHY: repeat.py:[[@LINE+4]]:5: remark: loop 'x': loops collapsed; operands of a column replicated to whole vectors; columns: 10
@T.prim_func(s_tir=True)
def scaled(S: T.Buffer((1000,), "int32"), bias: T.Buffer((12,), "int32"), O: T.Buffer((1000,), "int8")):
    T.func_attr({"global_symbol": "scaled", "tirx.noalias": True})
    for x, c in T.grid(100, 10):
        O[x * 10 + c] = T.Cast("int8", T.max(T.min(T.q_multiply_shift(S[x * 10 + c] + bias[c + 2], 1431655765, 31, -9), 127), -128))


# The store may change what columns have one of; columns lie apart; columns depend on rows; whole vectors.
# WHY-NOT: loops collapsed
@T.prim_func(s_tir=True)
def overlaps(S: T.Buffer((1000,), "int32"), bias: T.Buffer((12,), "int32"), O: T.Buffer((1000,), "int8")):
    T.func_attr({"global_symbol": "overlaps"})
    for x, c in T.grid(100, 10):
        O[x * 10 + c] = T.Cast("int8", T.max(T.min(T.q_multiply_shift(S[x * 10 + c] + bias[c + 2], 1431655765, 31, -9), 127), -128))


@T.prim_func(s_tir=True)
def own(S: T.Buffer((1000,), "int32")):
    T.func_attr({"global_symbol": "own", "tirx.noalias": True})
    for x, c in T.grid(100, 10):
        S[x * 10 + c] = T.q_multiply_shift(S[x * 10 + c] + S[c], 1431655765, 31, -9)


@T.prim_func(s_tir=True)
def apart(S: T.Buffer((1000,), "int32"), bias: T.Buffer((24,), "int32"), O: T.Buffer((1000,), "int8")):
    T.func_attr({"global_symbol": "apart", "tirx.noalias": True})
    for x, c in T.grid(100, 10):
        O[x * 10 + c] = T.Cast("int8", T.max(T.min(T.q_multiply_shift(S[x * 10 + c] + bias[c * 2], 1431655765, 31, -9), 127), -128))


@T.prim_func(s_tir=True)
def moves(S: T.Buffer((1000,), "int32"), bias: T.Buffer((120,), "int32"), O: T.Buffer((1000,), "int8")):
    T.func_attr({"global_symbol": "moves", "tirx.noalias": True})
    for x, c in T.grid(100, 10):
        O[x * 10 + c] = T.Cast("int8", T.max(T.min(T.q_multiply_shift(S[x * 10 + c] + bias[c + x], 1431655765, 31, -9), 127), -128))


@T.prim_func(s_tir=True)
def whole(S: T.Buffer((3200,), "int32"), bias: T.Buffer((32,), "int32"), O: T.Buffer((3200,), "int8")):
    T.func_attr({"global_symbol": "whole", "tirx.noalias": True})
    for x, c in T.grid(100, 32):
        O[x * 32 + c] = T.Cast("int8", T.max(T.min(T.q_multiply_shift(S[x * 32 + c] + bias[c], 1431655765, 31, -9), 127), -128))


# The copy would read what lies behind the buffer, which the text does only where F says so.
@T.prim_func(s_tir=True)
def outside(S: T.Buffer((1000,), "int32"), bias: T.Buffer((8,), "int32"), F: T.Buffer((1,), "int32"), O: T.Buffer((1000,), "int8")):
    T.func_attr({"global_symbol": "outside", "tirx.noalias": True})
    for x, c in T.grid(100, 10):
        O[x * 10 + c] = T.Cast("int8", T.max(T.min(T.q_multiply_shift(S[x * 10 + c] + T.if_then_else(F[0] > 0, bias[c], 0), 1431655765, 31, -9), 127), -128))
