# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 --no-cse --optimize=same-nests %s | FileCheck %s
# RUN: %tirc --emit=tir --target=x86_64-linux-gnu -O2 --no-cse --optimize=same-nests %s | FileCheck %s
# RUN: %tirc -c -o %t.o --target=hexagon --lanes=0 --explain %s 2>&1 | FileCheck --check-prefix=WHY --implicit-check-not='could not' %s
# A nest that does what one before it did becomes a copy of what that left.
from tvm.script import tirx as T


# Sums of floats, in their order; another nest stands between.
# CHECK-LABEL: {{^}}def sums(
# CHECK: M[i] = S[i] * T.float32(0.015625)
# CHECK-NEXT: for i in range(64):
# CHECK-NEXT: [[R:R.*]][i] = S[i]
# CHECK-NEXT: for i in range(64):
# CHECK-NEXT: V[i] = [[R]][i] * T.float32(2.0)
# WHY: loop 'i': redundant loop elimination: it does what a loop before it did, so that loop's result is copied
@T.prim_func(s_tir=True)
def sums(A: T.Buffer((64, 64), "float32"), M: T.Buffer((64,), "float32"), V: T.Buffer((64,), "float32")):
    T.func_attr({"global_symbol": "sums", "tirx.noalias": True})
    S = T.alloc_buffer((64,), "float32")
    R = T.alloc_buffer((64,), "float32")
    for i in range(64):
        S[i] = T.float32(0)
        for j in range(64):
            S[i] = S[i] + A[i, j]
    for i in range(64):
        M[i] = S[i] * T.float32(0.015625)
    for i in range(64):
        R[i] = T.float32(0)
        for j in range(64):
            R[i] = R[i] + A[i, j]
    for i in range(64):
        V[i] = R[i] * T.float32(2.0)


