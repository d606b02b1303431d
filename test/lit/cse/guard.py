# RUN: %tirc --no-loops --emit=tir %s | FileCheck %s
# RUN: %tirc --emit=plan --function=nest %s | FileCheck %s --check-prefix=PLAN
# PLAN: y // m # new before line {{[0-9]+}}, computed before the loop instead of in it
# Requirement 12: a slow path is not lifted out of the conditions that guard it, and a division never rises
# above its guard (TVM 0.27 does that and dies of SIGFPE: L1, L2, L3 of its known faults).
from tvm.script import tirx as T

@T.prim_func
def slow_path(A: T.Buffer((16,), "float32"), c: T.int32, d: T.int32, x: T.float32):
    # CHECK-LABEL: def slow_path
    # CHECK-NOT: bind
    # CHECK: if c == 1:
    # CHECK-NEXT: A[0] = T.exp(x * x)
    # CHECK-NEXT: if d == 1:
    # CHECK-NEXT: if c == 2:
    # CHECK-NEXT: A[1] = T.exp(x * x)
    if c == 1:
        A[0] = T.exp(x * x)
    if d == 1:
        if c == 2:
            A[1] = T.exp(x * x)

@T.prim_func
def l1(A: T.Buffer((16,), "int32"), x: T.int32, n: T.int32):
    # CHECK-LABEL: def l1
    # CHECK-NOT: bind
    # CHECK: A[2] = x // n + 1
    if n != 0:
        A[0] = x // n
    A[1] = 7
    if n != 0:
        A[2] = x // n + 1

@T.prim_func
def l2(A: T.Buffer((16,), "int32"), x: T.int32, n: T.int32):
    # CHECK-LABEL: def l2
    # CHECK: cse_v1 = T.bind(T.if_then_else(0 < n, x // n, 0))
    # CHECK-COUNT-2: cse_v1
    for i in range(n):
        A[i] = x // n
    for i in range(n):
        A[i] = A[i] + x // n

