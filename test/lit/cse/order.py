# Equal sums in different orders: one name where the first one is computed anyhow; none above the arms of a
# branch, where the order of one could overflow for the other.
# RUN: %tirc --emit=tir --cse-profile=size %s | FileCheck %s
# RUN: %tirc --emit=tir --cse-profile=size --cse-level=commutative %s | FileCheck %s --check-prefix=PLAIN
from tvm.script import tirx as T

# CHECK-LABEL: def sums
# PLAIN-LABEL: def sums
@T.prim_func(s_tir=True)
def sums(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32, z: T.int32):
    # CHECK: cse_v1 = T.bind(x + y + z)
    # CHECK-NEXT: A[0] = cse_v1
    # CHECK-NEXT: A[1] = cse_v1
    # PLAIN-NEXT: A[0] = x + y + z
    # PLAIN-NEXT: A[1] = x + (z + y)
    A[0] = x + y + z
    A[1] = x + (z + y)

# CHECK-LABEL: def arms
@T.prim_func(s_tir=True)
def arms(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32, z: T.int32, c: T.int32):
    # CHECK-NOT: bind
    # CHECK: A[1] = x + (y + z)
    if c > 3:
        A[0] = (x + y) + z
    else:
        A[1] = x + (y + z)

# Products of sums, shifts, minima, comparisons, quotients.
# CHECK-LABEL: def forms
@T.prim_func(s_tir=True)
def forms(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32, z: T.int32):
    # CHECK: cse_v1 = T.bind((x + y) * 4)
    # CHECK-NEXT: A[0] = cse_v1
    # CHECK-NEXT: A[1] = cse_v1
    A[0] = (x + y) * 4
    A[1] = (y << 2) + 4 * x
    # CHECK: cse_v2 = T.bind(T.min(T.min(x, y), z))
    # CHECK-NEXT: A[2] = cse_v2
    # CHECK-NEXT: A[3] = cse_v2
    A[2] = T.min(T.min(x, y), z)
    A[3] = T.min(z, T.min(y, x))
    # CHECK: cse_v3 = T.bind(z // 42)
    # CHECK-NEXT: A[4] = cse_v3
    # CHECK-NEXT: A[5] = cse_v3
    A[4] = z // 6 // 7
    A[5] = z // 42
    # CHECK: cse_v4 = T.bind(x // y)
    # CHECK-NEXT: cse_v5 = T.bind(z // y)
    A[6] = T.Select(x // y < z // y, 1, 2)
    A[7] = T.Select(z // y > x // y, 3, 4)

# A difference that is turned is another one: it may overflow alone, and LLVM does not see that the squares are equal.
# CHECK-LABEL: def turned
@T.prim_func(s_tir=True)
def turned(A: T.Buffer((64,), "int32"), x: T.int32, y: T.int32, c: T.int32):
    # CHECK-NOT: bind(x - y)
    # CHECK: if c > 3:
    # CHECK-NEXT: cse_v1 = T.bind(x - y)
    if c > 3:
        A[0] = (x - y) * (x - y) // c
    # CHECK: A[1] = (y - x) * (y - x) // c
    A[1] = (y - x) * (y - x) // c
