# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 --no-cse --optimize=fuse %s | FileCheck %s
# RUN: %tirc --emit=tir --target=x86_64-linux-gnu -O2 --no-cse --optimize=fuse %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 --no-cse --optimize=fuse --scratch=0 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc -c -o %t.o --target=hexagon --lanes=0 --explain %s 2>&1 | FileCheck --check-prefix=WHY --implicit-check-not='could not' %s
# Nests beside each other that read what the one before wrote, as one; two stores to one element, as one.
# NONE-LABEL: {{^}}def chain(
# NONE-COUNT-3: for {{[a-z]}} in range(300)
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def chain(
# CHECK: [[R:R.*]] = T.alloc_buffer
# CHECK: for i in range(300):
# CHECK-NEXT: S[i] = A[i] * 3
# CHECK-NEXT: [[R]][i] = S[i] + 1
# CHECK-NEXT: B[i] = T.max([[R]][i], S[i] * 2)
# WHY: loop 'i': loop fusion: it and those behind it, which read what it writes, are one; loops: 3
@T.prim_func(s_tir=True)
def chain(A: T.Buffer((300,), "int32"), B: T.Buffer((300,), "int32")):
    T.func_attr({"global_symbol": "chain", "tirx.noalias": True})
    S = T.alloc_buffer((300,), "int32")
    for i in range(300):
        S[i] = A[i] * 3
    R = T.alloc_buffer((300,), "int32")
    for j in range(300):
        R[j] = S[j] + 1
    for k in range(300):
        B[k] = T.max(R[k], S[k] * 2)


# One element, in views: one store, a quotient that may trap among what it is made of.
# CHECK-LABEL: {{^}}def views(
# CHECK: for i, j in T.grid(20, 30):
# CHECK-NEXT: W[i, j] = T.max(A[i, j] // y, A[i, j + 1]) - T.int16(7)
# CHECK-NOT: W[
@T.prim_func(s_tir=True)
def views(A: T.Buffer((20, 31), "int16"), B: T.Buffer((20, 30), "int16"), y: T.int16):
    T.func_attr({"global_symbol": "views", "tirx.noalias": True})
    V = T.decl_buffer((20, 30), "int16", data=B.data)
    W = T.decl_buffer((20, 30), "int16", data=B.data)
    for i, j in T.grid(20, 30):
        B[i, j] = A[i, j] // y
    for i, j in T.grid(20, 30):
        V[i, j] = T.max(B[i, j], A[i, j + 1])
    for i, j in T.grid(20, 30):
        W[i, j] = V[i, j] - T.int16(7)


# Vectors of the text.
# CHECK-LABEL: {{^}}def vectors(
# CHECK: for i in range(16):
# CHECK-NEXT: C[i * 64:i * 64 + 64] = T.min(T.min(A[T.Ramp(i * 64, 1, 64)], A[T.Ramp(i * 64 + 1024, 1, 64)]), A[T.Ramp(i * 64 + 2048, 1, 64)])
# CHECK-NOT: for
@T.prim_func(s_tir=True)
def vectors(A: T.Buffer((4096,), "int16"), C: T.Buffer((1024,), "int16")):
    T.func_attr({"global_symbol": "vectors", "tirx.noalias": True})
    for i in range(16):
        C[i * 64:i * 64 + 64] = A[T.Ramp(i * 64, 1, 64)]
    for i in range(16):
        C[i * 64:i * 64 + 64] = T.min(C[T.Ramp(i * 64, 1, 64)], A[T.Ramp(i * 64 + 1024, 1, 64)])
    for i in range(16):
        C[i * 64:i * 64 + 64] = T.min(C[T.Ramp(i * 64, 1, 64)], A[T.Ramp(i * 64 + 2048, 1, 64)])


# What the second one needs of an earlier iteration is there; of a later one it is not.
# CHECK-LABEL: {{^}}def shifted(
# CHECK: A[i] = A[i] * 3
# CHECK-NEXT: B[i] = A[i] + A[i - 1]
# CHECK-NEXT: A[7] = 1
# CHECK-NEXT: for i in range(1, 299):
# CHECK-NEXT: A[i] = B[i] * 5
# CHECK-NEXT: for i in range(1, 299):
# CHECK-NEXT: B[i] = A[i] + A[i + 1]
# WHY: {{.*}}fuse.py:[[@LINE+11]]:5: remark: loop 'i' is not fused: one of its iterations accesses what a later one of the loop before it accesses
@T.prim_func(s_tir=True)
def shifted(A: T.Buffer((300,), "int32"), B: T.Buffer((300,), "int32")):
    T.func_attr({"global_symbol": "shifted", "tirx.noalias": True})
    for i in range(1, 299):
        A[i] = A[i] * 3
    for i in range(1, 299):
        B[i] = A[i] + A[i - 1]
    A[7] = 1
    for i in range(1, 299):
        A[i] = B[i] * 5
    for i in range(1, 299):
        B[i] = A[i] + A[i + 1]


# A store between, other ranges, and loops of which none reads what the other one writes stay apart.
# CHECK-LABEL: {{^}}def apart(
# CHECK: for i in range(300):
# CHECK: A[5] = 7
# CHECK-NEXT: for i in range(300):
# CHECK-NEXT: B[i] = A[i]
# CHECK-NEXT: for i in range(299):
# CHECK-NEXT: C[i] = B[i]
# CHECK-NEXT: for i in range(299):
# CHECK-NEXT: D[i] = A[i]
@T.prim_func(s_tir=True)
def apart(A: T.Buffer((300,), "int32"), B: T.Buffer((300,), "int32"), C: T.Buffer((300,), "int32"), D: T.Buffer((300,), "int32")):
    T.func_attr({"global_symbol": "apart", "tirx.noalias": True})
    for i in range(300):
        A[i] = A[i] * 3
    A[5] = 7
    for i in range(300):
        B[i] = A[i]
    for i in range(299):
        C[i] = B[i]
    for i in range(299):
        D[i] = A[i]


# Two stores are not one if the second one loads other elements that the first one may have stored to, or does not need a quotient.
# CHECK-LABEL: {{^}}def kept(
# CHECK: for i in range(16):
# CHECK-NEXT: A[i * 16:i * 16 + 16] = C[T.Ramp(i * 16, 1, 16)]
# CHECK-NEXT: A[i * 16:i * 16 + 16] = A[T.Ramp(i * 16, 1, 16)] + A[T.Ramp(i * 16 + 15, -1, 16)]
# CHECK: for i in range(1, 290):
# CHECK-NEXT: B[i] = C[i] // y
# CHECK-NEXT: B[i] = T.if_then_else(i < 5, 1, B[i])
@T.prim_func(s_tir=True)
def kept(A: T.Buffer((300,), "int32"), B: T.Buffer((300,), "int32"), C: T.Buffer((300,), "int32"), y: T.int32):
    T.func_attr({"global_symbol": "kept", "tirx.noalias": True})
    for i in range(16):
        A[i * 16:i * 16 + 16] = C[T.Ramp(i * 16, 1, 16)]
    for i in range(16):
        A[i * 16:i * 16 + 16] = A[T.Ramp(i * 16, 1, 16)] + A[T.Ramp(i * 16 + 15, -1, 16)]
    for i in range(1, 290):
        B[i] = C[i] // y
    for i in range(1, 290):
        B[i] = T.if_then_else(i < 5, 1, B[i])

# Loops whose iterations may run at the same time stay so: the element of another iteration may not be there yet.
# CHECK-LABEL: {{^}}def threads(
# CHECK: for i in T.parallel(300):
# CHECK-NEXT: S[i] = A[i] * 3
# CHECK-NEXT: B[i] = S[i] + 1
# CHECK: for i in T.parallel(1, 300):
# CHECK-NEXT: S[i] = A[i] * 5
# CHECK: for i in T.parallel(1, 300):
# CHECK-NEXT: C[i] = S[i] + S[i - 1]
# CHECK: for i in range(298):
# CHECK-NEXT: S[i] = A[i] * 7
# CHECK: for i in T.parallel(298):
# CHECK-NEXT: D[i] = S[i] + 1
@T.prim_func(s_tir=True)
def threads(A: T.Buffer((300,), "int32"), B: T.Buffer((300,), "int32"), C: T.Buffer((300,), "int32"), D: T.Buffer((300,), "int32")):
    T.func_attr({"global_symbol": "threads", "tirx.noalias": True})
    S = T.alloc_buffer((300,), "int32")
    for i in T.parallel(300):
        S[i] = A[i] * 3
    for i in T.parallel(300):
        B[i] = S[i] + 1
    for i in T.parallel(1, 300):
        S[i] = A[i] * 5
    for i in T.parallel(1, 300):
        C[i] = S[i] + S[i - 1]
    for i in range(298):
        S[i] = A[i] * 7
    for i in T.parallel(298):
        D[i] = S[i] + 1
