# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# x // y // z is x // (y * z) where z is positive in every place in which the function divides by it; T.truncdiv asks nothing of signs.
# RUN: %tirc --cse --no-loops --emit=tir %s 2>&1 | FileCheck %s
from tvm.script import tirx as T


# CHECK-NOT: warning
# CHECK-LABEL: def guarded
# CHECK: cse_v1 = T.bind(x // (z * y))
# CHECK-COUNT-2: = cse_v1
@T.prim_func
def guarded(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32, z: T.int32):
    if y > 0 and 1 <= z:
        A[0] = x // y // z
        A[1] = x // (z * y)


# CHECK-LABEL: def otherwise
# CHECK: cse_v1 = T.bind(T.Div(x, y * 4))
# CHECK-COUNT-2: = cse_v1
@T.prim_func
def otherwise(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    if y < 1:
        A[0] = 3
    else:
        A[0] = T.truncdiv(T.truncdiv(x, 4), y)
        A[1] = T.truncdiv(x, y * 4)


# CHECK-LABEL: def extents
# CHECK: cse_v2 = T.bind((a + i) // (n * m))
# CHECK-COUNT-2: = cse_v2
@T.prim_func
def extents(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), a: T.int32, n: T.int32, m: T.int32):
    for i, j in T.grid(n, m):
        A[i * m + j] = (a + i) // n // m
        B[i * m + j] = (a + i) // (n * m)


