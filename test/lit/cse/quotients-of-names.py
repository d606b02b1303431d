# What is shared in quotients of quotients is proved: also where a name stands for the first of them, and where a remainder is
# that of what lies between -16 and 16 already.
# RUN: %tirc -O2 --cse-profile=host --emit=tir %s | FileCheck %s
# RUN: %tirc -O2 --cse-profile=host --emit=tir -o /dev/null %s 2>&1 | count 0
from tvm.script import tirx as T


# CHECK-LABEL: def divided(
# CHECK: T.if_then_else(0 < z, T.Let(cse_v1 - cse_v1 // 2, where={cse_v1: A[1] // z}), 0)
@T.prim_func
def divided(A: T.Buffer((4,), "int32"), z: T.int32, B: T.Buffer((4,), "int32")):
    B[0] = T.if_then_else(0 < z, A[1] // z - A[1] // z // 2, 0)


# CHECK-LABEL: def left(
# CHECK: cse_v1 = T.bind(
# CHECK: B[0] = T.Select(cse_v1 < 0, cse_v1, 0)
@T.prim_func
def left(B: T.Buffer((4,), "int32"), z: T.int32):
    B[0] = T.Select(T.truncmod(T.truncmod(z, 16), 16) < 0, T.truncmod(z, 16) - T.truncdiv(T.truncmod(z, 16), 16) * 16, 0)


# A name in an operand that the first program does not have says nothing: neither divisor is joined.
# CHECK-LABEL: def guarded(
# CHECK: T.Let(0 < cse_v1 and n // cse_v1 // x <= 14, where={cse_v1: A[1]})
@T.prim_func
def guarded(A: T.Buffer((4,), "int32"), x: T.int32, n: T.int32, B: T.Buffer((4,), "int32")):
    if x > 1 and (0 < A[1] and n // A[1] // x <= 14):
        B[0] = 1


# The sign is known in one of two places.
# CHECK-LABEL: def twice(
# CHECK: = T.bind((cse_v1 + cse_v1) // 3)
# CHECK: B[n] =
@T.prim_func
def twice(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), n: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    if 0 < z:
        A[((n + y) + (n + y)) // 3 // z] = n + (y + n)
        for j in range(n):
            A[(n + y) & 63] = ((y + n) + (n + y)) // 3 // z
    B[n] = ((n + y) + (n + y)) // 3 // z
