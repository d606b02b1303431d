# RUN: %tirc --emit=tir --legalize=blocks,allocate --after=legalize --verify-each %s | FileCheck %s
# Allocations stand in the innermost loop in which all is written before it is read, and are as large
# as what an iteration touches.
from tvm.script import tirx as T

# CHECK: def tile
@T.prim_func(s_tir=True)
def tile(A: T.Buffer((8, 32), "int32"), B: T.Buffer((8, 32), "int32")):
    # CHECK-NEXT: for io, jo in T.grid(4, 2):
    # CHECK-NEXT: L = T.alloc_buffer((2, 16), "int32")
    L = T.sblock_alloc_buffer((8, 32), "int32")
    for io, jo in T.grid(4, 2):
        # CHECK: L[f // 16, f % 16] = A[io * 2 + f // 16, jo * 16 + f % 16]
        for f in range(32):
            L[io * 2 + f // 16, jo * 16 + f % 16] = A[io * 2 + f // 16, jo * 16 + f % 16]
        # CHECK: B[io * 2 + i, jo * 16 + j] = L[i, j]
        for i, j in T.grid(2, 16):
            B[io * 2 + i, jo * 16 + j] = L[io * 2 + i, jo * 16 + j]

# The init in the first iteration of k comes before the sums of all: outside of k, inside of i.
# CHECK: def sum
@T.prim_func(s_tir=True)
def sum(A: T.Buffer((16, 16), "int32"), B: T.Buffer((16,), "int32")):
    # CHECK-NEXT: for i in range(16):
    # CHECK-NEXT: S = T.alloc_buffer((1,), "int32")
    # CHECK-NEXT: for ko, ki in T.grid(4, 4):
    S = T.sblock_alloc_buffer((16,), "int32")
    for i in range(16):
        for ko, ki in T.grid(4, 4):
            with T.sblock("S"):
                vi = T.axis.spatial(16, i)
                vk = T.axis.reduce(16, ko * 4 + ki)
                # CHECK: S[0] = 0
                with T.init():
                    S[vi] = 0
                # CHECK: S[0] = S[0] + A[i, ko * 4 + ki]
                S[vi] = S[vi] + A[vi, vk]
        B[i] = S[i]

# What may leave a loop, and what threads share: all stays where it is.
# CHECK: def leaves
@T.prim_func(s_tir=True)
def leaves(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
    # CHECK-NEXT: C = T.alloc_buffer((16,), "int32")
    C = T.sblock_alloc_buffer((16,), "int32")
    for i in range(16):
        if A[i] < 0:
            break
        C[i] = A[i]
        B[i] = C[i]

# CHECK: def shared
@T.prim_func(s_tir=True)
def shared(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
    # CHECK-NEXT: C = T.alloc_buffer((16,), "int32", scope="shared")
    C = T.sblock_alloc_buffer((16,), "int32", scope="shared")
    for i in range(16):
        C[i] = A[i]
        B[i] = C[i]

# i % 6 and i // 4 do not count for themselves: 12 of 18 elements are written.
# CHECK: def digits
@T.prim_func(s_tir=True)
def digits(B: T.Buffer((4, 18), "int32")):
    # CHECK-NEXT: C = T.alloc_buffer((6, 3), "int32")
    C = T.sblock_alloc_buffer((6, 3), "int32")
    for t in range(4):
        for i in range(12):
            C[i % 6, i // 4] = t
        for i, j in T.grid(6, 3):
            B[t, i * 3 + j] = C[i, j]

# An iteration reads what the one before wrote: C stays outside, all of it.
# CHECK: def carried
@T.prim_func(s_tir=True)
def carried(B: T.Buffer((16,), "int32")):
    # CHECK-NEXT: C = T.alloc_buffer((16,), "int32")
    # CHECK-NEXT: for t in range(4):
    C = T.sblock_alloc_buffer((16,), "int32")
    for t in range(4):
        for i in range(4):
            C[t * 4 + i] = i if t == 0 else C[t * 4 + i - 4] + 1
        for i in range(4):
            B[t * 4 + i] = C[t * 4 + i]

# Every second element is not written here; and what is read under a condition may be out of bounds.
# CHECK: def holes
@T.prim_func(s_tir=True)
def holes(B: T.Buffer((32,), "int32")):
    # CHECK-NEXT: C = T.alloc_buffer((32,), "int32")
    C = T.sblock_alloc_buffer((32,), "int32")
    # CHECK-NEXT: for t in range(4):
    # CHECK-NEXT: D = T.alloc_buffer((32,), "int32")
    D = T.sblock_alloc_buffer((32,), "int32")
    for t in range(4):
        for i in range(4):
            C[t * 8 + i * 2] = i
        for i in range(32):
            D[i] = t
        for i in range(8):
            B[t * 8 + i] = C[t * 8 + i] + D[t * 8 + i]

# Read are an element behind those that are written, one in front of them, and those between them.
# CHECK: def edges
@T.prim_func(s_tir=True)
def edges(B: T.Buffer((32,), "int32")):
    # CHECK-NEXT: C = T.alloc_buffer((29,), "int32")
    C = T.sblock_alloc_buffer((32,), "int32")
    # CHECK-NEXT: D = T.alloc_buffer((29,), "int32")
    D = T.sblock_alloc_buffer((32,), "int32")
    # CHECK-NEXT: E = T.alloc_buffer((31,), "int32")
    E = T.sblock_alloc_buffer((32,), "int32")
    # CHECK-NEXT: for t in range(4):
    for t in range(4):
        # CHECK-NEXT: for i in range(4):
        for i in range(4):
            C[t * 8 + i] = i
            D[t * 8 + i + 1] = i
            E[t * 8 + i * 2] = i
        for i in range(5):
            B[t * 8 + i] = C[t * 8 + i]
        for i in range(4):
            B[t * 8 + i] = B[t * 8 + i] + D[t * 8 + i]
        for i in range(7):
            B[t * 8 + i] = B[t * 8 + i] + E[t * 8 + i]

# What an iteration is not known to write stays; so does what is used by its address.
# CHECK: def guarded
@T.prim_func(s_tir=True)
def guarded(B: T.Buffer((16,), "int32"), n: T.int32):
    # CHECK-NEXT: C = T.alloc_buffer((4,), "int32")
    C = T.sblock_alloc_buffer((4,), "int32")
    # CHECK-NEXT: D = T.alloc_buffer((16,), "int32")
    D = T.sblock_alloc_buffer((16,), "int32")
    for t in range(4):
        for i in range(4):
            if i < n:
                C[i] = i
            D[t * 4 + i] = 1
        T.evaluate(T.call_extern("int32", "f", D.data))
        for i in range(4):
            B[t * 4 + i] = C[i] + D[t * 4 + i]

# No allocation goes into a loop that becomes vectors, and none shrinks below what all lanes need.
# CHECK: def lanes
@T.prim_func(s_tir=True)
def lanes(A: T.Buffer((4, 8), "int32"), B: T.Buffer((4, 8), "int32")):
    # CHECK-NEXT: for t in range(4):
    # CHECK-NEXT: C = T.alloc_buffer((1, 8), "int32")
    # CHECK-NEXT: for v in T.vectorized(8):
    C = T.sblock_alloc_buffer((4, 8), "int32")
    for t in range(4):
        for v in T.vectorized(8):
            C[t, v] = A[t, v] * 2
            B[t, v] = C[t, v] + 1