@T.prim_func
def l3(A: T.Buffer((16,), "int32"), x: T.int32, n: T.int32):
    # CHECK-LABEL: def l3
    # CHECK-NEXT: cse_v1 = T.bind(T.if_then_else(n != 0, x // n, 3))
    # CHECK-NEXT: A[0] = cse_v1
    # CHECK-NEXT: A[1] = cse_v1
    A[0] = T.if_then_else(n != 0, x // n, 3)
    A[1] = T.if_then_else(n != 0, x // n, 3)

# In different lazy operands nothing is shared; twice in one, it gets a Let there.
@T.prim_func
def lazy(A: T.Buffer((16,), "int32"), x: T.int32, n: T.int32):
    # CHECK-LABEL: def lazy
    # CHECK-NEXT: A[0] = T.if_then_else(n != 0, x // n, 3)
    # CHECK-NEXT: cse_v1 = T.int32()
    # CHECK-NEXT: A[1] = T.if_then_else(0 < n, T.Let(cse_v1 + cse_v1 * 2, where={cse_v1: x // n}), 4)
    A[0] = T.if_then_else(n != 0, x // n, 3)
    A[1] = T.if_then_else(0 < n, x // n + x // n * 2, 4)

@T.prim_func
def short_circuit(A: T.Buffer((16,), "int32"), x: T.int32, n: T.int32):
    # CHECK-LABEL: def short_circuit
    # CHECK-NOT: bind
    # CHECK: if n != 0 and 3 < x // n:
    # CHECK: if n != 0 and 5 < x // n:
    if n != 0 and 3 < x // n:
        A[0] = 1
    if n != 0 and 5 < x // n:
        A[1] = 1

# Nothing rises over what may leave: return, break, assert, a call that may not come back.
@T.prim_func
def leaves(A: T.Buffer((16,), "int32"), x: T.int32, n: T.int32):
    # CHECK-LABEL: def leaves
    # CHECK-NOT: bind
    # CHECK: A[0] = x // n
    # CHECK: cse_v1 = T.bind(x // n)
    # CHECK-NEXT: A[1] = cse_v1
    # CHECK-NEXT: A[2] = cse_v1
    if x < 3:
        A[0] = x // n
    assert n != 0, ("RuntimeError", ["n must not be zero"])
    A[1] = x // n
    A[2] = x // n

# A break leaves only its loop: what follows the loop needs the division on every path.
@T.prim_func
def breaks(A: T.Buffer((16,), "int32"), x: T.int32, n: T.int32):
    # CHECK-LABEL: def breaks
    # CHECK-NEXT: cse_v1 = T.bind(x // n)
    # CHECK-NEXT: for i in range(4):
    # CHECK-NEXT:     if i == n:
    # CHECK-NEXT:         break
    # CHECK-NEXT:     A[i] = cse_v1
    # CHECK-NEXT: A[1] = cse_v1
    for i in range(4):
        if i == n:
            break
        A[i] = x // n
    A[1] = x // n

# Without a use after the loop the division stays below the break.
@T.prim_func
def after_break(A: T.Buffer((16,), "int32"), x: T.int32, n: T.int32):
    # CHECK-LABEL: def after_break
    # CHECK-NEXT: for i in range(4):
    # CHECK-NEXT:     if i == n:
    # CHECK-NEXT:         break
    # CHECK-NEXT:     cse_v1 = T.bind(x // n)
    # CHECK-NEXT:     A[i] = cse_v1
    # CHECK-NEXT:     A[i + 8] = cse_v1
    for i in range(4):
        if i == n:
            break
        A[i] = x // n
        A[i + 8] = x // n


# Out of two loops that may not run: a guard for each, and the loops may be unrolled and jammed before.
# CHECK-LABEL: def nest
# CHECK-NEXT: cse_v1 = T.bind(T.if_then_else(0 < n and 0 < m, y // m, 0))
# CHECK-NEXT: for i, j in T.grid(n, m):
# CHECK-NEXT: B[j] = B[j] + cse_v1
@T.prim_func
def nest(B: T.Buffer((64,), "int32"), n: T.int32, m: T.int32, y: T.int32):
    for i in range(n):
        for j in range(m):
            B[j] = B[j] + y // m


# The inner extent changes from one outer iteration to the next: it stays in the outer loop.
# CHECK-LABEL: def triangle
# CHECK-NEXT: for i in range(n):
# CHECK: cse_v2 = T.bind(T.if_then_else(0 < cse_v1, y // m, 0))
@T.prim_func
def triangle(B: T.Buffer((64,), "int32"), n: T.int32, m: T.int32, y: T.int32):
    for i in range(n):
        for j in range(i - m):
            B[j] = B[j] + y // m


# One extent twice: one guard; the outer loop is enough.
# CHECK-LABEL: def square
# CHECK-NEXT: cse_v1 = T.bind(T.if_then_else(0 < n, y // n, 0))
@T.prim_func
def square(B: T.Buffer((64,), "int32"), n: T.int32, y: T.int32):
    for i in range(n):
        for j in range(n):
            B[j] = B[j] + y // n


# Uses between two loops of one extent: both loops share the guarded name.
# CHECK-LABEL: def between
# CHECK: [[Q:cse_v[0-9]+]] = T.bind(T.if_then_else(0 < n and 0 < m, y // m, 0))
# CHECK-NOT: T.if_then_else
# CHECK: for j in range(m):
# CHECK-NEXT: B[j] = B[j] + [[Q]]
# CHECK: if c > 0:
# CHECK: for j in range(m):
# CHECK-NEXT: C[j] = C[j] + [[Q]]
@T.prim_func
def between(B: T.Buffer((64,), "int32"), C: T.Buffer((64,), "int32"), n: T.int32, m: T.int32, y: T.int32, c: T.int32):
    for i in range(n):
        for j in range(m):
            B[j] = B[j] + y // m
        if c > 0:
            C[i] = y // m
        for j in range(m):
            C[j] = C[j] + y // m

# The extent of the inner loop is known to be a quotient, which traps where the outer loop does not run: it is computed in that loop, and
# so is what only the inner loop needs.
@T.prim_func
def extent_of_memory(Q: T.Buffer((64,), "int32"), x: T.int32, n: T.int32):
    # CHECK-LABEL: def extent_of_memory
    # CHECK: [[E:cse_v[0-9]+]] = T.bind(T.if_then_else(0 < n, T.Div(-2, n), 0))
    # CHECK-NEXT: for i in range(n):
    # CHECK: [[V:cse_v[0-9]+]] = T.bind(T.if_then_else(0 < [[E]], T.Div(n, [[E]]), 0))
    # CHECK-NEXT: for j in range([[E]]):
    # CHECK-NEXT: Q[x] = [[V]]
    T.func_attr({"tirx.noalias": True})
    for i in T.serial(n):
        Q[35] = T.truncdiv(T.int32(-2), n)
        v = T.bind(Q[35])
        for j in T.serial(v):
            Q[x] = T.truncdiv(n, v)

# It is no more than a sum: the loop has the name of it all the same, which is bound in the outer one.
@T.prim_func
def extent_of_sum(Q: T.Buffer((64,), "int32"), x: T.int32, n: T.int32, m: T.int32):
    # CHECK-LABEL: def extent_of_sum
    # CHECK: v = T.bind(m + 4)
    # CHECK-NEXT: [[V:cse_v[0-9]+]] = T.bind(T.if_then_else(0 < v, T.Div(n, x), 0))
    # CHECK-NEXT: for j in range(v):
    # CHECK-NEXT: Q[i + j] = [[V]]
    for i in T.serial(n):
        v = T.bind(m + 4)
        for j in T.serial(v):
            Q[i + j] = T.truncdiv(n, x)
