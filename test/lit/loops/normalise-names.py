# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --optimize=names %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --optimize=names --print-after=normalise --print-after=names %s -o %t.py 2>&1 | FileCheck --check-prefix=PASS %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon %s | FileCheck --check-prefix=LANES %s
# Expressions in the place of names.
# PASS: # *** after names on sum ***
# PASS: O[i * 64 + j] = A[i * 64 + j] + A[i * 64 + j + 1]
# PASS: # *** after normalise on sum ***
# NONE-LABEL: {{^}}def sum(
# NONE: {{^ *}}at: T.let[T.int32] = i * 64 + j
# NONE-NOT: i * 64 + j
from tvm.script import tirx as T


# A name of an index, and of a sum with it.
# CHECK-LABEL: {{^}}def sum(
# CHECK: for i, j in T.grid(16, 64):
# CHECK-NEXT: O[i * 64 + j] = A[i * 64 + j] + A[i * 64 + j + 1]
# LANES-LABEL: {{^}}def sum(
# LANES: T.Ramp(
@T.prim_func(s_tir=True)
def sum(A: T.Buffer((1025,), "int16"), O: T.Buffer((1024,), "int16")):
    T.func_attr({"global_symbol": "sum", "tirx.noalias": True})
    for i, j in T.grid(16, 64):
        at: T.let[T.int32] = i * 64 + j
        next = T.bind(at + 1)
        O[at] = A[at] + A[next]


# In an expression, one in another.
# CHECK-LABEL: {{^}}def inside(
# CHECK: O[i] = A[i * 2] * (i * 2 + (i * 2 + 3))
@T.prim_func(s_tir=True)
def inside(A: T.Buffer((128,), "int32"), O: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "inside", "tirx.noalias": True})
    x = T.int32()
    y = T.int32()
    for i in range(64):
        O[i] = T.Let(A[x] * T.Let(x + y, where={y: x + 3}), where={x: i * 2})


# A load behind which its element is stored to; a quotient that may trap where the loop does nothing.
# CHECK-LABEL: {{^}}def stay(
# CHECK: q: T.let[T.int32] = n // m
# CHECK: v: T.let[T.int32] = A[i]
# CHECK-NEXT: A[i] = q
# CHECK-NEXT: O[i] = v
@T.prim_func(s_tir=True)
def stay(A: T.Buffer((64,), "int32"), O: T.Buffer((64,), "int32"), n: T.int32, m: T.int32):
    T.func_attr({"global_symbol": "stay", "tirx.noalias": True})
    q: T.let[T.int32] = n // m
    for i in range(n):
        v: T.let[T.int32] = A[i]
        A[i] = q
        O[i] = v


# Loads: read through where nothing was stored to their memory, in another branch's arm too; not in a loop that stores there.
# CHECK-LABEL: {{^}}def loads(
# CHECK-NOT: x:
# CHECK: y: T.let[T.int32] = A[1] + 1
# CHECK-NEXT: for i in range(64):
# CHECK-NEXT: if i < n:
# CHECK-NEXT: P[i] = O[0] * 2 + y
# CHECK-NEXT: A[1] = i
# CHECK-NEXT: else:
# CHECK-NEXT: P[i] = A[i + 2] + O[0] * 2
# CHECK-NEXT: z: T.let[T.int32] = A[i + 3]
# CHECK-NEXT: P[i] = A[i + 3] + 1
# CHECK-NEXT: A[i + 3] = 0
# CHECK-NEXT: P[i] = z
@T.prim_func(s_tir=True)
def loads(A: T.Buffer((68,), "int32"), O: T.Buffer((64,), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "loads", "tirx.noalias": True})
    P = T.alloc_buffer((64,), "int32")
    x: T.let[T.int32] = O[0] * 2
    y: T.let[T.int32] = A[1] + 1
    for i in range(64):
        w: T.let[T.int32] = A[i + 2]
        if i < n:
            P[i] = x + y
            A[1] = i
        else:
            P[i] = w + x
        z: T.let[T.int32] = A[i + 3]
        P[i] = z + 1
        A[i + 3] = 0
        P[i] = z
    O[1] = P[2]


