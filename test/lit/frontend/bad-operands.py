# RUN: not %tirc --emit=tir %s 2>&1 | FileCheck %s --implicit-check-not=error:
# What the types of an operator's operands must be.
from tvm.script import tirx as T

@T.prim_func
def one(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), i: T.int32, l: T.int64, f: T.float32, d: T.float64, b: T.bool):
    # CHECK: :[[#@LINE+1]]:27: error: operands of types int32 and int64 do not go together
    B[0] = T.if_then_else(i == l, 1, 0)
    # CHECK: :[[#@LINE+1]]:12: error: '/' of integers is ambiguous: write // or T.truncdiv
    B[0] = i / 2
    # CHECK: :[[#@LINE+1]]:12: error: '//' does not take operands of type float32
    A[0] = f // f
    # CHECK: :[[#@LINE+1]]:12: error: 'and' does not take operands of type int32
    B[0] = i and i
    # CHECK: :[[#@LINE+1]]:12: error: '&' does not take operands of type float32
    A[0] = f & f
    # CHECK: :[[#@LINE+1]]:12: error: '-' does not take an operand of type bool
    B[0] = -b
    # CHECK: :[[#@LINE+1]]:12: error: division by zero
    B[0] = i % 0
    # CHECK: :[[#@LINE+1]]:12: error: shift by 32 does not lie within 0 and 31
    B[0] = i << 32
    # CHECK: :[[#@LINE+1]]:12: error: the arms have different types, float32 and float64
    A[0] = T.Select(b, f, d)
    # CHECK: :[[#@LINE+1]]:21: error: condition must be a bool, not int32
    A[0] = T.Select(i, f, f)
    # CHECK: :[[#@LINE+1]]:12: error: operands of types int32 and int64 do not go together
    B[0] = T.Add(i, l)
    # CHECK: :[[#@LINE+1]]:14: error: int32x4 cannot be cast to float32
    A[0:4] = T.Cast("float32", T.Ramp(0, 1, 4))
