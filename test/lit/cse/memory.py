# Loads: shared until something may write there; stores tell what lies where.
# RUN: %tirc --emit=tir %s | FileCheck %s
from tvm.script import tirx as T

# CHECK-LABEL: def other_buffers
@T.prim_func(s_tir=True)
def other_buffers(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), x: T.int32):
    T.func_attr({"tirx.noalias": True})
    # CHECK: cse_v1 = T.bind(A[x])
    # CHECK-NEXT: B[0] = cse_v1
    # CHECK-NEXT: B[1] = cse_v1
    B[0] = A[x]
    B[1] = A[x]

# Without the promise the parameters may overlap.
# CHECK-LABEL: def may_overlap
@T.prim_func(s_tir=True)
def may_overlap(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), x: T.int32):
    # CHECK-NOT: bind
    # CHECK: B[1] = A[x]
    B[0] = A[x]
    B[1] = A[x]

# An allocation overlaps with nothing, a view with what it views.
# CHECK-LABEL: def places
@T.prim_func(s_tir=True)
def places(A: T.Buffer((16,), "int32"), x: T.int32):
    S = T.alloc_buffer((16,), "int32", scope="local")
    V = T.decl_buffer((16,), "int32", data=S.data)
    S[x] = 5
    # CHECK: cse_v1 = T.bind(A[x])
    # CHECK: S[3] = cse_v1
    # CHECK: S[4] = cse_v1
    S[3] = A[x]
    S[4] = A[x]
    # CHECK: cse_v2 = T.bind(S[x])
    # CHECK-NEXT: A[0] = cse_v2
    # CHECK-NEXT: V[1] = cse_v2
    A[0] = S[x]
    V[1] = S[x]
    # CHECK-NEXT: A[1] = S[x]
    A[1] = S[x]

# Stores beside it do not matter; parity and distance tell.
# CHECK-LABEL: def beside
@T.prim_func(s_tir=True)
def beside(A: T.Buffer((256,), "int32"), B: T.Buffer((16,), "int32"), i: T.int32, j: T.int32):
    T.func_attr({"tirx.noalias": True})
    # CHECK: cse_v2 = T.bind(A[cse_v1])
    # CHECK-NEXT: B[0] = cse_v2
    B[0] = A[i * 2]
    A[i * 2 + 1] = 1
    A[j * 4 + 3] = 2
    A[i * 2 + 4:i * 2 + 8] = T.Broadcast(3, 4)
    # CHECK: B[1] = cse_v2
    B[1] = A[i * 2]
    # CHECK-NEXT: A[cse_v1 - 2:cse_v1 - 2 + 4] = T.Broadcast(4, 4)
    # CHECK-NEXT: B[2] = A[cse_v1]
    A[i * 2 - 2:i * 2 + 2] = T.Broadcast(4, 4)
    B[2] = A[i * 2]

# Rows that overlap: A[x + 1, 0] is A[x, 1].
# CHECK-LABEL: def strides
@T.prim_func(s_tir=True)
def strides(A: T.Buffer((4, 4), "int32", strides=(1, 1)), B: T.Buffer((16,), "int32"), x: T.int32):
    T.func_attr({"tirx.noalias": True})
    # CHECK-NOT: bind
    # CHECK: B[1] = A[x, 1]
    B[0] = A[x, 1]
    A[x + 1, 0] = 7
    B[1] = A[x, 1]

# What is stored is known: a variable, a constant, a computation.
# CHECK-LABEL: def stored
@T.prim_func(s_tir=True)
def stored(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), x: T.int32, y: T.int32):
    T.func_attr({"tirx.noalias": True})
    A[0] = x
    # CHECK: B[0] = x
    B[0] = A[0]
    # CHECK: cse_v1 = T.bind(x * y)
    # CHECK-NEXT: A[1] = cse_v1
    # CHECK-NEXT: B[1] = cse_v1
    A[1] = x * y
    B[1] = A[1]
    # CHECK-NEXT: A[2] = T.call_extern("int32", "f", x)
    # CHECK-NEXT: A[3] = T.call_extern("int32", "f", x)
    # CHECK-NEXT: B[2] = A[2] * y
    # CHECK-NEXT: B[3] = A[3] * y
    A[2] = T.call_extern("int32", "f", x)
    A[3] = T.call_extern("int32", "f", x)
    B[2] = A[2] * y
    B[3] = A[3] * y

# An if, a loop, a call: after them nothing is known of what they may have written to.
# CHECK-LABEL: def joins
@T.prim_func(s_tir=True)
def joins(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), x: T.int32, y: T.int32):
    T.func_attr({"tirx.noalias": True})
    # CHECK: B[0] = A[x]
    B[0] = A[x]
    if y > 3:
        A[y] = 1
    # CHECK: B[1] = A[x]
    B[1] = A[x]
    # CHECK: for i in range(y):
    for i in range(y):
        # CHECK-NEXT: B[2] = A[x]
        # CHECK-NEXT: A[i] = 1
        B[2] = A[x]
        A[i] = 1
    # CHECK-NEXT: B[3] = A[x]
    B[3] = A[x]
    T.evaluate(T.call_extern("int32", "f", A.data))
    # CHECK: B[4] = A[x]
    B[4] = A[x]
    # CHECK: while A[0] < y:
    # CHECK-NEXT: A[0] = A[0] + 1
    while A[0] < y:
        A[0] = A[0] + 1

# A load is made early only where it is surely made anyhow: it may lie out of bounds.
# CHECK-LABEL: def guarded
@T.prim_func(s_tir=True)
def guarded(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), x: T.int32, m: T.int32):
    T.func_attr({"tirx.noalias": True})
    # CHECK-NOT: bind
    # CHECK: B[0] = T.if_then_else(x < m, A[x], 0)
    # CHECK-NEXT: B[1] = T.if_then_else(x < m, A[x], 1)
    B[0] = T.if_then_else(x < m, A[x], 0)
    B[1] = T.if_then_else(x < m, A[x], 1)
