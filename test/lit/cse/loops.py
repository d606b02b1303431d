# RUN: %tirc --no-loops --emit=tir %s | FileCheck %s
# Out of loops: what never changes in them, with a guard where the loop may not run; past stores that the
# ranges of loop variables keep apart.

# CHECK-LABEL: def elimination
# CHECK: cse_v2 = T.bind(T.if_then_else(0 < cse_v1 - 1, A[x * 64 + k], 0))
# CHECK-NEXT: for j in range(cse_v1 - 1):
# CHECK: - cse_v2 * B[
@T.prim_func
def elimination(A: T.Buffer((1024,), "int32"), B: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32):
    T.func_attr({"tirx.noalias": True})
    for k in range(n):
        for j in range(n - k - 1):
            A[x * 64 + (k + 1 + j)] = A[x * 64 + (k + 1 + j)] - A[x * 64 + k] * B[k * 64 + (k + 1 + j)]

# The store of an earlier iteration may hit it: it is read each time.
# CHECK-LABEL: def meets
# CHECK: for k, j in T.grid(n, n):
# CHECK: - A[cse_v1 + k]
@T.prim_func
def meets(A: T.Buffer((1024,), "int32"), B: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32):
    T.func_attr({"tirx.noalias": True})
    for k in range(n):
        for j in range(n):
            A[x * 64 + j] = A[x * 64 + j] - A[x * 64 + k]

# In one dimension apart is apart.
# CHECK-LABEL: def rows
# CHECK: cse_v1 = T.bind(A[0, 3])
# CHECK-NEXT: for i, j in T.grid(7, 8):
# CHECK-NEXT: A[i + 1, j] = cse_v1
@T.prim_func
def rows(A: T.Buffer((8, 8), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i, j in T.grid(7, 8):
        A[i + 1, j] = A[0, 3]

# The extent may be written to in the loop: no guard is made of it.
# CHECK-LABEL: def extent_in_memory
# CHECK-NOT: if_then_else
@T.prim_func
def extent_in_memory(A: T.Buffer((64,), "int32"), N: T.Buffer((1,), "int32"), x: T.int32, y: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(N[0]):
        A[i] = x // y
        N[0] = 0
    for i in range(N[0]):
        A[i] = x // y

# A loop may be left before: the division stays behind that.
# CHECK-LABEL: def left_early
# CHECK-NOT: T.bind(x // y)
# CHECK-NOT: if_then_else(0 < n, x // y, 0)
@T.prim_func
def left_early(A: T.Buffer((64,), "int32"), n: T.int32, x: T.int32, y: T.int32):
    for i in range(n):
        if A[i] == 0:
            break
        A[i] = x // y
    for i in range(n):
        if A[i] == 0:
            break
        A[i] = x // y

# What a name above the store needs is what is stored, not what lies there then.
# CHECK-LABEL: def stored_first
# CHECK: cse_v1 = T.bind(A[x])
# CHECK-NEXT: cse_v2 = T.bind(cse_v1 // y)
# CHECK-NEXT: if x > 3:
@T.prim_func
def stored_first(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    T.func_attr({"tirx.noalias": True})
    p = T.alloc_local((1,), "int32")
    if x > 3:
        p[0] = A[x]
        B[0] = p[0] // y
    else:
        p[0] = A[x]
        B[1] = p[0] // y

# The memory it was made of has changed since it was stored: the name above the store is read.
# CHECK-LABEL: def changed_since
# CHECK: cse_v1 = T.bind(A[x])
# CHECK-NEXT: Q[14] = cse_v1
# CHECK-NEXT: for j in range(n):
# CHECK-NEXT: cse_v2 = T.bind(cse_v1 & 127)
@T.prim_func
def changed_since(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), Q: T.Buffer((64,), "int32"), n: T.int32, x: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    Q[14] = A[x]
    for j in range(n):
        for i in range(4):
            A[z + i] = 7
            B[i] = Q[14] & 127
        B[x] = Q[14] & 127