# Extents that are not known; what is reduced stands in front in loops of its own; other names of loops.
# CHECK-LABEL: {{^}}def unknown(
# CHECK: for i, j in T.grid(n, m):
# CHECK-NEXT: M[i] = T.max(M[i], A[i, j] // y)
# CHECK-NEXT: for x in range(n):
# CHECK-NEXT: V[x] = M[x]
# CHECK-NOT: V[
@T.prim_func(s_tir=True)
def unknown(A: T.Buffer((40, 24), "int16"), M: T.Buffer((40,), "int16"), V: T.Buffer((40,), "int16"), n: T.int32, m: T.int32, y: T.int16):
    T.func_attr({"global_symbol": "unknown", "tirx.noalias": True})
    for i in range(n):
        M[i] = T.int16(-7)
    for i, j in T.grid(n, m):
        M[i] = T.max(M[i], A[i, j] // y)
    for x in range(n):
        V[x] = T.int16(-7)
    for x, k in T.grid(n, m):
        V[x] = T.max(V[x], A[x, k] // y)


# The same buffer: nothing is left of the second nest, and a third one is a copy, too.
# CHECK-LABEL: {{^}}def same_buffer(
# CHECK: S[0] = S[0] + A[y, j]
# CHECK-NEXT: M[y, 0] = S[0]
# CHECK-NEXT: M[y, 1] = S[0] * 2
# CHECK-NEXT: [[Q:R[_0-9]*]][0] = S[0]
# CHECK-NEXT: M[y, 2] = [[Q]][0]
@T.prim_func(s_tir=True)
def same_buffer(A: T.Buffer((4, 40), "int32"), M: T.Buffer((4, 3), "int32")):
    T.func_attr({"global_symbol": "same_buffer", "tirx.noalias": True})
    S = T.alloc_buffer((1,), "int32")
    R = T.alloc_buffer((1,), "int32")
    for y in range(4):
        S[0] = 0
        for j in range(40):
            S[0] = S[0] + A[y, j]
        M[y, 0] = S[0]
        S[0] = 0
        for j in range(40):
            S[0] = S[0] + A[y, j]
        M[y, 1] = S[0] * 2
        R[0] = 0
        for j in range(40):
            R[0] = R[0] + A[y, j]
        M[y, 2] = R[0]


# A store between to what both read.
# CHECK-LABEL: {{^}}def stored(
# CHECK: V[i] = V[i] + A[i, j]
# WHY: {{.*}}same-nests.py:[[@LINE+9]]:5: remark: loop 'i' is not replaced by a copy: what it reads, or what the loop before it that does the same left, may have changed in between
@T.prim_func(s_tir=True)
def stored(A: T.Buffer((48, 40), "int16"), M: T.Buffer((48,), "int16"), V: T.Buffer((48,), "int16")):
    T.func_attr({"global_symbol": "stored", "tirx.noalias": True})
    for i in range(48):
        M[i] = T.int16(0)
        for j in range(40):
            M[i] = M[i] + A[i, j]
    A[3, 4] = T.int16(1)
    for i in range(48):
        V[i] = T.int16(0)
        for j in range(40):
            V[i] = V[i] + A[i, j]


# A store between to what the first one left.
# CHECK-LABEL: {{^}}def overwritten(
# CHECK: V[i] = V[i] + A[i, j]
@T.prim_func(s_tir=True)
def overwritten(A: T.Buffer((48, 40), "int16"), M: T.Buffer((48,), "int16"), V: T.Buffer((48,), "int16")):
    T.func_attr({"global_symbol": "overwritten", "tirx.noalias": True})
    for i in range(48):
        M[i] = T.int16(0)
        for j in range(40):
            M[i] = M[i] + A[i, j]
    M[7] = T.int16(1)
    for i in range(48):
        V[i] = T.int16(0)
        for j in range(40):
            V[i] = V[i] + A[i, j]


# Each adds to what was there before.
# CHECK-LABEL: {{^}}def kept(
# CHECK: V[i] = V[i] + A[i, j] // y
@T.prim_func(s_tir=True)
def kept(A: T.Buffer((48, 40), "int16"), M: T.Buffer((48,), "int16"), V: T.Buffer((48,), "int16"), y: T.int16):
    T.func_attr({"global_symbol": "kept", "tirx.noalias": True})
    for i in range(48):
        for j in range(40):
            M[i] = M[i] + A[i, j] // y
    for i in range(48):
        for j in range(40):
            V[i] = V[i] + A[i, j] // y


# The store that begins leaves out the last element.
# CHECK-LABEL: {{^}}def last(
# CHECK: V[i] = V[i] + A[i, j]
@T.prim_func(s_tir=True)
def last(A: T.Buffer((48, 40), "int16"), M: T.Buffer((48,), "int16"), V: T.Buffer((48,), "int16")):
    T.func_attr({"global_symbol": "last", "tirx.noalias": True})
    for i in range(47):
        M[i] = T.int16(0)
    for i, j in T.grid(48, 40):
        M[i] = M[i] + A[i, j]
    for i in range(47):
        V[i] = T.int16(0)
    for i, j in T.grid(48, 40):
        V[i] = V[i] + A[i, j]


# The loop around what begins may not run.
# CHECK-LABEL: {{^}}def perhaps(
# CHECK: V[i] = V[i] + A[i, j]
@T.prim_func(s_tir=True)
def perhaps(A: T.Buffer((48, 40), "int16"), M: T.Buffer((48,), "int16"), V: T.Buffer((48,), "int16"), n: T.int32):
    T.func_attr({"global_symbol": "perhaps", "tirx.noalias": True})
    for k, i in T.grid(n, 48):
        M[i] = T.int16(0)
    for i, j in T.grid(48, 40):
        M[i] = M[i] + A[i, j]
    for k, i in T.grid(n, 48):
        V[i] = T.int16(0)
    for i, j in T.grid(48, 40):
        V[i] = V[i] + A[i, j]


# Buffers that may overlap.
# CHECK-LABEL: {{^}}def overlap(
# CHECK: V[i] = V[i] + A[i, j]
@T.prim_func(s_tir=True)
def overlap(A: T.Buffer((48, 40), "int16"), M: T.Buffer((48,), "int16"), V: T.Buffer((48,), "int16")):
    T.func_attr({"global_symbol": "overlap", "tirx.noalias": False})
    for i in range(48):
        M[i] = T.int16(0)
        for j in range(40):
            M[i] = M[i] + A[i, j]
    for i in range(48):
        V[i] = T.int16(0)
        for j in range(40):
            V[i] = V[i] + A[i, j]


# They read different buffers.
# CHECK-LABEL: {{^}}def others(
# CHECK: V[i] = V[i] + B[i, j]
@T.prim_func(s_tir=True)
def others(A: T.Buffer((48, 40), "int16"), B: T.Buffer((48, 40), "int16"), M: T.Buffer((48,), "int16"), V: T.Buffer((48,), "int16")):
    T.func_attr({"global_symbol": "others", "tirx.noalias": True})
    for i in range(48):
        M[i] = T.int16(0)
        for j in range(40):
            M[i] = M[i] + A[i, j]
    for i in range(48):
        V[i] = T.int16(0)
        for j in range(40):
            V[i] = V[i] + B[i, j]


# Names that stand behind what goes, and that nothing uses then, go with it.
# CHECK-LABEL: {{^}}def named(
# CHECK-COUNT-3: for i in range(5):
# CHECK-NOT: for
@T.prim_func(s_tir=True)
def named(E: T.Buffer((100,), "uint32"), C: T.Buffer((32,), "int32"), O: T.Buffer((64,), "uint32"), n: T.int32):
    T.func_attr({"global_symbol": "named", "tirx.noalias": True})
    v0 = T.bind(C[3] >> 2)
    w0 = T.bind(E[33] - E[4])
    for i in range(5):
        O[n] = ~E[33]
    v1 = T.bind(C[3] >> 2)
    w1 = T.bind(E[33] - E[4])
    for i in range(5):
        O[n] = ~E[33]
    v2 = T.bind(C[3] >> 2)
    w2 = T.bind(E[33] - E[4])
    for i in range(5):
        O[n] = ~E[33]
    v3 = T.bind(C[3] >> 2)
    w3 = T.bind(E[33] - E[4])
    for i in range(5):
        O[n] = ~E[33]
    v4 = T.bind(C[3] >> 2)
    w4 = T.bind(E[33] - E[4])
    for i in range(5):
        O[n] = ~E[33]


# Threads between the two are not looked into.
# CHECK-LABEL: {{^}}def threads(
# CHECK-COUNT-2: for i in range(n):
@T.prim_func(s_tir=True)
def threads(B: T.Buffer((32,), "int32"), Q: T.Buffer((64,), "int32"), y: T.int32, n: T.int32):
    T.func_attr({"global_symbol": "threads", "tirx.noalias": True})
    for i in range(n):
        B[y] = y // n
    for i in T.thread_binding(4, thread="threadIdx.x"):
        Q[2] = y
    for i in range(n):
        B[y] = y // n


# Loops that only define names go with what stands around them.
# CHECK-LABEL: {{^}}def idle(
# CHECK-COUNT-3: for i in range(n):
# CHECK-NOT: for
# CHECK: O[1] = y
@T.prim_func(s_tir=True)
def idle(E: T.Buffer((100,), "uint32"), O: T.Buffer((64,), "int32"), n: T.int32, y: T.int32):
    T.func_attr({"global_symbol": "idle", "tirx.noalias": True})
    for i in range(n):
        v0 = T.bind(E[n] - E[4])
    for i in range(n):
        O[0] = y // n
    for i in range(n):
        v1 = T.bind(E[n] - E[4])
    for i in range(n):
        O[0] = y // n
    for i in range(n):
        v2 = T.bind(E[n] - E[4])
    for i in range(n):
        O[0] = y // n
    O[1] = y


# A name that is used behind what goes stays.
# CHECK-LABEL: {{^}}def used(
# CHECK: A[1] = v
# CHECK-NEXT: for i in range(8):
# CHECK-NEXT: [[R:R.*]][i] = S[i]
# CHECK-NEXT: w = T.bind(y % z)
# CHECK-NEXT: A[2] = w
@T.prim_func(s_tir=True)
def used(A: T.Buffer((64,), "int32"), S: T.Buffer((8,), "int32"), R: T.Buffer((8,), "int32"), y: T.int32, z: T.int32):
    T.func_attr({"global_symbol": "used", "tirx.noalias": True})
    for i in range(8):
        S[i] = (y + i) // z
    v = T.bind(y % z)
    A[1] = v
    for i in range(8):
        R[i] = (y + i) // z
    w = T.bind(y % z)
    A[2] = w


# One number for all iterations: it is shared without a copy of what was stored.
# CHECK-LABEL: {{^}}def fills(
# CHECK: M[i] = x // y
# CHECK: V[i] = x // y
# CHECK: M[i] = (x + i) // y
# CHECK: V[i] = M[i]
@T.prim_func(s_tir=True)
def fills(M: T.Buffer((48,), "int32"), V: T.Buffer((48,), "int32"), n: T.int32, x: T.int32, y: T.int32):
    T.func_attr({"global_symbol": "fills", "tirx.noalias": True})
    for i in range(n):
        M[i] = x // y
    for i in range(n):
        V[i] = x // y
    for i in range(n):
        M[i] = (x + i) // y
    for i in range(n):
        V[i] = (x + i) // y


# More of them than a run is long; those that stay are in the order of the text.
# CHECK-LABEL: {{^}}def many(
# CHECK: A[i * 10] = n
@T.prim_func(s_tir=True)
def many(A: T.Buffer((120,), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "many", "tirx.noalias": True})
    for k in T.unroll(49):
        for i in range(5):
            A[i * 10] = n
