# RUN: %tirc --emit=tir --after=legalize --legalize=digits %s | FileCheck %s
# RUN: %python -c "import numpy as n; n.save('%t.a.npy', n.random.default_rng(1).integers(0, 99, 4096).astype('int32'))"
# RUN: %tirc --run=interp --function=main --legalize=none --no-cse --no-loops --save=%t.1 %s A=@%t.a.npy B=@%t.a.npy
# RUN: %tirc --run=interp --function=main --legalize=digits --verify-each --save=%t.2 %s A=@%t.a.npy B=@%t.a.npy
# RUN: cmp %t.1/O.npy %t.2/O.npy
# RUN: cmp %t.1/P.npy %t.2/P.npy
# Nests with digits in the order of memory.
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4096,), "int32"), B: T.Buffer((4096,), "int32"), O: T.Buffer((4096,), "int32"), P: T.Buffer((4096,), "int32")):
        T.func_attr({"tirx.noalias": True})
        # one layout: one loop
        # CHECK: for h_0_w_1_fused in range(512):
        # CHECK-NEXT: O[h_0_w_1_fused] = A[h_0_w_1_fused] + B[h_0_w_1_fused]
        for h, w in T.grid(16, 32):
            O[(h // 8 * 8 + w // 4) * 32 + h % 8 * 4 + w % 4] = A[(h // 8 * 8 + w // 4) * 32 + h % 8 * 4 + w % 4] + B[(h // 8 * 8 + w // 4) * 32 + h % 8 * 4 + w % 4]
        # two layouts: the store's order
        # CHECK-NEXT: for f_0, f_2, f_1, f_3 in T.grid(2, 8, 8, 4):
        # CHECK-NEXT: O[f_0 * 256 + f_2 * 32 + f_1 * 4 + f_3] = A[f_0 * 256 + f_1 * 32 + f_2 * 4 + f_3]
        for f in range(512):
            O[(f // 256 * 8 + f % 32 // 4) * 32 + f // 32 % 8 * 4 + f % 4] = A[f]
        # what is read and written is the same element; a row of several accesses of it
        # CHECK-NEXT: for h_0, w, h_1 in T.grid(4, 16, 4):
        # CHECK-NEXT: O[h_0 * 64 + w * 4 + h_1] = O[h_0 * 64 + w * 4 + h_1] + A[w]
        for h, w in T.grid(16, 16):
            O[h // 4 * 64 + w * 4 + h % 4] = O[h // 4 * 64 + w * 4 + h % 4] + A[w]
        # a reduction keeps its place and its order
        # CHECK-NEXT: for h_0, w, k, h_1 in T.grid(4, 16, 3, 4):
        # CHECK-NEXT: O[h_0 * 64 + w * 4 + h_1] = O[h_0 * 64 + w * 4 + h_1] * 3 + A[k * 16 + w]
        for h, k, w in T.grid(16, 3, 16):
            O[h // 4 * 64 + w * 4 + h % 4] = O[h // 4 * 64 + w * 4 + h % 4] * 3 + A[k * 16 + w]
        # a buffer of the body's own
        # CHECK-NEXT: for h_0, w, h_1 in T.grid(4, 16, 4):
        # CHECK-NEXT: S = T.alloc_buffer((1,), "int32")
        for h, w in T.grid(16, 16):
            S = T.alloc_buffer((1,), "int32")
            S[0] = A[w]
            for k in range(3):
                S[0] = S[0] * 3 + A[k]
            O[h // 4 * 64 + w * 4 + h % 4] = S[0]
        # two stores, both with elements of their own
        # CHECK: for h_0, w, h_1 in T.grid(4, 16, 4):
        for h, w in T.grid(16, 16):
            O[h // 4 * 64 + w * 4 + h % 4] = A[h * 16 + w]
            P[h // 4 * 64 + w * 4 + h % 4] = B[h * 16 + w]
        # all w write one element: the last one is the last
        # CHECK: for h_1, h_0, w in T.grid(4, 4, 16):
        for h, w in T.grid(16, 16):
            O[h % 4 * 4 + h // 4] = A[h // 4 * 64 + w * 4 + h % 4]
        # a load's order, where the store's makes its rows short
        # CHECK: for w_0, c, w_1 in T.grid(4, 32, 2):
        # CHECK-NEXT: O[w_0 * 64 + w_1 * 32 + c] = A[w_0 * 64 + c * 2 + w_1]
        for w, c in T.grid(8, 32):
            O[w * 32 + c] = A[w // 2 * 64 + c * 2 + w % 2]
        # a small loop inside the long one: both rows are dense then
        # CHECK: for h_0, c, h_1, w in T.grid(4, 32, 2, 2):
        # CHECK-NEXT: O[h_0 * 128 + h_1 * 64 + c * 2 + w] = A[h_0 * 64 + c * 2 + h_1]
        for h, w, c in T.grid(8, 2, 32):
            O[h * 64 + c * 2 + w % 4] = A[h // 2 * 64 + c * 2 + h % 2]
        # not: elements of two iterations may be one
        # CHECK: for w, h_0, h_1 in T.grid(16, 4, 4):
        for w, h in T.grid(16, 16):
            O[h % 4 * 12 + h // 4 * 64 + w] = A[h]
        # not: another element of what is stored is read
        # CHECK: for w, h_0, h_1 in T.grid(16, 4, 4):
        for w, h in T.grid(16, 16):
            O[h // 4 * 64 + w * 4 + h % 4] = O[h // 4 * 64 + w * 4 + h % 4 + 1]
        # one layout, but not one loop: the value names w
        # CHECK: for h_0, w_0, h_1, w_1 in T.grid(2, 8, 8, 4):
        # CHECK-NEXT: O[h_0 * 256 + w_0 * 32 + h_1 * 4 + w_1] = A[h_0 * 256 + w_0 * 32 + h_1 * 4 + w_1] + (w_0 * 4 + w_1)
        for h, w in T.grid(16, 32):
            O[(h // 8 * 8 + w // 4) * 32 + h % 8 * 4 + w % 4] = A[(h // 8 * 8 + w // 4) * 32 + h % 8 * 4 + w % 4] + w
        # not: an element is read that another iteration stores before
        # CHECK: for w, h_0, h_1 in T.grid(16, 4, 4):
        for w, h in T.grid(16, 16):
            O[h // 4 * 64 + w * 4 + h % 4 + 1] = O[h // 4 * 64 + w * 4 + h % 4]
        # not: a second store in another order
        # CHECK: for w, h_0, h_1 in T.grid(16, 4, 4):
        for w, h in T.grid(16, 16):
            O[h // 4 * 64 + w * 4 + h % 4] = A[h]
            O[h // 4 * 64 + h % 4 * 16 + w] = B[h]
        # not: what w and h decide is outside of the loop over c
        # CHECK: for h, w, c_0, c_1 in T.grid(4, 8, 4, 4):
        for h, w, c in T.grid(4, 8, 16):
            O[h * 128 + c % 4 * 32 + c // 4 * 8 + w] = A[B[h] % 7 * B[w] % 9] + B[c]
        # not: a call that may do anything
        # CHECK: for w, h_0, h_1 in T.grid(16, 4, 4):
        for w, h in T.grid(16, 16):
            if A[h] > 1000:
                T.evaluate(T.call_extern("int32", "abs", A[h]))
            O[h // 4 * 64 + w * 4 + h % 4] = A[h]
        # CHECK: for w, h_0, h_1 in T.grid(16, 4, 4):
        for w, h in T.grid(16, 16):
            if A[h] > 1000:
                O[h // 4 * 64 + w * 4 + h % 4] = T.call_extern("int32", "abs", A[h])
        # not: a division that may fail
        # CHECK: for w, h_0, h_1 in T.grid(16, 4, 4):
        for w, h in T.grid(16, 16):
            O[h // 4 * 64 + w * 4 + h % 4] = A[h] // T.max(B[w], 1)
        # an annotated loop around and one inside
        # CHECK: for n in T.serial(2, annotations={"keep": 1}):
        # CHECK-NEXT: for h_0_h_1_fused in range(128):
        # CHECK: for w in T.serial(2, annotations={"keep": 1}):
        for n in T.serial(2, annotations={"keep": 1}):
            for w, h in T.grid(8, 16):
                O[n * 128 + h // 4 * 32 + w * 4 + h % 4] = A[n * 128 + h // 4 * 32 + w * 4 + h % 4]
        for h in range(16):
            for w in T.serial(2, annotations={"keep": 1}):
                O[h % 4 * 64 + w * 4 + h // 4] = A[h]

    # parameters that may overlap; one alone
    # CHECK: def aliases(
    # CHECK: for w, h_0, h_1 in T.grid(16, 4, 4):
    # CHECK: for h_0_w_1_fused in range(512):
    @T.prim_func
    def aliases(A: T.Buffer((4096,), "int32"), O: T.Buffer((4096,), "int32")):
        for w, h in T.grid(16, 16):
            O[h // 4 * 64 + w * 4 + h % 4] = A[h]
        for h, w in T.grid(16, 32):
            O[(h // 8 * 8 + w // 4) * 32 + h % 8 * 4 + w % 4] = 1
