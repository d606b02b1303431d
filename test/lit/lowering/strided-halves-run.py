# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every other half in memory becomes a float without a shuffle: one conversion of a line gives those of even and those of odd places.
# REQUIRES: llvm-22
# RUN: %tirc -O2 --lanes=32 --target=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp -S %s -o - | FileCheck %s
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp --function=pairs %s A=random:1 --save=%t/pairs
# RUN: %tirc -O2 --lanes=32 --run=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp --function=pairs %s A=random:1 --save=%t/pairs-v73 && diff -r %t/pairs %t/pairs-v73
# RUN: %tirc -O2 --lanes=32 --run=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp --align=2 --function=pairs %s A=random:1 --save=%t/pairs-2 && diff -r %t/pairs %t/pairs-2
# RUN: %tirc -O0 --run=interp --function=behind %s A=random:1 k=5 --save=%t/behind
# RUN: %tirc -O2 --lanes=32 --run=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp --function=behind %s A=random:1 k=5 --save=%t/behind-v73 && diff -r %t/behind %t/behind-v73
# RUN: %tirc -O0 --run=interp --function=written %s A=random:1 --save=%t/written
# RUN: %tirc -O2 --lanes=32 --run=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp --function=written %s A=random:1 --save=%t/written-v73 && diff -r %t/written %t/written-v73
# RUN: %tirc -O0 --run=interp --function=swapped %s A=random:1 --save=%t/swapped
# RUN: %tirc -O2 --lanes=32 --run=hexagon -mcpu=hexagonv73 -mhvx-ieee-fp --function=swapped %s A=random:1 --save=%t/swapped-v73 && diff -r %t/swapped %t/swapped-v73
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # Both columns, of one line.
    # CHECK-LABEL: pairs:
    # CHECK-NOT: {{vshuff|vdelta|vdeal}}
    # CHECK: v[[ODD:[0-9]+]]:[[EVEN:[0-9]+]].sf = vcvt(v{{[0-9]+}}.hf)
    # CHECK-NOT: {{vshuff|vdelta|vdeal}}
    # CHECK: .sf = vsub(v[[EVEN]].sf,v[[ODD]].sf)
    # CHECK-NOT: {{vshuff|vdelta|vdeal}}
    # CHECK: .Lfunc_end
    @T.prim_func(s_tir=True)
    def pairs(A: T.Buffer((1280,), "float16", align=128), C: T.Buffer((640,), "float32", align=128)):
        T.func_attr({"tirx.noalias": True})
        for i, j in T.grid(20, 32):
            C[i * 32 + j] = T.Cast("float32", A[i * 64 + j * 2]) - T.Cast("float32", A[i * 64 + j * 2 + 1])

    # Where the first half is in its word, nobody knows.
    # CHECK-LABEL: behind:
    # CHECK: vrdelta(
    # CHECK: .h = vshuff(v{{[0-9]+}}.h)
    # CHECK: .sf = vcvt(v{{[0-9]+}}.hf)
    @T.prim_func(s_tir=True)
    def behind(A: T.Buffer((1280,), "float16"), C: T.Buffer((512,), "float32"), k: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(16):
            C[i * 32:i * 32 + 32] = T.Cast("float32x32", T.Shuffle([A[i * 64 + k:i * 64 + k + 32], A[i * 64 + k + 31:i * 64 + k + 63]], [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 33, 35, 37, 39, 41, 43, 45, 47, 49, 51, 53, 55, 57, 59, 61, 63]))

    # The second part is loaded when the first one is no longer what is in memory.
    # CHECK-LABEL: written:
    @T.prim_func(s_tir=True)
    def written(A: T.Buffer((1280,), "float16", align=128), C: T.Buffer((640,), "float32", align=128)):
        T.func_attr({"tirx.noalias": True})
        for i in range(20):
            x: T.float16x32 = A[i * 64:i * 64 + 32]
            A[i * 64:i * 64 + 32] = T.Broadcast(T.float16(7), 32)
            C[i * 32:i * 32 + 32] = T.Cast("float32x32", T.Shuffle([x, A[i * 64 + 31:i * 64 + 63]], [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 33, 35, 37, 39, 41, 43, 45, 47, 49, 51, 53, 55, 57, 59, 61, 63]))

    # Two halves in another order.
    @T.prim_func(s_tir=True)
    def swapped(A: T.Buffer((1280,), "float16", align=128), C: T.Buffer((640,), "float32", align=128)):
        T.func_attr({"tirx.noalias": True})
        for i in range(20):
            C[i * 32:i * 32 + 32] = T.Cast("float32x32", T.Shuffle([A[i * 64:i * 64 + 32], A[i * 64 + 31:i * 64 + 63]], [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 33, 35, 37, 39, 41, 43, 45, 47, 49, 51, 53, 55, 57, 59, 63, 61]))
