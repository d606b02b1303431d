# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A vector that one iteration loads for the next one alone: LLVM's hexagon-vc would make `undef` of it (carried
# at -O1 to -O3, plain at -O2).  One row per store, and in rows of other lengths and types.
# UNSUPPORTED: asan
# (What is long here is LLVM and qemu, which are not instrumented.)
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O0 --run=hexagon %s --save=%t/o0 && diff -r %t/interp %t/o0
# RUN: %tirc -O1 --run=hexagon %s --save=%t/o1 && diff -r %t/interp %t/o1
# RUN: %tirc -O2 --run=hexagon %s --save=%t/o2 && diff -r %t/interp %t/o2
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3 && diff -r %t/interp %t/o3
# RUN: %tirc -O2 --no-cse --no-loops --run=hexagon %s --save=%t/no-cse && diff -r %t/interp %t/no-cse
# RUN: %tirc -O2 -mcpu=hexagonv60 -mattr=+hvxv60,+hvx-length128b --run=hexagon %s --save=%t/v60
# RUN: diff -r %t/interp %t/v60
# RUN: %tirc -O2 -mcpu=hexagonv65 -mattr=+hvxv65,+hvx-length128b --run=hexagon %s --save=%t/v65
# RUN: diff -r %t/interp %t/v65
# RUN: %tirc -O2 -mcpu=hexagonv66 -mattr=+hvxv66,+hvx-length128b --run=hexagon %s --save=%t/v66
# RUN: diff -r %t/interp %t/v66
# RUN: %tirc -O2 -mcpu=hexagonv68 -mattr=+hvxv68,+hvx-length128b --run=hexagon %s --save=%t/v68
# RUN: diff -r %t/interp %t/v68
# RUN: %tirc -O2 -mcpu=hexagonv73 -mattr=+hvxv73,+hvx-length128b --run=hexagon %s --save=%t/v73
# RUN: diff -r %t/interp %t/v73
# What the optimiser leaves may go to an llc that has no plugin.
# RUN: %tirc --target=hexagon -O2 --emit=ll -o - %s | FileCheck %s
# CHECK: phi <32 x i32> [ [[NEW:%[0-9]+]],
# CHECK: [[NEW]] = freeze <32 x i32>
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((128, 32), "int32", align=128), B: T.Buffer((64, 32), "int32", align=128),
         C: T.Buffer((64, 32), "int32", align=128), D: T.Buffer((128, 64), "int16", align=128),
         E: T.Buffer((64, 64), "int16", align=128), F: T.Buffer((128, 48), "uint8"), G: T.Buffer((64, 48), "uint8")):
    T.func_attr({"tirx.noalias": True})
    t = T.alloc_buffer((32,), "int32")
    u = T.alloc_buffer((32,), "int32")
    v = T.alloc_buffer((64,), "int16")
    w = T.alloc_buffer((48,), "uint8")
    for y in range(128):
        for x in range(32):
            A[y, x] = y * 31337 % 1009 - x * 7
        for x in range(64):
            D[y, x] = T.Cast("int16", y * 3133 % 1009 - x * 7)
        for x in range(48):
            F[y, x] = T.Cast("uint8", y * 3133 % 109 + x * 7)
    for x in T.vectorized(32):
        t[x] = 0
    for y in range(64):
        for x in T.vectorized(32):
            B[y, x] = A[y * 2, x] - t[x]
        for x in T.vectorized(32):
            t[x] = A[y * 2 + 1, x]
    for x in range(32):
        u[x] = 0
    for y in range(64):
        for x in range(32):
            C[y, x] = A[y * 2, x] - u[x]
        for x in range(32):
            u[x] = A[y * 2 + 1, x]
    for x in T.vectorized(64):
        v[x] = T.int16(0)
    for y in range(64):
        for x in T.vectorized(64):
            E[y, x] = D[y * 2, x] - v[x]
        for x in T.vectorized(64):
            v[x] = D[y * 2 + 1, x]
    for x in T.vectorized(48):
        w[x] = T.uint8(0)
    for y in range(64):
        for x in T.vectorized(48):
            G[y, x] = F[y * 2, x] - w[x]
        for x in T.vectorized(48):
            w[x] = F[y * 2 + 1, x]
