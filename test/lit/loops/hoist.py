# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 --no-cse --optimize=hoist %s | FileCheck %s
# RUN: %tirc --emit=tir --target=x86_64-linux-gnu -O2 --no-cse --optimize=hoist %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 --no-cse --optimize=hoist --scratch=0 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon -O1 --no-cse --optimize=hoist %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc -c -o %t.o --target=hexagon --lanes=0 --explain %s 2>&1 | FileCheck --check-prefix=WHY --implicit-check-not='could not' %s
# RUN: %tirc -c -o %t.o --target=hexagon --lanes=0 --explain --scratch=255 --function=table %s 2>&1 | FileCheck --check-prefix=LARGE %s
# RUN: not %tirc -c -o %t.o --scratch=much %s 2>&1 | FileCheck --check-prefix=WRONG %s
# What loops compute again and again, once and into arrays in front of them.
# NONE-LABEL: {{^}}def table(
# NONE-NOT: {{^ +}}hoisted
# NONE: B[i, j] = A[i, j] * T.exp(S[j])
# NONE-NOT: {{^ +}}hoisted
# LARGE: loop 'i' is not hoisted into an array: the array would take more than --scratch says
# WRONG: --scratch=much: must be a number of at most 9 digits
from tvm.script import tirx as T


# A name cannot hold what an inner loop's variable changes.
# CHECK-LABEL: {{^}}def table(
# CHECK: hoisted = T.alloc_buffer((64,))
# CHECK-NEXT: for [[J:j_[0-9]+]] in range(64):
# CHECK-NEXT: hoisted[[[J]]] = T.exp(S[[[J]]])
# CHECK-NEXT: for i, j in T.grid(256, 64):
# CHECK-NEXT: B[i, j] = A[i, j] * hoisted[j]
# WHY: loop 'i': loop-invariant code motion with scalar expansion: what it computes again and again is computed once, into an array in front of it; values: 64
@T.prim_func(s_tir=True)
def table(A: T.Buffer((256, 64), "float32"), S: T.Buffer((64,), "float32"), B: T.Buffer((256, 64), "float32")):
    T.func_attr({"global_symbol": "table", "tirx.noalias": True})
    for i, j in T.grid(256, 64):
        B[i, j] = A[i, j] * T.exp(S[j])


# Rows of which the next iterations load most again; loops that do not begin at 0.
# CHECK-LABEL: {{^}}def rows(
# CHECK: hoisted = T.alloc_buffer((18, 8), "int32")
# CHECK-NEXT: for [[I:i_[0-9]+]], [[J:j_[0-9]+]] in T.grid(18, 8):
# CHECK-NEXT: hoisted[[[I]], [[J]]] = A[([[I]] + 1) * 8 + [[J]]] // y
# CHECK-NEXT: for i in range(1, 17):
# CHECK-NEXT: for j in range(8):
# CHECK-NEXT: B[i, j] = hoisted[i - 1, j] + hoisted[i, j] - hoisted[i + 1, j]
@T.prim_func(s_tir=True)
def rows(A: T.Buffer((152,), "int32"), B: T.Buffer((17, 8), "int32"), y: T.int32):
    T.func_attr({"global_symbol": "rows", "tirx.noalias": True})
    for i in range(1, 17):
        for j in range(8):
            B[i, j] = A[i * 8 + j] // y + A[i * 8 + j + 8] // y - A[(i + 2) * 8 + j] // y


# Loops beside each other; a store to what is read ends a value, and the next one begins behind it.
# CHECK-LABEL: {{^}}def beside(
# CHECK: hoisted = T.alloc_buffer((40,), "int32")
# CHECK-NEXT: for [[I:i_[0-9]+]] in range(40):
# CHECK-NEXT: hoisted[[[I]]] = A[[[I]]] % y
# CHECK-NEXT: for i in range(40):
# CHECK-NEXT: B[i] = hoisted[i]
# CHECK-NEXT: for i in range(40):
# CHECK-NEXT: C[i] = hoisted[i] + B[i]
# CHECK-NEXT: for i in range(8):
# CHECK-NEXT: A[i] = 1
# CHECK-NEXT: for i in range(40):
# CHECK-NEXT: D[i] = A[i] % y
@T.prim_func(s_tir=True)
def beside(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), C: T.Buffer((64,), "int32"), D: T.Buffer((64,), "int32"), y: T.int32):
    T.func_attr({"global_symbol": "beside", "tirx.noalias": True})
    for i in range(40):
        B[i] = A[i] % y
    for i in range(40):
        C[i] = A[i] % y + B[i]
    for i in range(8):
        A[i] = 1
    for i in range(40):
        D[i] = A[i] % y


# A loop that may not run: what may trap is computed if it does.
# CHECK-LABEL: {{^}}def guarded(
# CHECK: hoisted = T.alloc_buffer((16,), "int16")
# CHECK-NEXT: if 0 < n:
# CHECK-NEXT: for [[J:j_[0-9]+]] in range(16):
# CHECK-NEXT: hoisted[[[J]]] = S[[[J]]] // y
# CHECK-NEXT: for i, j in T.grid(n, 16):
# CHECK-NEXT: B[i, j] = A[i, j] + hoisted[j]
@T.prim_func(s_tir=True)
def guarded(A: T.Buffer((64, 16), "int16"), S: T.Buffer((16,), "int16"), B: T.Buffer((64, 16), "int16"), n: T.int32, y: T.int16):
    T.func_attr({"global_symbol": "guarded", "tirx.noalias": True})
    for i, j in T.grid(n, 16):
        B[i, j] = A[i, j] + S[j] // y


