# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=plan --cse-profile=hexagon %s | FileCheck %s
# What LLVM would share by itself gets no name for Hexagon; what only our rules take for equal, or what lies too far apart, does.
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # Rows at a pitch that is a parameter: (i + 1) * p and i * p + p are one.
    # CHECK-LABEL: rows:
    # CHECK: = i * p + p + q
    @T.prim_func(s_tir=True)
    def rows(A: T.Buffer((4096,), "int32"), B: T.Buffer((64,), "int32"), p: T.int32, q: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(32):
            B[i] = A[(i + 1) * p + q] + A[i * p + q] + A[i * p + p + q + 1]

    # CHECK-LABEL: rows_alike: 0 new names
    @T.prim_func(s_tir=True)
    def rows_alike(A: T.Buffer((4096,), "int32"), B: T.Buffer((64,), "int32"), p: T.int32, q: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(32):
            B[i] = A[(i + 1) * p + q] + A[(i + 1) * p + q + 1]

    # Variables times constants: LLVM finds them in every spelling.
    # CHECK-LABEL: linear: 0 new names
    @T.prim_func(s_tir=True)
    def linear(A: T.Buffer((4096,), "int32"), B: T.Buffer((64,), "int32"), p: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(8):
            B[i] = A[i * 4 * 32 + p] + A[i * 128 + p + 1] + A[(i * 4 + 1) * 32 + p]

    # CHECK-LABEL: least: 1 new name
    # CHECK: = T.max(T.max(p, q), T.max(r, s))
    @T.prim_func(s_tir=True)
    def least(B: T.Buffer((8,), "int32"), p: T.int32, q: T.int32, r: T.int32, s: T.int32):
        B[0] = T.max(T.max(p, q), T.max(r, s))
        B[1] = T.max(p, T.max(q, T.max(r, s)))

    # CHECK-LABEL: remainder: 1 new name
    # CHECK: = p % 100
    @T.prim_func(s_tir=True)
    def remainder(B: T.Buffer((8,), "int32"), p: T.int32):
        B[0] = p % 100
        B[1] = p - p // 100 * 100

    # LLVM's search for what a load finds ends before.
    # CHECK-LABEL: far: 1 new name
    # CHECK: = A[k]
    # CHECK-LABEL: less_far: 0 new names
    @T.prim_func(s_tir=True)
    def far(A: T.Buffer((64,), "int32"), B: T.Buffer((4096,), "int32"), k: T.int32, z: T.int32):
        T.func_attr({"tirx.noalias": True})
        B[0] = A[k] + z
        B[T.Ramp(z, 2, 64)] = T.Broadcast(z, 64)
        B[T.Ramp(z + 1, 2, 32)] = T.Broadcast(z, 32)
        B[1] = A[k] + z

    @T.prim_func(s_tir=True)
    def less_far(A: T.Buffer((64,), "int32"), B: T.Buffer((4096,), "int32"), k: T.int32, z: T.int32):
        T.func_attr({"tirx.noalias": True})
        B[0] = A[k] + z
        B[T.Ramp(z, 2, 64)] = T.Broadcast(z, 64)
        B[1] = A[k] + z

    # What is stored is read back by another index.
    # CHECK-LABEL: back: 1 new name
    # CHECK: = A[i] * T.float32(3.0)
    # CHECK-LABEL: back_alike: 0 new names
    @T.prim_func(s_tir=True)
    def back(A: T.Buffer((512,), "float32"), S: T.Buffer((512,), "float32"), B: T.Buffer((512,), "float32"), p: T.int32, n: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(n):
            S[i * p + p] = A[i] * T.float32(3)
            B[i] = S[(i + 1) * p] + T.float32(2)

    @T.prim_func(s_tir=True)
    def back_alike(A: T.Buffer((512,), "float32"), S: T.Buffer((512,), "float32"), B: T.Buffer((512,), "float32"), p: T.int32, n: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(n):
            S[(i + 1) * p] = A[i] * T.float32(3)
            B[i] = S[(i + 1) * p] + T.float32(2)
