# REQUIRES: isl
# RUN: %tirc --emit=tir --target=hexagon --lanes=64 --cse-level=none --no-promote-scalars %s | FileCheck %s
# RUN: %tirc --explain --emit=tir --target=hexagon --lanes=64 %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHY %s
# Choices by a condition that differs from lane to lane: both arms are computed in all lanes.
from tvm.script import tirx as T


# The condition loads what the arms load.
# CHECK-LABEL: {{^}}def same_load
# CHECK: [[A:cse[^ ]*]] = T.bind(A[T.Ramp(x + n, 1, 64)])
# CHECK-NEXT: O[x:x + 64] = T.Select([[A]] >= T.Broadcast(T.int16(0), 64), [[A]], T.Broadcast(T.int16(0), 64) - [[A]])
@T.prim_func(s_tir=True)
def same_load(A: T.Buffer((64,), "int16"), O: T.Buffer((64,), "int16"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for x in range(64):
        O[x] = T.abs(A[x + n])


# All that an arm loads lies in its buffer.
# CHECK-LABEL: {{^}}def inside
# CHECK: O[x:x + 64] = T.Select(A[T.Ramp(x, 1, 64)] > T.Broadcast(T.int16(3), 64), B[T.Ramp(x + 2, 1, 64)], T.Broadcast(T.int16(0), 64))
@T.prim_func(s_tir=True)
def inside(A: T.Buffer((64,), "int16"), B: T.Buffer((66,), "int16"), O: T.Buffer((64,), "int16")):
    T.func_attr({"tirx.noalias": True})
    for x in range(64):
        O[x] = T.if_then_else(A[x] > T.int16(3), B[x + 2], T.int16(0))


# The last lane may not load.
# CHECK-LABEL: {{^}}def outside
# CHECK-NOT: T.Ramp
# WHY: [[@LINE+4]]:5: remark: loop 'x' is not vectorised: what one iteration leaves out might trap or read elsewhere in another
@T.prim_func(s_tir=True)
def outside(A: T.Buffer((64,), "int16"), B: T.Buffer((65,), "int16"), O: T.Buffer((64,), "int16")):
    T.func_attr({"tirx.noalias": True})
    for x in range(64):
        O[x] = T.if_then_else(A[x] > T.int16(3), B[x + 2], T.int16(0))


# Nor may it here: the first condition decides whether the second one loads.
# CHECK-LABEL: {{^}}def behind
# CHECK-NOT: T.Ramp
# WHY: [[@LINE+4]]:5: remark: loop 'x' is not vectorised: what one iteration leaves out might trap or read elsewhere in another
@T.prim_func(s_tir=True)
def behind(A: T.Buffer((64,), "int16"), B: T.Buffer((65,), "int16"), O: T.Buffer((64,), "int16"), N: T.Buffer((1,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for x in range(64):
        O[x] = T.if_then_else(N[0] > 3 and B[x + 2] > A[x], B[x + 2], T.int16(0))


# All lanes make the same choice here, and may leave the load out.
# CHECK-LABEL: {{^}}def chosen
# CHECK-NOT: T.Ramp
# WHY: [[@LINE+4]]:5: remark: loop 'x' is not vectorised: what one iteration leaves out might trap or read elsewhere in another
@T.prim_func(s_tir=True)
def chosen(A: T.Buffer((64,), "int16"), B: T.Buffer((65,), "int16"), O: T.Buffer((64,), "int16"), N: T.Buffer((1,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for x in range(64):
        O[x] = T.if_then_else(T.if_then_else(N[0] > 3, B[x + 2] > A[x], A[x] > T.int16(5)), B[x + 2], T.int16(0))


# A divisor that is known for each lane is 0 in those that do not divide: the rows stay apart.
# CHECK-LABEL: {{^}}def divided
# CHECK: for x in range(8):
# CHECK: T.if_then_else(x == 3, T.Broadcast(0, 16), T.Div(A[T.Ramp(x * 16 + c, 1, 16)], T.Broadcast(x - 3, 16)))
@T.prim_func(s_tir=True)
def divided(A: T.Buffer((128,), "int32"), O: T.Buffer((128,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for x, c in T.grid(8, 16):
        O[x * 16 + c] = T.if_then_else(x == 3, 0, T.truncdiv(A[x * 16 + c], x - 3))


# The arms make the choice that the condition makes, and load what it loads.
# CHECK-LABEL: {{^}}def again
# CHECK: T.Ramp(x + 2, 1, 64)
@T.prim_func(s_tir=True)
def again(B: T.Buffer((65,), "int16"), O: T.Buffer((64,), "int16"), N: T.Buffer((1,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for x in range(64):
        O[x] = T.Select(T.if_then_else(N[0] > 3, B[x + 2], T.int16(7)) < T.int16(0), T.if_then_else(N[0] > 3, B[x + 2], T.int16(7)) + T.int16(1), T.if_then_else(N[0] > 3, B[x + 2], T.int16(7)) - T.int16(1))


# They make another choice.
# CHECK-LABEL: {{^}}def another
# CHECK-NOT: T.Ramp
# WHY: [[@LINE+4]]:5: remark: loop 'x' is not vectorised: what one iteration leaves out might trap or read elsewhere in another
@T.prim_func(s_tir=True)
def another(B: T.Buffer((65,), "int16"), O: T.Buffer((64,), "int16"), N: T.Buffer((1,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for x in range(64):
        O[x] = T.Select(T.if_then_else(N[0] > 3, B[x + 2], T.int16(7)) < T.int16(0), T.if_then_else(N[0] > 2, B[x + 2], T.int16(7)) + T.int16(1), T.int16(1))