# CHECK-LABEL: def greatest
# CHECK: cse_v1 = T.bind(x // T.max(y, 1) // 3)
# CHECK-COUNT-2: = cse_v1
@T.prim_func
def greatest(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    A[0] = x // T.max(y, 1) // 3
    A[1] = x // 3 // T.max(y, 1)


# The first product is not computed on each path: it may overflow where the quotients do not.
# CHECK-LABEL: def perhaps
# CHECK: cse_v1 = T.bind(x // y // z)
# CHECK: A[0] = cse_v1
# CHECK: A[1] = cse_v1
@T.prim_func
def perhaps(A: T.Buffer((64,), "int32"), c: T.int32, x: T.int32, y: T.int32, z: T.int32):
    if y > 0 and z > 0:
        A[0] = x // y // z
        if c > 0:
            A[1] = x // (z * y)


# One place is not behind the condition; one condition is of something else; y * z may wrap around.
# CHECK-LABEL: def elsewhere
# CHECK-NOT: T.bind({{.*}}//
# CHECK-NOT: = cse_v
# CHECK-LABEL: def less
# CHECK-NOT: T.bind({{.*}}//
# CHECK-NOT: = cse_v
# CHECK-LABEL: def unsigned
# CHECK-NOT: T.bind({{.*}}//
# CHECK-NOT: = cse_v
# CHECK-LABEL: def factors
# CHECK-NOT: T.bind({{.*}}//
# CHECK-NOT: = cse_v
@T.prim_func
def elsewhere(A: T.Buffer((64,), "int32"), c: T.int32, x: T.int32, y: T.int32, z: T.int32):
    if y > 0 and z > 0:
        A[0] = x // y // z
        A[1] = x // (z * y)
    if c > 0:
        A[2] = x // y // z


@T.prim_func
def less(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32, z: T.int32):
    if y > 0 or z > 0:
        A[0] = x // y // z
        A[1] = x // (z * y)
    if y > 0 and z >= 0:
        A[2] = (x + 1) // y // z
        A[3] = (x + 1) // (z * y)
    if y > 0 and z > -1:
        A[4] = (x + 2) // y // z
        A[5] = (x + 2) // (z * y)


@T.prim_func
def unsigned(A: T.Buffer((64,), "uint32"), x: T.uint32, y: T.uint32, z: T.uint32):
    if y > T.uint32(0) and z > T.uint32(0):
        A[0] = x // y // z
        A[1] = x // (z * y)


@T.prim_func
def factors(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32, z: T.int32):
    if y > 0 and z > 0:
        A[0] = x // (y * 65536) // (z * 98304)
        A[1] = x // (z * y * 2147483647 + z * y)


# CSE names what is loaded, and the name is positive under the guard; the load has no name before: the proof takes both for one.
# CHECK-LABEL: def loaded
# CHECK: [[B:cse_v[0-9]+]] = T.bind(B[10])
# CHECK: {{.*}} // 100 // [[B]]
@T.prim_func
def loaded(A: T.Buffer((64,), "int32"), B: T.Buffer((32,), "int32"), Q: T.Buffer((64,), "int32")):
    A[8] = T.if_then_else(B[10] > 0, Q[5] - Q[5] // 100 // B[10], 0)


# CHECK-LABEL: def second
# CHECK: cse_v1 = T.bind(x // (z * y))
# CHECK-COUNT-2: = cse_v1
@T.prim_func
def second(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32, z: T.int32):
    if z > 0:
        A[0] = x // y // z
        A[1] = x // (z * y)


# CHECK-LABEL: def by_six
# CHECK: cse_v1 = T.bind(i * 37 // (y * 6))
# CHECK: B[i] = cse_v1 + cse_v1
@T.prim_func
def by_six(B: T.Buffer((64,), "int32"), y: T.int32):
    for i in range(64):
        B[i] = i * 37 // y // 6 + i * 37 // (y * 6)


# CHECK-LABEL: def truncated
# CHECK: cse_v1 = T.bind(T.Div(x, z * y * w))
# CHECK-COUNT-3: = cse_v1
@T.prim_func
def truncated(A: T.Buffer((64,), "int64"), x: T.int64, y: T.int64, z: T.int64, w: T.int64):
    A[0] = T.truncdiv(T.truncdiv(T.truncdiv(x, y), z), w)
    A[1] = T.truncdiv(x, z * y * w)
    A[2] = T.truncdiv(T.truncdiv(x, y * w), z)


# CHECK-LABEL: def negative
# CHECK: cse_v1 = T.bind(T.Div(x, y * -3))
# CHECK-COUNT-2: = cse_v1
# CHECK: cse_v2 = T.bind((x + 7) // -15)
# CHECK-COUNT-2: = cse_v2
@T.prim_func
def negative(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    A[0] = T.truncdiv(T.truncdiv(x, -3), y)
    A[1] = T.truncdiv(x, y * -3)
    A[2] = (x + 7) // -3 // 5
    A[3] = (x + 7) // -15


# y << 1 may wrap around where y * 2 does not, also if a name or a buffer holds it, or a remainder is taken by it.
# CHECK-LABEL: def shifted
# CHECK-NOT: T.bind({{.*}}Div
# CHECK-LABEL: def named
# CHECK-NOT: T.bind({{.*}}Div
# CHECK-LABEL: def stored
# CHECK-NOT: T.bind({{.*}}Div
# CHECK-LABEL: def remainder
# CHECK-NOT: T.bind({{.*}}Div
# CHECK-NOT: warning
@T.prim_func
def shifted(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32, z: T.int32):
    A[0] = T.truncdiv(T.truncdiv(x, y), z * 2)
    A[1] = T.truncdiv(x, T.shift_left(y, 1) * z)


@T.prim_func
def named(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32, z: T.int32):
    p: T.let[T.int32] = T.shift_left(y, 1)
    A[0] = T.truncdiv(T.truncdiv(x, y), z * 2)
    A[1] = T.truncdiv(x, p * z)


@T.prim_func
def stored(A: T.Buffer((64,), "int32"), D: T.Buffer((4,), "int32"), x: T.int32, y: T.int32):
    D[0] = T.shift_left(y, 1)
    A[0] = T.truncdiv(T.truncdiv(x, y), 2)
    A[1] = T.truncdiv(x, D[0])


@T.prim_func
def remainder(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    A[0] = T.truncdiv(T.truncdiv(x, y), 2) * (y * 2)
    A[1] = x - T.truncmod(x, T.shift_left(y, 1))
