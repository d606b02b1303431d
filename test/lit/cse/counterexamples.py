# RUN: %tirc --emit=tir %s | FileCheck %s
# Programs that go wrong when a condition of the pass is left out: test/mutants.py takes each one out and
# expects this test, or another one, to fail.
from tvm.script import tirx as T

# The arms of a Select that may trap are computed as those of T.if_then_else: y may be 0.
@T.prim_func
def select_arms(A: T.Buffer((16,), "int32"), x: T.int32, y: T.int32):
    # CHECK-LABEL: def select_arms
    # CHECK-NEXT:     A[0] = T.Select(y != 0, x // y, 3)
    # CHECK-NEXT:     A[1] = T.Select(y != 0, x // y, 4)
    A[0] = T.Select(y != 0, x // y, 3)
    A[1] = T.Select(y != 0, x // y, 4)

# The smallest number divided by -1 traps.
@T.prim_func
def minus_one(A: T.Buffer((16,), "int32"), x: T.int32, y: T.int32):
    # CHECK-LABEL: def minus_one
    # CHECK-NEXT:     A[0] = T.Select(y != 0, x // -1, 3)
    # CHECK-NEXT:     A[1] = T.Select(y != 0, x // -1, 4)
    A[0] = T.Select(y != 0, x // -1, 3)
    A[1] = T.Select(y != 0, x // -1, 4)

# Each time another value: neither the condition nor the body reads what was there before the loop.
@T.prim_func(s_tir=True)
def whiles(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), x: T.int32):
    # CHECK-LABEL: def whiles
    # CHECK-NEXT:     T.func_attr({"tirx.noalias": True})
    # CHECK-NEXT:     B[0] = A[x]
    # CHECK-NEXT:     while A[x] < 7:
    # CHECK-NEXT:         A[x] = A[x] + 1
    T.func_attr({"tirx.noalias": True})
    B[0] = A[x]
    while A[x] < 7:
        A[x] = A[x] + 1

# A masked store says nothing about the lanes it leaves out; loads under two masks are two loads.
@T.prim_func(s_tir=True)
def masked(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), x: T.int32):
    # CHECK-LABEL: def masked
    # CHECK-NEXT:     T.func_attr({"tirx.noalias": True})
    # CHECK-NEXT:     T.masked_store(A, T.Broadcast(x * x, 4), T.Ramp(x, 1, 4), T.Broadcast(x < 3, 4))
    # CHECK-NEXT:     B[0:4] = A[T.Ramp(x, 1, 4)]
    # CHECK-NEXT:     B[4:8] = T.masked_load("int32x4", A, T.Ramp(0, 1, 4), T.Broadcast(x < 3, 4))
    # CHECK-NEXT:     B[8:12] = T.masked_load("int32x4", A, T.Ramp(0, 1, 4), T.Broadcast(x < 4, 4))
    T.func_attr({"tirx.noalias": True})
    T.masked_store(A, T.Broadcast(x * x, 4), T.Ramp(x, 1, 4), T.Broadcast(x < 3, 4))
    B[0:4] = A[x:x + 4]
    B[4:8] = T.masked_load("int32x4", A, T.Ramp(0, 1, 4), T.Broadcast(x < 3, 4))
    B[8:12] = T.masked_load("int32x4", A, T.Ramp(0, 1, 4), T.Broadcast(x < 4, 4))

# With n = 0 nothing is loaded: m may lie outside.
@T.prim_func(s_tir=True)
def loads(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), n: T.int32, m: T.int32):
    # CHECK-LABEL: def loads
    # CHECK-NEXT:     T.func_attr({"tirx.noalias": True})
    # CHECK-NEXT:     cse_v1 = T.bind(T.if_then_else(0 < n, A[m], 0))
    # CHECK-NEXT:     for i in range(n):
    # CHECK-NEXT:         B[i] = cse_v1
    # CHECK-NEXT:     for j in range(n):
    # CHECK-NEXT:         B[j + 8] = cse_v1
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        B[i] = A[m]
    for j in range(n):
        B[j + 8] = A[m]

# A name lies below what defines its variables: not above the attribute as in 'pragma'.
@T.prim_func(s_tir=True)
def scope(A: T.Buffer((16,), "int32"), x: T.int32, y: T.int32):
    # CHECK-LABEL: def scope
    # CHECK-NEXT:     with T.attr({"pragma_unroll": 1}):
    # CHECK-NEXT:         v = T.bind(T.call_extern("int32", "f", x))
    # CHECK-NEXT:         cse_v1 = T.bind(v * y)
    # CHECK-NEXT:         A[0] = cse_v1
    # CHECK-NEXT:         A[1] = cse_v1
    with T.attr(0, "pragma_unroll", 1):
        v = T.bind(T.call_extern("int32", "f", x))
        A[0] = v * y
        A[1] = v * y

# Each binding is a variable of its own, whatever it is called.
@T.prim_func(s_tir=True)
def again(A: T.Buffer((16,), "int32"), x: T.int32):
    # CHECK-LABEL: def again
    # CHECK-NEXT:     if x < 3:
    # CHECK-NEXT:         v = T.bind(x + 1)
    # CHECK-NEXT:         cse_v1 = T.bind(v * x)
    # CHECK-NEXT:         A[0] = cse_v1
    # CHECK-NEXT:         A[1] = cse_v1
    # CHECK-NEXT:     else:
    # CHECK-NEXT:         v = T.bind(x + 2)
    # CHECK-NEXT:         cse_v2 = T.bind(v * x)
    # CHECK-NEXT:         A[0] = cse_v2
    # CHECK-NEXT:         A[1] = cse_v2
    if x < 3:
        v = T.bind(x + 1)
        A[0] = v * x
        A[1] = v * x
    else:
        v = T.bind(x + 2)
        A[0] = v * x
        A[1] = v * x

# What depends on the variable of a Let stays in it, though both arms compute it.
@T.prim_func(s_tir=True)
def lets(A: T.Buffer((16,), "int32"), x: T.int32, w: T.int32):
    # CHECK-LABEL: def lets
    # CHECK-NEXT:     z = T.int32()
    # CHECK-NEXT:     cse_v1 = T.int32()
    # CHECK-NEXT:     z_1 = T.int32()
    # CHECK-NEXT:     cse_v2 = T.int32()
    # CHECK-NEXT:     A[0] = T.if_then_else(x < 3, T.Let(T.Let(cse_v1 ^ cse_v1 - 5, where={cse_v1: z_1 * w}), where={z_1: A[x]}), T.Let(T.Let(cse_v2 ^ cse_v2 - 5, where={cse_v2: z_1 * w}), where={z_1: A[x]}) + 1)
    z = T.int32()
    A[0] = T.if_then_else(x < 3, T.Let(z * w ^ z * w - 5, where={z: A[x]}),
                          T.Let(z * w ^ z * w - 5, where={z: A[x]}) + 1)

# A load stays below the allocation.
@T.prim_func(s_tir=True)
def allocates(A: T.Buffer((16,), "int32"), x: T.int32):
    # CHECK-LABEL: def allocates
    # CHECK-NEXT:     with T.attr({"pragma_unroll": 1}):
    # CHECK-NEXT:         S = T.alloc_buffer((16,), "int32", scope="local")
    # CHECK-NEXT:         cse_v1 = T.bind(S[x])
    # CHECK-NEXT:         A[0] = cse_v1
    # CHECK-NEXT:         A[1] = cse_v1
    with T.attr(0, "pragma_unroll", 1):
        S = T.alloc_buffer((16,), "int32", scope="local")
        A[0] = S[x]
        A[1] = S[x]

# What depends on a thread stays in the launch.
@T.prim_func(s_tir=True)
def threads(A: T.Buffer((64,), "int32"), y: T.int32):
    # CHECK-LABEL: def threads
    # CHECK-NEXT:     with T.launch_thread("threadIdx.x", 4) as tx:
    # CHECK-NEXT:         cse_v1 = T.bind(tx * y)
    # CHECK-NEXT:         A[cse_v1] = 1
    # CHECK-NEXT:         A[cse_v1 + 8] = 2
    with T.launch_thread("threadIdx.x", 4) as tx:
        A[tx * y] = 1
        A[tx * y + 8] = 2

# Casts to two types are two values.
@T.prim_func(s_tir=True)
def types(A: T.Buffer((16,), "int32"), x: T.int32, y: T.int32):
    # CHECK-LABEL: def types
    # CHECK-NEXT:     A[0] = T.Cast("int32", T.Cast("int8", x)) * y
    # CHECK-NEXT:     A[1] = T.Cast("int32", T.Cast("int16", x)) * y
    A[0] = T.Cast("int32", T.Cast("int8", x)) * y
    A[1] = T.Cast("int32", T.Cast("int16", x)) * y

# A pragma stays right above its loop.
@T.prim_func(s_tir=True)
def pragma(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32):
    # CHECK-LABEL: def pragma
    # CHECK-NEXT:     cse_v1 = T.bind(x * y)
    # CHECK-NEXT:     with T.attr({"pragma_unroll": 1}):
    # CHECK-NEXT:         for i in range(cse_v1):
    # CHECK-NEXT:             A[i] = cse_v1
    with T.attr(0, "pragma_unroll", 1):
        for i in range(x * y):
            A[i] = x * y

# The function may write to B before, between or after the loads.
@T.prim_func(s_tir=True)
def beside(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), x: T.int32):
    # CHECK-LABEL: def beside
    # CHECK-NEXT:     T.func_attr({"tirx.noalias": True})
    # CHECK-NEXT:     A[0] = B[x] + T.call_extern("int32", "f", B.data) + B[x]
    T.func_attr({"tirx.noalias": True})
    A[0] = B[x] + T.call_extern("int32", "f", B.data) + B[x]

# What a condition calls may write what both arms load.
@T.prim_func(s_tir=True)
def condition_calls(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), x: T.int32):
    # CHECK-LABEL: def condition_calls
    # CHECK-NEXT:     if T.call_extern("int32", "f") == x:
    # CHECK-NEXT:         A[0] = B[2] + 7
    # CHECK-NEXT:     else:
    # CHECK-NEXT:         cse_v1 = T.bind(B[2])
    # CHECK-NEXT:         A[1] = cse_v1 * cse_v1
    if T.call_extern("int32", "f") == x:
        A[0] = B[2] + 7
    else:
        A[1] = B[2] * B[2]
