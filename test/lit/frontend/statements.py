# RUN: %tirc --emit=tir -O0 %s | FileCheck %s
# Each statement in the spellings that are read, and the one that is printed.
from tvm.script import tirx as T

# CHECK-LABEL: def loops
@T.prim_func
def loops(A: T.Buffer((64,), "int32"), n: T.int32, m: T.int64):
    """a docstring"""
    # CHECK-NEXT: for i in range(4, 16):
    for i in T.serial(4, 16):
        A[i] = 1
    # CHECK: for i in range(n, n + 8):
    for i in range(n, n + 8):
        A[i] = 2
    # CHECK: for i in range(0, 64, 4):
    for i in T.serial(0, 64, step=4):
        A[i] = 3
    # CHECK: for j in T.unroll(n * 4, n * 4 + 4):
    for j in T.unroll(n * 4, (n + 1) * 4):
        A[j] = 4
    # CHECK: for k in range(T.Cast("int64", n), T.Cast("int64", n) + (m - T.Cast("int64", n))):
    for k in range(n, m):
        A[k] = 5
    # CHECK: for i in T.parallel(4, annotations={"k": [1, "s"]}):
    for i in T.parallel(4, annotations={"k": [1, "s"]}):
        A[i] = 6
    # CHECK: for i in T.serial(4, annotations={"disable_unroll": True}):
    for i in T.serial(4, unroll=False):
        A[i] = 7
    # CHECK: for i in T.thread_binding(64, thread="threadIdx.x"):
    for i in T.thread_binding(64, thread="threadIdx.x"):
        A[i] = 8
    # CHECK: for i, j, k in T.grid(2, n, T.int64(8)):
    for i, j, k in T.grid(2, n, T.int64(8)):
        A[k] = i + j
    for i in range(8): A[i] = i; A[i + 1] = \
        i


# CHECK-LABEL: def branches
@T.prim_func
def branches(A: T.Buffer((64,), "int32"), n: T.int32):
    # CHECK: if n < 3:
    # CHECK: else:
    # CHECK-NEXT: if n == 3:
    # CHECK: else:
    if n < 3:
        A[0] = 1
    elif n == 3:
        A[0] = 2
    else:
        A[0] = 3
    # CHECK-NEXT: A[0] = 3
    # CHECK-NEXT: A[1] = 1
    # CHECK-NEXT: if T.bool(True):
    if True:
        A[1] = 1
    else:
        A[1] = 2
    if T.bool(True):
        A[2] = 1
    # CHECK: while A[0] < n:
    # CHECK: T.break_loop()
    # CHECK: T.continue_loop()
    while A[0] < n:
        if A[1] == 1:
            break
        if A[1] == 2:
            T.continue_loop()
        A[0] += 1
    # CHECK: assert n <= 64, ("RuntimeError", ["n is too large"])
    assert n <= 64, "n is too large"
    # CHECK: assert n > 0, ("ValueError", ["n is ", "too small"])
    assert n > 0, ("ValueError", ["n is ", "too small"])


# CHECK-LABEL: def values
@T.prim_func
def values(A: T.Buffer((64,), "int32"), n: T.int32) -> T.int32:
    # CHECK-NEXT: a: T.let[T.int32] = n * 4
    # CHECK-NEXT: b: T.let[T.int32] = a + 1
    # CHECK-NEXT: c = T.bind(b * a)
    a: T.let = n * 4
    b: T.let[T.int32] = a + 1
    c = T.bind(b * a)
    # CHECK-NEXT: p: T.let[T.handle("int32", "global")] = T.address_of(A[8])
    p = T.address_of(A[8])
    # CHECK-NEXT: T.call_extern("int32", "f", p)
    T.evaluate(T.call_extern("int32", "f", p))
    # CHECK-NEXT: x: T.int64 = T.Cast("int64", c + 1)
    x: T.int64 = c + 1
    # CHECK-NEXT: x = x * T.int64(2)
    # CHECK-NEXT: x = x + T.int64(3)
    x = x * T.int64(2)
    x += 3
    # CHECK-NEXT: y: T.float32 = T.float32(0.5)
    # CHECK-NEXT: z: T.float32
    # CHECK-NEXT: z = z + y
    y = 0.5
    z: T.float32
    z = z + y
    # CHECK-NEXT: t = T.alloc_local((4,), "int32")
    t: T.int32[4]
    # CHECK-NEXT: t[0] = 1
    # CHECK-NEXT: t[1] = A[1]
    t[0], t[1] = 1, A[1]
    # CHECK-NEXT: A[0] = T.Cast("int32", x)
    A[0] = x
    # CHECK-NEXT: if n < 0:
    # CHECK-NEXT: return 0
    # CHECK-NEXT: return T.max(n, t[0])
    if n < 0:
        return 0
    return T.max(n, t[0])


# CHECK-LABEL: def annotations
@T.prim_func
def annotations(A: T.Buffer((64,), "float32")):
    # CHECK-NEXT: with T.attr({"pragma_x": 1}):
    with T.attr(0, "pragma_x", 1):
        A[0] = 1.0
    # CHECK: with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)]), "reduce_scope", 0):
    with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)]), "reduce_scope", 0):
        A[1] = 1.0
    # CHECK: with T.launch_thread("blockIdx.x", 4) as bx:
    with T.launch_thread("blockIdx.x", 4) as bx:
        A[bx] = 2.0
    # CHECK: ax = T.int32()
    # CHECK: with T.attr(ax, "pragma_vectorize", 1):
    ax = T.int32()
    with T.attr(ax, "pragma_vectorize", 1):
        A[2] = 3.0
    # CHECK: T.attr(A.data, "storage_alignment", 128)
    # CHECK-NEXT: tx = T.launch_thread("threadIdx.x", 64)
    # CHECK-NEXT: A[tx] = T.float32(1.0)
    T.attr(A.data, "storage_alignment", 128)
    tx = T.launch_thread("threadIdx.x", 64)
    A[tx] = T.float32(1.0)
