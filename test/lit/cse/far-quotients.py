# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir %s | FileCheck %s
# RUN: %tirc --emit=tir %s -o /dev/null 2>&1 | count 0
# Loads that stores surely miss: by the range of a quotient, of a least one, and though one index is of 32 bits and the other of 64.
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def by_a_number
# CHECK: cse_v1 = T.bind(V[5])
@T.prim_func
def by_a_number(V: T.Buffer((8,), "int32"), O: T.Buffer((9,), "int32")):
    T.func_attr({"global_symbol": "by_a_number", "tirx.noalias": True})
    for i in range(9):
        V[T.truncdiv(i, 2)] = V[5]
        O[i] = V[5] * 3


# CHECK-LABEL: {{^}}def by_a_size
# CHECK: cse_v{{.*}} = T.bind(F[
@T.prim_func
def by_a_size(F: T.Buffer((8, 8), "float32"), E: T.Buffer((8,), "float32"), x: T.int32):
    T.func_attr({"global_symbol": "by_a_size", "tirx.noalias": True})
    F[2, 1] = F[T.truncdiv(1, T.max(x, 0)), 1]
    E[0] = F[T.truncdiv(1, T.max(x, 0)), 1]


# CHECK-LABEL: {{^}}def of_two_types
# CHECK: cse_v1 = T.bind(O[i])
# CHECK: O[T.int64(1)] = cse_v1
@T.prim_func
def of_two_types(O: T.Buffer((4,), "int16")):
    T.func_attr({"global_symbol": "of_two_types", "tirx.noalias": True})
    for i in range(1):
        for j in range(3):
            O[T.int64(1)] = O[i]


# CHECK-LABEL: {{^}}def of_several
# CHECK: cse_v1 = T.bind(V[3])
@T.prim_func
def of_several(V: T.Buffer((8,), "int32"), O: T.Buffer((8,), "int32"), y: T.int32):
    T.func_attr({"global_symbol": "of_several", "tirx.noalias": True})
    V[T.min(T.min(2, y), 1)] = V[3]
    O[0] = V[3] * 5


# The store's index is loaded. A call in the same statement may change the value that is loaded; the remainder of it keeps its range.
# CHECK-LABEL: {{^}}def beside_a_call
# CHECK: [[V:cse_v[0-9]+]] = T.bind(S[8])
# CHECK: A[1] = [[V]]
@T.prim_func
def beside_a_call(A: T.Buffer((8,), "int32"), B: T.Buffer((16,), "int32"), x: T.int32):
    S = T.alloc_buffer((16,), "int32")
    for i in range(16):
        S[i] = B[i]
    A[0] = S[8]
    S[S[x] & 7] = T.call_extern("int32", "f")
    A[1] = S[8]


# A loop runs once at most by a remainder, a mask, a shift or a comparison of what nothing is known of: 2 * x + i + 1 is not 0.
# CHECK-LABEL: {{^}}def by_extents
# CHECK-NOT: B[i] = F[0]
# CHECK: return
@T.prim_func
def by_extents(C: T.Buffer((8,), "int32"), B: T.Buffer((4,)), F: T.Buffer((64,)), x: T.int32) -> T.int32:
    T.func_attr({"tirx.noalias": True})
    times = T.bind(C[0] % 2)
    B[0] = F[0]
    for i in range(times):
        B[i] = F[0]
        F[x * 2 + i + 1] = T.float32(0)
    B[0] = F[0]
    for i in range(C[1] & 1):
        B[i] = F[0]
        F[x * 2 + i + 1] = T.float32(0)
    B[0] = F[0]
    for i in range((x & 7) >> 2):
        B[i] = F[0]
        F[x * 2 + i + 1] = T.float32(0)
    B[0] = F[0]
    for i in range(T.Cast("int32", T.Cast("uint8", x)) // 128):
        B[i] = F[0]
        F[x * 2 + i + 1] = T.float32(0)
    B[0] = F[0]
    for i in range(T.Cast("int32", C[2] > x)):
        B[i] = F[0]
        F[x * 2 + i + 1] = T.float32(0)
    return 0


# A loop that never runs, whose quotient a name in front of it holds behind a guard; what the loop binds goes.
# CHECK-LABEL: {{^}}def idle(
# CHECK: [[V:cse_v[0-9]+]] = T.bind(T.if_then_else(0 < i, 1 % y, 0))
# CHECK-NEXT: for j in range(i):
@T.prim_func(s_tir=True)
def idle(y: T.int32):
    T.func_attr({"global_symbol": "idle"})
    for i in range(1):
        for j in range(i):
            v = T.bind(1 % y)
