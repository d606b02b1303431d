# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The body of a Let is searched as any other expression is: its variable stands for its value.
# RUN: %tirc --cse --emit=tir %s | FileCheck %s
# RUN: %tirc --cse --target=hexagon -O3 --emit=tir --function=arms %s | FileCheck %s --check-prefix=HEX
# RUN: %tirc --cse --explain --emit=tir -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=WHY
from tvm.script import tirx as T


# What both arms divide leaves the loop, as if there were no Lets.
# CHECK-LABEL: def arms
# CHECK: cse_v1 = T.bind(x // y)
# CHECK: T.Let(u * u + cse_v1, where={u: n + i})
# CHECK: T.Let(v * 3 - cse_v1, where={v: n * i})
# HEX: cse_v1 = T.bind(x // y)
# HEX-NEXT: for i in range(64):
@T.prim_func
def arms(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), x: T.int32, y: T.int32, n: T.int32):
    T.func_attr({"tirx.noalias": True})
    u = T.int32()
    v = T.int32()
    for i in range(64):
        if A[i] > 0:
            B[i] = T.Let(u * u + x // y, where={u: n + i})
        else:
            B[i] = T.Let(v * 3 - x // y, where={v: n * i})


# A Let that nothing reads goes, and so does one of a mere variable.
# CHECK-LABEL: def dead
# CHECK-NEXT: cse_v1 = T.bind(x * y)
# CHECK-NEXT: B[0] = cse_v1 + 7
# CHECK-NEXT: cse_v2 = T.bind(n * x)
# CHECK-NEXT: B[1] = cse_v2
# CHECK-NEXT: B[2] = cse_v1 * n + cse_v2
@T.prim_func
def dead(B: T.Buffer((3,), "int32"), n: T.int32, x: T.int32, y: T.int32):
    u = T.int32()
    v = T.int32()
    B[0] = T.Let(x * y + 7, where={u: n * y})
    B[1] = T.Let(v, where={v: n * x})
    B[2] = x * y * n + n * x


# The value of a Let is shared with the same value elsewhere, and what several Lets have in common.
# CHECK-LABEL: def shared
# CHECK-NEXT: cse_v1 = T.bind(x // y)
# CHECK-NEXT: B[0] = cse_v1 * 3
# CHECK-NEXT: B[1] = cse_v1
# WHY-DAG: 'x // y' is computed once instead of 2 times
@T.prim_func
def shared(B: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32):
    u = T.int32()
    B[0] = T.Let(u * 3, where={u: x // y})
    B[1] = x // y


# Both Lets of a statement run: one path computes both.
# CHECK-LABEL: def two
# CHECK: cse_v1 = T.bind(x * y * n)
# CHECK: T.Let(u * u + cse_v1, where={u: B[5] * 3}) * T.Let(v * v - cse_v1, where={v: B[6] * 3})
# WHY-NOT: each path computes it only once
@T.prim_func
def two(B: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32):
    u = T.int32()
    v = T.int32()
    B[0] = T.Let(u * u + x * y * n, where={u: B[5] * 3}) * T.Let(v * v - x * y * n, where={v: B[6] * 3})


# So do the condition and the body of a while.
# CHECK-LABEL: def loop
# CHECK-NEXT: cse_v1 = T.bind(x * y)
# CHECK-NEXT: while B[0] < cse_v1:
# CHECK-NEXT: B[0] = B[0] + cse_v1
@T.prim_func
def loop(B: T.Buffer((1024,), "int32"), x: T.int32, y: T.int32):
    while B[0] < x * y:
        B[0] = B[0] + x * y


# A Let of what is read from memory stays where it is: what is computed of its variable has no meaning elsewhere.
# CHECK-LABEL: def read
# CHECK: [[V:cse_v[0-9]+]] = T.bind(Q[4] // n)
# CHECK-NEXT: for k in range(4):
# CHECK-NEXT: Q[5] = [[V]] & 127
@T.prim_func(s_tir=True)
def read(D: T.Buffer((16,), "int8"), Q: T.Buffer((64,), "int32"), n: T.int32):
    L = T.int8()
    Q[4] = (1 + T.Cast("int32", T.Let(L - D[n % 3 + 2 & 15] + L, where={L: D[1]}))) & 127
    for k in range(4):
        Q[5] = Q[4] // n & 127


# One that nobody asks is dropped.
# CHECK-LABEL: def idle
# CHECK: Q[0] = [[V:cse_v[0-9]+]] + T.Cast("int32", T.int8(1))
@T.prim_func(s_tir=True)
def idle(D: T.Buffer((16,), "int8"), Q: T.Buffer((64,), "int32"), x: T.int32):
    L = T.int8()
    Q[0] = x * 8 + T.Cast("int32", T.Let(T.int8(1), where={L: D[1]}))
    Q[1] = x * 8 + x
