# RUN: %tirc --emit=tir %s | FileCheck %s
# RUN: %tirc --emit=tir %s | %tirc --emit=tir - | FileCheck %s
# Conditions that no run of the interpreter shows: other threads, overflow that is undefined only when
# compiled, places that matter only to later passes.  The others: test/random_cse.py.
from tvm.script import tirx as T

# Other threads write shared memory: after a barrier it is read again.
@T.prim_func
def barrier(A: T.Buffer((16,), "int32"), x: T.int32):
    # CHECK-LABEL: def barrier
    # CHECK-NOT: bind
    # CHECK: A[0] = S[x]
    # CHECK: A[1] = S[x]
    # CHECK: A[2] = S[x]
    S = T.alloc_buffer((16,), "int32", scope="shared")
    A[0] = S[x]
    T.evaluate(T.tvm_storage_sync("shared"))
    A[1] = S[x]
    T.evaluate(T.tvm_thread_allreduce(T.uint32(1), x, True, x, x))
    A[2] = S[x]

# What no other thread sees is known across the barrier.
@T.prim_func
def own(A: T.Buffer((16,), "int32"), x: T.int32):
    # CHECK-LABEL: def own
    # CHECK: cse_v1 = T.bind(S[x])
    # CHECK: A[0] = cse_v1
    # CHECK: A[1] = cse_v1
    S = T.alloc_buffer((16,), "int32", scope="local")
    A[0] = S[x]
    T.evaluate(T.tvm_storage_sync("shared"))
    A[1] = S[x]

# Without c only x + (y + z) is computed: (x + y) + z may overflow where it does not.
@T.prim_func
def order(A: T.Buffer((16,), "int32"), c: T.int32, x: T.int32, y: T.int32, z: T.int32):
    # CHECK-LABEL: def order
    # CHECK-NOT: bind
    # CHECK: A[0] = x + y + z
    # CHECK: A[1] = x + (y + z)
    if c == 1:
        A[0] = (x + y) + z
    A[1] = x + (y + z)

# Written alike, one name serves both.
@T.prim_func
def same_order(A: T.Buffer((16,), "int32"), c: T.int32, x: T.int32, y: T.int32, z: T.int32):
    # CHECK-LABEL: def same_order
    # CHECK: cse_v1 = T.bind(x + y + z)
    # CHECK: A[0] = cse_v1
    # CHECK: A[1] = cse_v1
    if c == 1:
        A[0] = (x + y) + z
    A[1] = z + (y + x)

# A hint stays where it is: what it holds is shared.
@T.prim_func
def hint(A: T.Buffer((16,), "int32"), x: T.int32, y: T.int32):
    # CHECK-LABEL: def hint
    # CHECK: cse_v1 = T.bind(x // y)
    # CHECK: if T.likely(cse_v1 < 3):
    # CHECK: if T.likely(cse_v1 < 3):
    if T.likely(x // y < 3):
        A[0] = 1
    A[2] = 0
    if T.likely(x // y < 3):
        A[1] = 1

# The program asserts before it divides: so does the new one, though both trap.
@T.prim_func
def asserts(A: T.Buffer((16,), "int32"), x: T.int32, y: T.int32):
    # CHECK-LABEL: def asserts
    # CHECK: if x < 3:
    # CHECK-NEXT: A[0] = x // y
    # CHECK: assert
    # CHECK: A[1] = x // y
    if x < 3:
        A[0] = x // y
    assert y != 0, "y"
    A[1] = x // y

# A while may never end: what follows it is not computed before.
@T.prim_func
def endless(A: T.Buffer((16,), "int32"), x: T.int32, y: T.int32):
    # CHECK-LABEL: def endless
    # CHECK: if x < 3:
    # CHECK-NEXT: A[0] = x // y
    # CHECK: while
    # CHECK: A[1] = x // y
    if x < 3:
        A[0] = x // y
    while A[3] < y:
        A[3] = A[3] & 7
    A[1] = x // y

# Nor is what follows a call that may not come back.
@T.prim_func
def call(A: T.Buffer((16,), "int32"), x: T.int32, y: T.int32):
    # CHECK-LABEL: def call
    # CHECK: if x < 3:
    # CHECK-NEXT: A[0] = x // y
    # CHECK: call_extern
    # CHECK: A[1] = x // y
    if x < 3:
        A[0] = x // y
    T.evaluate(T.call_extern("int32", "check", y))
    A[1] = x // y