# An array whose value is made of another array's.
# CHECK-LABEL: {{^}}def nested(
# CHECK: for [[D:d_[0-9_]+]] in range(16):
# CHECK-NEXT: [[F:hoisted_[0-9]+]][[[D]]] = T.pow(T.float32(10000.0), T.Cast("float32", [[D]]) * T.float32(-0.0625))
# CHECK-NEXT: for [[P:p_[0-9_]+]], [[E:d_[0-9_]+]] in T.grid(16, 16):
# CHECK-NEXT: [[X:hoisted(_[0-9]+)?]][[[P]], [[E]]] = T.{{cos|sin}}(T.Cast("float32", [[P]]) * [[F]][[[E]]])
# CHECK-NEXT: [[Y:hoisted(_[0-9]+)?]][[[P]], [[E]]] = T.{{cos|sin}}(T.Cast("float32", [[P]]) * [[F]][[[E]]])
@T.prim_func(s_tir=True)
def nested(X: T.Buffer((8, 16, 32), "float32"), Y: T.Buffer((8, 16, 32), "float32")):
    T.func_attr({"global_symbol": "nested", "tirx.noalias": True})
    for h, p, d in T.grid(8, 16, 16):
        Y[h, p, d] = X[h, p, d] * T.cos(T.Cast("float32", p) * T.pow(T.float32(10000), T.Cast("float32", d) * T.float32(-0.0625))) - X[h, p, d + 16] * T.sin(T.Cast("float32", p) * T.pow(T.float32(10000), T.Cast("float32", d) * T.float32(-0.0625)))


# A matrix and its transpose are two values.
# CHECK-LABEL: {{^}}def turned(
# CHECK: for [[I:i_[0-9]+]], [[J:j_[0-9]+]] in T.grid(16, 16):
# CHECK-NEXT: [[X:hoisted(_[0-9]+)?]][[[I]], [[J]]] = A[[[I]] * 16 + [[J]]] // y
# CHECK-NEXT: [[Y:hoisted(_[0-9]+)?]][[[I]], [[J]]] = A[[[J]] * 16 + [[I]]] // y
# CHECK: B[i, j] = (B[i, j] + [[X]][i, j]) * 3 - [[Y]][i, j]
@T.prim_func(s_tir=True)
def turned(A: T.Buffer((256,), "int32"), B: T.Buffer((16, 16), "int32"), y: T.int32):
    T.func_attr({"global_symbol": "turned", "tirx.noalias": True})
    for k, i, j in T.grid(4, 16, 16):
        B[i, j] = (B[i, j] + A[i * 16 + j] // y) * 3 - A[j * 16 + i] // y


# Loops that begin elsewhere than at 0, beside a T.Let of memory.
# CHECK-LABEL: {{^}}def offset(
# CHECK: A[i] = hoisted[i - 2] + j
@T.prim_func(s_tir=True)
def offset(A: T.Buffer((16,), "int32"), C: T.Buffer((32,), "int32"), O: T.Buffer((64,), "int32"), y: T.int32):
    T.func_attr({"global_symbol": "offset", "tirx.noalias": True})
    L = T.int32()
    for j in range(50):
        for i in range(2, 10):
            A[i] = y // (i * i + 1) + j
    O[7] = T.Let(L * 3 + L, where={L: C[y & 31]})

# An array of rows fills the array of all: what fills it is looked at again.
# CHECK-LABEL: def rows_of_rows(
@T.prim_func(s_tir=True)
def rows_of_rows(G: T.Buffer((20, 24), "float16"), P: T.Buffer((20, 24), "float16")):
    T.func_attr({"tirx.noalias": True})
    # CHECK:      hoisted = T.alloc_buffer((8, 4), "float16")
    # CHECK-NEXT: for [[I:i.*]] in range(8):
    # CHECK-NEXT:     hoisted_1 = T.alloc_buffer((6,), "float16")
    # CHECK-NEXT:     for [[K:j.*]] in range(6):
    # CHECK-NEXT:         hoisted_1{{\[}}[[K]]] = T.sqrt(T.sqrt(G[{{.*}} + 1]))
    # CHECK-NEXT:     for [[J:j.*]] in range(4):
    # CHECK-NEXT:         hoisted{{\[}}[[I]], [[J]]] = hoisted_1{{\[}}[[J]]] + T.sqrt(G{{\[}}[[I]], [[J]] + 1]) + hoisted_1{{\[}}[[J]] + 2]
    for t in range(3):
        for i, j in T.grid(8, 4):
            P[i + 2, j] = T.sqrt(T.sqrt(G[i + 3, j + 1])) + T.sqrt(G[i, j + 1]) + T.sqrt(T.sqrt(G[i + 3, j + 3]))
