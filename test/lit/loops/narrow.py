# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon -ftrapv %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --explain --emit=tir --target=hexagon %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHY %s
# A function of one byte, or of a sum of bytes, and a byte itself: in 16 bits if that has all its values, else in a table.
# NONE-LABEL: {{^}}def scaled
# NONE-NOT: {{int16|table}}
# NONE-LABEL: {{^}}def short
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def scaled
# CHECK: O[i] = T.Cast("int8", T.max(T.min(T.Cast("int16", A[i]) * T.int16(181) + T.int16(581) >> T.int16(7), T.int16(108)), T.int16(-20)))
# WHY: narrow.py:[[@LINE+4]]:5: remark: loop 'i': narrowing of a function of one byte, or of one sum of bytes, all values of which were tried; bits: 16
@T.prim_func(s_tir=True)
def scaled(A: T.Buffer((8192,), "int8"), O: T.Buffer((8192,), "int8")):
    T.func_attr({"global_symbol": "scaled", "tirx.noalias": True})
    for i in range(8192):
        O[i] = T.Cast("int8", T.max(T.min(T.q_multiply_shift(T.Cast("int32", A[i]) + 17, 1518500250, 31, 1) - 20, 108), -20))


# No form has all values of this one.
# CHECK-LABEL: {{^}}def looked_up
# CHECK: table = T.alloc_buffer((256,), "int8", align=128)
# CHECK: table[{{.*}}] = {{.*}}T.q_multiply_shift
# CHECK: O[{{.*}}] = table[
# WHY: narrow.py:[[@LINE+4]]:5: remark: loop 'i': lookup table of a function of one byte; values: 256
@T.prim_func(s_tir=True)
def looked_up(A: T.Buffer((8192,), "uint8"), O: T.Buffer((8192,), "int8")):
    T.func_attr({"global_symbol": "looked_up", "tirx.noalias": True})
    for i in range(8192):
        O[i] = T.Cast("int8", T.max(T.min(T.q_multiply_shift(T.Cast("int32", A[i]) - 100, 1718500253, 31, 0) - 20, 127), -128))


# A sum of two bytes has 511 values, of which those from 0 to 91 fit 16 bits times the factor.
# CHECK-LABEL: {{^}}def biased
# CHECK: T.min(T.max(T.min(T.Cast("int16", A[i]) + T.Cast("int16", B[i]), T.int16(91)), T.int16(0)) * T.int16(181) + T.int16(-2496) >> T.int16(7), T.int16(108))
# WHY: narrow.py:[[@LINE+4]]:5: remark: loop 'i': narrowing of a function of one byte, or of one sum of bytes, all values of which were tried; bits: 16
@T.prim_func(s_tir=True)
def biased(A: T.Buffer((8192,), "int8"), B: T.Buffer((8192,), "int8"), O: T.Buffer((8192,), "int8")):
    T.func_attr({"global_symbol": "biased", "tirx.noalias": True})
    for i in range(8192):
        O[i] = T.Cast("int8", T.max(T.min(T.q_multiply_shift(T.Cast("int32", A[i]) + T.Cast("int32", B[i]), 1518500250, 31, 1) - 20, 108), -20))


# 64 bytes pay for no table.
# WHY-NOT: function of one byte
# CHECK-LABEL: {{^}}def short
# CHECK-NOT: table
@T.prim_func(s_tir=True)
def short(A: T.Buffer((64,), "uint8"), O: T.Buffer((64,), "int8")):
    T.func_attr({"global_symbol": "short", "tirx.noalias": True})
    for i in range(64):
        O[i] = T.Cast("int8", T.max(T.min(T.q_multiply_shift(T.Cast("int32", A[i]) - 100, 1718500253, 31, 0) - 20, 127), -128))


# Two bytes, with a factor that 16 bits have not; a number that is not known; some bytes divide by zero; a word is stored.
@T.prim_func(s_tir=True)
def two(A: T.Buffer((8192,), "uint8"), O: T.Buffer((8192,), "int8")):
    T.func_attr({"global_symbol": "two", "tirx.noalias": True})
    for i in range(8190):
        O[i] = T.Cast("int8", T.q_multiply_shift(T.Cast("int32", A[i]) - T.Cast("int32", A[i + 2]), 1718500253, 31, -2))


@T.prim_func(s_tir=True)
def unknown(A: T.Buffer((8192,), "uint8"), O: T.Buffer((8192,), "int8"), n: T.int32):
    T.func_attr({"global_symbol": "unknown", "tirx.noalias": True})
    for i in range(8192):
        O[i] = T.Cast("int8", T.q_multiply_shift(T.Cast("int32", A[i]) - n, 1718500253, 31, -2))


@T.prim_func(s_tir=True)
def divides(A: T.Buffer((8192,), "uint8"), O: T.Buffer((8192,), "int8")):
    T.func_attr({"global_symbol": "divides", "tirx.noalias": True})
    for i in range(8192):
        O[i] = T.Cast("int8", 100 // T.Cast("int32", A[i]))


@T.prim_func(s_tir=True)
def word(A: T.Buffer((8192,), "uint8"), O: T.Buffer((8192,), "int32")):
    T.func_attr({"global_symbol": "word", "tirx.noalias": True})
    for i in range(8192):
        O[i] = T.q_multiply_shift(T.Cast("int32", A[i]) - 9, 1718500253, 31, -2)