# What a function may have stored to.
# CHECK-LABEL: {{^}}def called(
# CHECK: v: T.let[T.int32] = A[0]
# CHECK-NEXT: O[0] = A[0]
# CHECK-NEXT: T.call_extern("void", "f", A.data)
# CHECK-NEXT: O[1] = v
@T.prim_func(s_tir=True)
def called(A: T.Buffer((64,), "int32"), O: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "called", "tirx.noalias": True})
    v: T.let[T.int32] = A[0]
    O[0] = v
    T.call_extern("void", "f", A.data)
    O[1] = v


# A call in the statement may store before the rest of it is read.
# CHECK-LABEL: {{^}}def meanwhile(
# CHECK: v: T.let[T.int32] = A[0]
# CHECK-NEXT: O[v] = T.call_extern("int32", "f", A.data)
@T.prim_func(s_tir=True)
def meanwhile(A: T.Buffer((64,), "int32"), O: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "meanwhile", "tirx.noalias": True})
    v: T.let[T.int32] = A[0]
    O[v] = T.call_extern("int32", "f", A.data)


# What was stored is read from there, as long as nothing may have been stored over it; so is what was loaded.  Vectors, too.
# CHECK-LABEL: {{^}}def held(
# CHECK: S[0:8] = S[T.Ramp(0, 1, 8)] + A[T.Ramp(0, 1, 8)]
# CHECK-NEXT: S[8:16] = S[T.Ramp(8, 1, 8)] + A[T.Ramp(0, 1, 8)]
# CHECK-NEXT: S[16:24] = A[T.Ramp(0, 1, 8)]
# CHECK-NEXT: S[0:8] = S[T.Ramp(0, 1, 8)] * S[T.Ramp(24, 1, 8)]
# CHECK-NEXT: w = T.bind(S[T.Ramp(8, 1, 8)] * S[T.Ramp(8, 1, 8)])
# CHECK-NEXT: S[8:16] = S[T.Ramp(8, 1, 8)] * S[T.Ramp(8, 1, 8)]
# CHECK-NEXT: S[15:23] = A[T.Ramp(8, 1, 8)]
# CHECK-NEXT: S[24:32] = w
@T.prim_func(s_tir=True)
def held(A: T.Buffer((16,), "float32"), S: T.Buffer((32,), "float32")):
    T.func_attr({"global_symbol": "held", "tirx.noalias": True})
    x = T.bind(S[T.Ramp(24, 1, 8)])
    v = T.bind(S[T.Ramp(0, 1, 8)] + A[T.Ramp(0, 1, 8)])
    S[T.Ramp(0, 1, 8)] = v
    S[T.Ramp(8, 1, 8)] = S[T.Ramp(8, 1, 8)] + A[T.Ramp(0, 1, 8)]
    S[T.Ramp(16, 1, 8)] = A[T.Ramp(0, 1, 8)]
    S[T.Ramp(0, 1, 8)] = v * x
    w = T.bind(S[T.Ramp(8, 1, 8)] * S[T.Ramp(8, 1, 8)])
    S[T.Ramp(8, 1, 8)] = w
    S[T.Ramp(15, 1, 8)] = A[T.Ramp(8, 1, 8)]
    S[T.Ramp(24, 1, 8)] = w


# Not behind a branch that stored it, nor in a loop whose later iterations store over it, nor where a function may have.
# CHECK-LABEL: {{^}}def lost(
# CHECK: v: T.let[T.int32] = A[0] + n
# CHECK-NEXT: if n > 3:
# CHECK-NEXT: A[0] = A[0] + n
# CHECK-NEXT: else:
# CHECK-NEXT: A[1] = A[0] + n
# CHECK-NEXT: A[0] = 7
# CHECK-NEXT: A[2] = v
# CHECK-NEXT: for i in range(8):
# CHECK-NEXT: A[3] = v + i
# CHECK-NEXT: A[2] = i
# CHECK-NEXT: A[5] = v
# CHECK-NEXT: T.call_extern("void", "f", A.data)
# CHECK-NEXT: A[4] = v
@T.prim_func(s_tir=True)
def lost(A: T.Buffer((64,), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "lost", "tirx.noalias": True})
    v: T.let[T.int32] = A[0] + n
    if n > 3:
        A[0] = v
    else:
        A[1] = v
        A[0] = 7
    A[2] = v
    for i in range(8):
        A[3] = v + i
        A[2] = i
    A[5] = v
    T.call_extern("void", "f", A.data)
    A[4] = v


