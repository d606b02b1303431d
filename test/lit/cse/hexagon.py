# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=plan --cse-profile=hexagon %s | FileCheck %s --match-full-lines --strict-whitespace
# RUN: %tirc --emit=plan --cse-profile=host %s | FileCheck %s --check-prefix=HOST
# What the profile for Hexagon leaves to LLVM, and what it does not (bench/kernels/micro).
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # One use dominates the others, a store in between: LLVM's.
    # CHECK:near: 0 new names, 0 reused
    # HOST: near: 2 new names
    @T.prim_func(s_tir=True)
    def near(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), C: T.Buffer((64,), "int32"), D: T.Buffer((64,), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i in range(64):
            C[i] = A[i] * B[i] + 1
            D[i] = A[i] * B[i] - A[i]

    # Too much is written in between for LLVM's search.
    # CHECK-NEXT:far: 1 new name, 0 reused
    # CHECK-NEXT:  cse_v1 = A[i * 3]  # new before line {{.*}}
    @T.prim_func(s_tir=True)
    def far(A: T.Buffer((64,), "int32"), C: T.Buffer((4096,), "int32"), i: T.int32, p: T.int32):
        T.func_attr({"tirx.noalias": True})
        C[0] = A[i * 3]
        C[T.Ramp(p, 2, 32)] = T.Broadcast(p, 32)
        C[1] = A[i * 3]

    # LLVM moves the load out of the loop.
    # CHECK-NEXT:invariant: 0 new names, 0 reused
    # HOST: invariant: 2 new names
    @T.prim_func(s_tir=True)
    def invariant(A: T.Buffer((64,), "int32"), C: T.Buffer((64,), "int32"), D: T.Buffer((64,), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i, j in T.grid(8, 8):
            C[i * 8 + j] = A[i]
            D[i * 8 + j] = A[i]

    # Each path loads once already; what is in one arm is LLVM's.
    # CHECK-NEXT:both_arms: 0 new names, 0 reused
    # HOST: both_arms: 1 new name
    @T.prim_func(s_tir=True)
    def both_arms(A: T.Buffer((64,), "int32"), C: T.Buffer((64,), "int32"), y: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(64):
            C[i] = T.if_then_else(y < i, A[i] * A[i], A[i] + A[i] * y)

    # The same load in two choices: above both it is made once instead of twice.
    # CHECK-NEXT:two_choices: 1 new name, 0 reused
    # CHECK-NEXT:  cse_v1 = A[i * 3]  # new before line {{.*}}
    @T.prim_func(s_tir=True)
    def two_choices(A: T.Buffer((256,), "int32"), C: T.Buffer((64,), "int32"), y: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(64):
            C[i] = T.if_then_else(y < i, A[i * 3], 0) + T.if_then_else(i < y * 2, 0, A[i * 3]) + A[i * 3]

    # In a lazy operand, one use before the other: LLVM's.
    # CHECK-NEXT:operand: 0 new names, 0 reused
    # HOST: operand: 1 new name
    @T.prim_func(s_tir=True)
    def operand(A: T.Buffer((64,), "int32"), C: T.Buffer((64,), "int32"), m: T.int32, y: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(64):
            C[i] = T.if_then_else(y < i, A[m + i] * A[m + i], 0)

    # A value in both arms and behind them: LLVM does not look for that.
    # CHECK-NEXT:common: 1 new name, 0 reused
    # CHECK:  cse_v{{.}} = (A[i] * B[i] + m) * A[i]  # new before line {{.*}}, computed once instead of 3 times
    @T.prim_func(s_tir=True)
    def common(A: T.Buffer((64,), "uint32"), B: T.Buffer((64,), "uint32"), C: T.Buffer((64,), "uint32"), D: T.Buffer((64,), "uint32"), m: T.uint32):
        T.func_attr({"tirx.noalias": True})
        for i in range(64):
            if B[i] & T.uint32(1) != T.uint32(0):
                C[i] = (A[i] * B[i] + m) * A[i]
            else:
                D[i] = (A[i] * B[i] + m) * A[i]
            C[i] = C[i] + (A[i] * B[i] + m) * A[i]

    # An index in both arms and behind them: an address, LLVM's.
    # CHECK:address: 0 new names, 0 reused
    @T.prim_func(s_tir=True)
    def address(C: T.Buffer((4096,), "int32"), D: T.Buffer((4096,), "int32"), w: T.int32, y: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(64):
            if y < i:
                C[(i * w + y) * w] = 1
            else:
                D[(i * w + y) * w] = 2
            C[(i * w + y) * w + 1] = 3

    # A load that an arm uses again, not the first one of its statement: a name would only turn their order.
    # CHECK-NEXT:turned: 0 new names, 0 reused
    # HOST: turned: 2 new names
    @T.prim_func(s_tir=True)
    def turned(A: T.Buffer((256,), "int32"), B: T.Buffer((256,), "int32"), C: T.Buffer((64,), "int32"), m: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(64):
            C[i] = T.Select(B[i * m] < A[i * m], A[i * m], 0)

    # A load in a loop and behind it, kept in a register meanwhile: reading it again is cheaper.
    # CHECK-NEXT:behind: 0 new names, 0 reused
    # HOST: behind: 2 new names
    @T.prim_func(s_tir=True)
    def behind(A: T.Buffer((64,), "int32"), C: T.Buffer((64,), "int32"), D: T.Buffer((64,), "int32"), n: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(64):
            t: T.int32 = 0
            for j in range(n):
                C[j] = C[j] + A[i]
                t = t + C[j]
            D[i] = A[i] + t

    # One that takes more than a load to compute is kept.
    # CHECK-NEXT:behind_dear: 1 new name, 0 reused
    # CHECK-NEXT:  cse_v1 = A[B[i]]  # new before line {{.*}}
    @T.prim_func(s_tir=True)
    def behind_dear(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), C: T.Buffer((64,), "int32"), D: T.Buffer((64,), "int32"), n: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(64):
            t: T.int32 = 0
            for j in range(n):
                C[j] = C[j] + A[B[i]]
                t = t + C[j]
            D[i] = A[B[i]] + t

    # One statement, nothing written in between: LLVM's; a name would only load it before the store's address is known.
    # CHECK-NEXT:twice: 0 new names, 0 reused
    # HOST: twice: 1 new name
    @T.prim_func(s_tir=True)
    def twice(A: T.Buffer((256,), "float32"), C: T.Buffer((64,), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i in range(64):
            C[i] = A[i * 3] * (A[i * 3] + T.float32(1))

    # A sum over a load that is an index only: the load is named, the sum is an address.
    # CHECK-NEXT:address_loaded: 1 new name, 0 reused
    # CHECK-NEXT:  cse_v1 = P[i * 3]  # new before line {{.*}}
    @T.prim_func(s_tir=True)
    def address_loaded(C: T.Buffer((4096,), "int32"), D: T.Buffer((4096,), "int32"), P: T.Buffer((256,), "int32"), w: T.int32, y: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(64):
            if y < i:
                C[(P[i * 3] * w + y) * w] = 1
            if y < i * 2:
                D[(P[i * 3] * w + y) * w] = 2
            C[(P[i * 3] * w + y) * w + 1] = 3
