# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --optimize=locals %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --optimize=normalise %s | FileCheck --check-prefix=BOTH %s
# Names of values in the place of local variables.
from tvm.script import tirx as T


# A variable that is assigned twice, an allocation of one element, one of another inside: each assignment is a name.
# CHECK-LABEL: {{^}}def straight(
# CHECK-NOT: T.alloc
# CHECK: for i in range(64):
# CHECK-NEXT: a = T.bind(A[i])
# CHECK-NEXT: s = T.bind(a * 2)
# CHECK-NEXT: [[AGAIN:a_1]] = T.bind(a + s)
# CHECK-NEXT: for j in range(4):
# CHECK-NEXT: O[i * 4 + j] = [[AGAIN]] + s
# BOTH-LABEL: {{^}}def straight(
# BOTH-NOT: T.bind
# BOTH: O[i * 4 + j] = A[i] + A[i] * 2 + A[i] * 2
@T.prim_func(s_tir=True)
def straight(A: T.Buffer((64,), "int32"), O: T.Buffer((256,), "int32")):
    T.func_attr({"global_symbol": "straight", "tirx.noalias": True})
    s = T.alloc_buffer((1,), "int32", scope="local")
    for i in range(64):
        a: T.int32 = A[i]
        s[0] = a * 2
        a = a + s[0]
        for j in range(4):
            O[i * 4 + j] = a + s[0]


# What has either of two values stays: behind a branch, in a loop that assigns it, behind that loop, before it is assigned.
# CHECK-LABEL: {{^}}def stay(
# CHECK: p: T.int32 = 1
# CHECK: q: T.int32 = 2
# CHECK: r: T.int32 = 3
# CHECK: p = 4
# CHECK: q = q + i
# CHECK: r = i
# CHECK: O[n] = p + q + r
@T.prim_func(s_tir=True)
def stay(O: T.Buffer((64,), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "stay", "tirx.noalias": True})
    p: T.int32 = 1
    q: T.int32 = 2
    r: T.int32 = 3
    if n > 5:
        p = 4
    for i in range(n):
        q = q + i
        r = i
    O[n] = p + q + r


# One that a branch and a loop assign for themselves alone.
# CHECK-LABEL: {{^}}def inside(
# CHECK-NOT: T.alloc
# CHECK: O[i] = p
# CHECK: else:
# CHECK: O[i] = p
@T.prim_func(s_tir=True)
def inside(A: T.Buffer((64,), "int32"), O: T.Buffer((64,), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "inside", "tirx.noalias": True})
    p = T.alloc_buffer((1,), "int32")
    for i in range(64):
        if i < n:
            p[0] = A[i] + 1
            O[i] = p[0]
        else:
            p[0] = A[i] - 1
            O[i] = p[0]


# What is loaded before its element is stored to.
# BOTH-LABEL: {{^}}def swap(
# BOTH: [[T:t[_0-9]*]] = T.bind(A[i])
# BOTH-NEXT: A[i] = A[127 - i]
# BOTH-NEXT: A[127 - i] = [[T]]
@T.prim_func(s_tir=True)
def swap(A: T.Buffer((128,), "int32")):
    T.func_attr({"global_symbol": "swap", "tirx.noalias": True})
    for i in range(64):
        t: T.int32 = A[i]
        A[i] = A[127 - i]
        A[127 - i] = t


# An address, a view and a shared one.
# CHECK-LABEL: {{^}}def seen(
# CHECK: p = T.alloc
# CHECK: q = T.alloc
# CHECK: T.call_extern("void", "f", p.data)
@T.prim_func(s_tir=True)
def seen(O: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "seen", "tirx.noalias": True})
    p = T.alloc_buffer((1,), "int32")
    q = T.alloc_buffer((1,), "int32", scope="shared")
    p[0] = 1
    q[0] = 2
    T.call_extern("void", "f", p.data)
    O[0] = p[0] + q[0]


# A loop reads what the iteration before assigned.
# CHECK-LABEL: {{^}}def handed_on(
# CHECK: O[i] = q[0]
# CHECK-NEXT: q[0] = q[0] + i
@T.prim_func(s_tir=True)
def handed_on(O: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "handed_on", "tirx.noalias": True})
    q = T.alloc_buffer((1,), "int32")
    q[0] = 2
    for i in range(64):
        O[i] = q[0]
        q[0] = q[0] + i
