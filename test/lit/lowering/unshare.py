# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: llvm-22
# RUN: %tirc --target=hexagon -O2 -S -o - %s | FileCheck %s
# RUN: %tirc --target=hexagon -O2 --no-cse --no-loops -S -o - %s | FileCheck %s --check-prefix=PLAIN
# RUN: %tirc --target=hexagon -O1 -S -o - %s | FileCheck %s --check-prefix=PLAIN
# RUN: %tirc --target=hexagon -O2 --emit=ll -o - %s | FileCheck %s --check-prefix=LL
# RUN: %tirc --target=hexagon -O2 --emit=ll -o %t.ll %s && %llc-tirc -O2 -o - %t.ll | FileCheck %s
# A product that three accumulators take, one of them in an arm: right before code generation it is made anew
# in each block, so that each multiplies and accumulates in one instruction.
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # LL-LABEL: @fuse(
    # LL-COUNT-1: = mul
    # CHECK-LABEL: fuse:
    # CHECK-DAG: r{{[0-9]+}} += mpyi(
    # CHECK-DAG: r{{[0-9]+}} += mpyi(
    # CHECK-DAG: r{{[0-9]+}} -= mpyi(
    # PLAIN-LABEL: fuse:
    # PLAIN-NOT: = mpyi(
    # PLAIN: = mpyi(
    @T.prim_func(s_tir=True)
    def fuse(A: T.Buffer((64,), "uint32"), B: T.Buffer((64,), "uint32"), O: T.Buffer((64,), "uint32"), n: T.int32):
        T.func_attr({"tirx.noalias": True})
        s = T.alloc_buffer((3,), "uint32", scope="local")
        s[0] = T.uint32(0)
        s[1] = T.uint32(1)
        s[2] = T.uint32(7)
        for i in range(n):
            s[0] = s[0] + A[i] * B[i]
            if s[0] & T.uint32(1) != T.uint32(0):
                s[1] = s[1] + A[i] * B[i]
                O[T.Cast("int32", s[1] & T.uint32(63))] = s[1]
                O[T.Cast("int32", s[1] >> T.uint32(26))] = O[i]
            s[2] = s[2] - A[i] * B[i]
        O[0] = s[0]
        O[1] = s[1] + s[2]

    # The product is stored, too: it is needed as such, and stays one.
    # CHECK-LABEL: kept:
    # CHECK-NOT: += mpyi(
    # CHECK: jumpr r31
    @T.prim_func(s_tir=True)
    def kept(A: T.Buffer((64,), "uint32"), B: T.Buffer((64,), "uint32"), O: T.Buffer((64,), "uint32"), x: T.uint32, y: T.uint32):
        T.func_attr({"tirx.noalias": True})
        p = T.bind(x * y)
        O[0] = p
        for i in range(x):
            O[T.Cast("int32", i & T.uint32(63))] = A[T.Cast("int32", i & T.uint32(63))] + p

    # A product made before a loop stays there.
    # CHECK-LABEL: outside:
    # CHECK: = mpyi(
    # CHECK-NOT: mpyi(
    # CHECK: jumpr r31
    @T.prim_func(s_tir=True)
    def outside(A: T.Buffer((64,), "uint32"), O: T.Buffer((64,), "uint32"), x: T.uint32, y: T.uint32):
        T.func_attr({"tirx.noalias": True})
        for i in range(64):
            O[i] = A[i] + x * y