# A branch that need not run leaves nothing behind it, with a loop in it or without.
# CHECK-LABEL: {{^}}def branch(
# CHECK: v: T.let[T.int32] =
# CHECK: O[n] = A[k] + A[n]
# CHECK: O[m] = v * 3
# CHECK: O[k] = v * 5
@T.prim_func(s_tir=True)
def branch(A: T.Buffer((64,), "int32"), O: T.Buffer((64,), "int32"), n: T.int32, m: T.int32, k: T.int32):
    T.func_attr({"global_symbol": "branch", "tirx.noalias": True})
    v: T.let[T.int32] = A[k] + A[n]
    if n > 3:
        O[n] = v
        A[k] = 0
    O[m] = v * 3
    if m > 3:
        for i in range(k):
            A[i] = O[i]
        O[n] = v
    O[k] = v * 5


# Parameters that may overlap.
# CHECK-LABEL: {{^}}def overlaps(
# CHECK: v: T.let[T.int32] = A[i]
# CHECK-NEXT: O[i] = A[i] + 1
# CHECK-NEXT: P[i] = v
@T.prim_func(s_tir=True)
def overlaps(A: T.Buffer((64,), "int32"), O: T.Buffer((64,), "int32"), P: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "overlaps"})
    for i in range(64):
        v: T.let[T.int32] = A[i]
        O[i] = v + 1
        P[i] = v


# The condition of a while loop is evaluated again behind each store of its body.
# CHECK-LABEL: {{^}}def again(
# CHECK: v: T.let[T.int32] = A[0]
# CHECK-NEXT: w: T.let[T.int32] = A[1]
# CHECK-NEXT: A[2] = A[1]
# CHECK-NEXT: while A[v + w & 15] <= n:
# CHECK-NEXT: A[n] = 7
@T.prim_func(s_tir=True)
def again(A: T.Buffer((64,), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "again", "tirx.noalias": True})
    v: T.let[T.int32] = A[0]
    w: T.let[T.int32] = A[1]
    A[2] = w
    while A[v + w & 15] <= n:
        A[n] = 7


# What shapes name, which is read through elsewhere; pointers.
# CHECK-LABEL: {{^}}def shape(
# CHECK: k: T.let[T.int32] = n * 2
# CHECK: p: T.let[{{.*}}] = T.address_of(A[0])
# CHECK: T.decl_buffer((k,), "int32", data=p
# CHECK: O[i] = V[n * 2 - i - 1]
@T.prim_func(s_tir=True)
def shape(A: T.Buffer((64,), "int32"), O: T.Buffer((64,), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "shape", "tirx.noalias": True})
    k: T.let[T.int32] = n * 2
    p: T.let[T.handle("int32")] = T.address_of(A[0])
    V = T.decl_buffer((k,), "int32", data=p)
    for i in range(n):
        O[i] = V[k - i - 1]


# A chain of names, each twice in the next one: names of large expressions stay.
# CHECK-LABEL: {{^}}def chain(
# CHECK: x7: T.let[T.int32] =
# CHECK-NOT: T.let
# CHECK: O[i] =
@T.prim_func(s_tir=True)
def chain(A: T.Buffer((64,), "int32"), O: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "chain", "tirx.noalias": True})
    for i in range(64):
        x1: T.let[T.int32] = i * i
        x2: T.let[T.int32] = x1 * x1 + 1
        x3: T.let[T.int32] = x2 * x2 + 1
        x4: T.let[T.int32] = x3 * x3 + 1
        x5: T.let[T.int32] = x4 * x4 + 1
        x6: T.let[T.int32] = x5 * x5 + 1
        x7: T.let[T.int32] = x6 * x6 + 1
        x8: T.let[T.int32] = x7 * x7 + 1
        x9: T.let[T.int32] = x8 * x8 + 1
        x10: T.let[T.int32] = x9 * x9 + 1
        O[i] = x10
