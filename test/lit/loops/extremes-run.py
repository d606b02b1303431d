# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A maximum or minimum of many floats is that of integers made of their bits, unless there are NaNs or both zeros lead.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O2 --run=interp %s --save=%t/passes && diff -r %t/interp %t/passes
# RUN: %tirc -O3 --run=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp %s --save=%t/v73 && diff -r %t/interp %t/v73
# RUN: %tirc -O3 --run=hexagon %s --save=%t/v67 && diff -r %t/interp %t/v67
# RUN: %tirc -O3 --target=hexagon --emit=tir --after=cse %s | FileCheck %s
# RUN: %tirc -O3 --target=hexagon --try-versions=0 --emit=ll %s | FileCheck --check-prefix=LL %s
# The loop that is left is the way that is seldom taken.
# LL: call <32 x i32> @llvm.smax.v32i32(
# LL: call <64 x i16> @llvm.smin.v64i16(
# LL: !{!"branch_weights", i32 2000, i32 1}
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # CHECK-LABEL: def main
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((12, 160), "int32"), B: T.Buffer((12, 160), "int16"), M: T.Buffer((12, 4), "float32"), H: T.Buffer((12, 4), "float16"), D: T.Buffer((12,), "bfloat16"), X: T.Buffer((12, 160), "float32"), Y: T.Buffer((12, 160), "float16"), Z: T.Buffer((12, 160), "bfloat16"), W: T.Buffer((12, 160), "float32")):
        T.func_attr({"tirx.noalias": True})
        # two rows of numbers; negative ones with zeros of both signs, of one, of the other one; NaNs, three rows of them; infinities; NaNs below
        # zero, where the last float is one, and the first
        for r in T.serial(12, annotations={"scalar": 1}):
            for i in T.serial(160, annotations={"scalar": 1}):
                A[r, i] = T.Select(r < 2, i * 7919 * 65537, T.Select(r < 5, T.bitwise_or(T.truncmod(i * 7919, 1000) * 65537, -2147483647 - 1), (200 - i) * 1000003))
                A[r, i] = T.Select(r > 1 and T.truncmod(i, 37) == 5, T.Select(r == 3 or (r == 2 and T.truncmod(i, 2) == 0), 0, -2147483647 - 1), A[r, i])
                A[r, i] = T.Select(r > 5 and T.truncmod(i * r, 53) == 3, T.Select(r < 9, 2139095041 + r, T.Select(r == 9, 2139095040, -4194303)), A[r, i])
        A[10, 159] = 2143289347
        A[11, 0] = -4194300
        for r in T.serial(12, annotations={"scalar": 1}):
            for i in T.serial(160, annotations={"scalar": 1}):
                B[r, i] = T.Cast("int16", T.shift_right(A[r, i], 16))
        for r, i in T.grid(12, 160):
            X[r, i] = T.reinterpret("float32", A[r, i])
            Y[r, i] = T.reinterpret("float16", B[r, i])
            Z[r, i] = T.reinterpret("bfloat16", B[r, i])
            W[r, i] = T.reinterpret("float32", A[11 - r, i])
        # CHECK: high[0] = T.max(high[0],
        # CHECK: low[0] = T.min(low[0],
        # CHECK: top[0] = T.max(top[0],
        # CHECK: if T.likely(
        # CHECK: M{{.*}} = T.reinterpret("float32",
        # CHECK: else:
        # CHECK: = T.max(M
        for r in range(12):
            M[r, 0] = X[r, 0]
            for i in range(160):
                M[r, 0] = T.max(M[r, 0], X[r, i])
        # CHECK: M{{.*}} = T.reinterpret("float32",
        for r in range(12):
            M[r, 1] = T.float32(-0.0)
            for i in range(160):
                M[r, 1] = T.max(X[r, i], M[r, 1])
        # CHECK: M{{.*}} = T.reinterpret("float32",
        for r in range(12):
            M[r, 2] = T.float32(0.0)
            for i in range(160):
                M[r, 2] = T.min(M[r, 2], X[r, i])
        # CHECK: H{{.*}} = T.reinterpret("float16",
        for r in range(12):
            H[r, 0] = T.float16(-65504)
            for j, i in T.grid(5, 32):
                H[r, 0] = T.max(H[r, 0], Y[r, j * 32 + i])
        # CHECK: H{{.*}} = T.reinterpret("float16",
        for r in range(12):
            H[r, 1] = T.float16(0)
            for i in range(159):
                H[r, 1] = T.min(Y[r, i + 1], H[r, 1])
        # CHECK: D{{.*}} = T.reinterpret("bfloat16",
        for r in range(12):
            D[r] = Z[r, 7]
            for i in range(160):
                D[r] = T.max(D[r], Z[r, i])
        # an element that the loop moves, one that the maximum is made of, and few floats
        # CHECK-NOT: reinterpret
        for r in range(12):
            for i in range(1, 160):
                X[r, i] = T.max(X[r, i], W[r, i])
        for i in range(160):
            X[4, 7] = T.max(X[4, 7], X[4, i])
        for r in range(12):
            H[r, 2] = T.float16(0)
            for i in range(12):
                H[r, 2] = T.max(H[r, 2], Y[r, i])

    # of a number of floats that the caller gives, into an element that is there in any case
    # CHECK-LABEL: def given
    # CHECK: {{m|C}}[0] = T.reinterpret("float32",
    @T.prim_func(s_tir=True)
    def given(a: T.handle, C: T.Buffer((1,), "float32")):
        T.func_attr({"tirx.noalias": True})
        n = T.int32()
        A = T.match_buffer(a, (n,), "float32")
        m = T.alloc_buffer((1,), "float32")
        m[0] = T.float32(-1)
        for i in range(n):
            m[0] = T.max(m[0], A[i])
        C[0] = m[0]

    # the element is perhaps among the floats
    # CHECK-LABEL: def overlaps
    # CHECK-NOT: reinterpret
    @T.prim_func(s_tir=True)
    def overlaps(A: T.Buffer((500,), "float32"), C: T.Buffer((1,), "float32")):
        for i in range(500):
            C[0] = T.max(C[0], A[i])
