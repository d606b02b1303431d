# RUN: %tirc --emit=tir --after=legalize --legalize=digits %s | FileCheck %s
# RUN: %python -c "import numpy as n; n.save('%t.a.npy', n.arange(8192, dtype='int32')); n.save('%t.b.npy', n.zeros(8192, 'int32'))"
# RUN: %tirc --run=interp --legalize=none --no-cse --no-loops --save=%t.1 %s A=@%t.a.npy B=@%t.b.npy n=5
# RUN: %tirc --run=interp --legalize=digits --verify-each --save=%t.2 %s A=@%t.a.npy B=@%t.b.npy n=5
# RUN: cmp %t.1/B.npy %t.2/B.npy
# Loops over the digits of indices, where these make divisions vanish.
from tvm.script import tirx as T

@T.prim_func
def main(A: T.Buffer((8192,), "int32"), B: T.Buffer((8192,), "int32"), n: T.int32):
    # quotient and remainder of one division
    # CHECK: for i_0, i_1 in T.grid(8, 8):
    # CHECK-NEXT: B[i_1 * 8 + i_0] = A[i_0 * 8 + i_1]
    for i in range(64):
        B[i % 8 * 8 + i // 8] = A[i]
    # three digits; truncating division of what is not negative
    # CHECK-NEXT: for i_0, i_1, i_2 in T.grid(7, 2, 2):
    # CHECK-NEXT: B[i_0 * 4 + i_2 * 2 + i_1] = A[i_0 * 4 + i_1 * 2 + i_2]
    for i in range(28):
        B[T.truncdiv(i, 4) * 4 + i % 2 * 2 + i % 4 // 2] = A[i]
    # quotients of quotients, and of a product
    # CHECK-NEXT: for i_0, i_1, i_2 in T.grid(4, 3, 4):
    # CHECK-NEXT: B[i_1 * 100 + i_0] = A[i_2 * 3 + i_0]
    for i in range(48):
        B[i // 4 % 3 * 100 + i * 3 // 36] = A[i % 4 * 3 + i // 12]
    # a sum whose other part stays below the factor
    # CHECK-NEXT: for i_0, i_1_j_fused in T.grid(2, 16):
    # CHECK-NEXT: B[i_0 * 100 + i_1_j_fused] = 1
    for i, j in T.grid(8, 4):
        B[(i * 4 + j) // 16 * 100 + (i * 4 + j) % 16] = 1
    # only some divisors divide the extent, or one another
    # CHECK-NEXT: for i_0, i_1 in T.grid(6, 3):
    # CHECK-NEXT: B[i_0] = A[i_1] + A[(i_0 * 3 + i_1) // 4]
    for i in range(18):
        B[i // 3] = A[i % 3] + A[i // 4]
    # bindings, conditions and loops inside; the bounds of a loop inside
    # CHECK-NEXT: for i_0, i_1 in T.grid(4, 4):
    # CHECK-NEXT: if i_0 == 2:
    # CHECK-NEXT: x: T.let[T.int32] = A[i_1]
    # CHECK-NEXT: for j in range(i_1, i_1 + (i_0 + 1)):
    # CHECK-NEXT: B[j] = x
    for i in range(16):
        if i // 4 == 2:
            x: T.let[T.int32] = A[i % 4]
            for j in range(i % 4, i // 4 + 1 + i % 4):
                B[j] = x
    # not: a carry, an extent of 30, a loop that begins elsewhere, of variable extent, by steps
    # CHECK-NEXT: for i in range(64):
    # CHECK-NEXT: B[i] = A[(i + 1) // 8]
    for i in range(64):
        B[i] = A[(i + 1) // 8]
    # CHECK-NEXT: for i in range(30):
    # CHECK-NEXT: B[i // 8] = A[i % 8]
    for i in range(30):
        B[i // 8] = A[i % 8]
    # CHECK-NEXT: for i in range(8, 16):
    # CHECK-NEXT: B[i // 4] = A[i]
    for i in range(8, 16):
        B[i // 4] = A[i]
    # CHECK-NEXT: for i in range(n):
    # CHECK-NEXT: B[i // 4] = A[i]
    for i in range(n):
        B[i // 4] = A[i]
    # CHECK-NEXT: for i in range(0, 64, 4):
    # CHECK-NEXT: B[i // 8] = A[i]
    for i in range(0, 64, step=4):
        B[i // 8] = A[i]
    # not: quotients that are no work in the inner loop
    # CHECK-NEXT: for i, j in T.grid(16, 16):
    # CHECK-NEXT: B[i // 4 * 32 + j] = A[i % 4 * 16 + j] + B[i // 4]
    for i, j in T.grid(16, 16):
        B[i // 4 * 32 + j] = A[i % 4 * 16 + j] + B[i // 4]
    # not: truncating division of what may be negative
    # CHECK-NEXT: for i in range(16):
    # CHECK-NEXT: B[i] = A[T.Div(i - 4, 4) + 4]
    for i in range(16):
        B[i] = A[T.truncdiv(i - 4, 4) + 4]
    # not: parallel and marked loops
    # CHECK-NEXT: for i in T.parallel(64):
    # CHECK-NEXT: B[i // 8 + i % 8 * 8] = A[i]
    for i in T.parallel(64):
        B[i // 8 + i % 8 * 8] = A[i]
    # CHECK-NEXT: for i in T.serial(64, annotations={"keep": 1}):
    # CHECK-NEXT: B[i // 8 + i % 8 * 8] = A[i]
    for i in T.serial(64, annotations={"keep": 1}):
        B[i // 8 + i % 8 * 8] = A[i]
    # not: what a shape uses
    # CHECK-NEXT: for i in range(16):
    # CHECK-NEXT: X = T.alloc_buffer((i // 4 + 1,), "int32")
    # CHECK-NEXT: X[i // 4] = A[i % 4]
    # CHECK-NEXT: B[i] = X[i // 4]
    for i in range(16):
        X = T.alloc_buffer((i // 4 + 1,), "int32")
        X[i // 4] = A[i % 4]
        B[i] = X[i // 4]
