# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Elements of a window are loaded again in each iteration where they become wider, or where iterations are left over behind vectors: their
# number is a sum of 32 bits then, which LLVM's GVN does not take for that of a later iteration.
# RUN: %tirc -mtriple=x86_64-unknown-linux-gnu -O2 --emit=ll --after=lower %s -o - | FileCheck %s
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp --function=box %s --save=%t/i A=random:3 && %tirc -O3 --run=jit --function=box %s --save=%t/j A=random:3 && cmp %t/i/O.npy %t/j/O.npy
# RUN: %tirc -O0 --run=interp --function=taps %s --save=%t/i A=random:3 W=random:4 && %tirc -O3 --run=jit --function=taps %s --save=%t/j A=random:3 W=random:4 && cmp %t/i/O.npy %t/j/O.npy
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # A quotient asks for all bits of the sum of bytes.
    # CHECK-LABEL: @box(
    # CHECK: mul nsw i32 %{{.*}}, 130
    # CHECK-NOT: getelementptr [130 x i8]
    @T.prim_func(s_tir=True)
    def box(A: T.Buffer((10, 130), "uint8"), O: T.Buffer((10, 128), "uint8")):
        T.func_attr({"tirx.noalias": True})
        for y, x in T.grid(10, 128):
            O[y, x] = T.Cast("uint8", (T.Cast("int32", A[y, x]) + T.Cast("int32", A[y, x + 1]) + T.Cast("int32", A[y, x + 2])) // 3)

    # A short loop in the one whose iterations become lanes; the buffer has three dimensions.
    # CHECK-LABEL: @taps(
    # CHECK: mul nsw i32 %{{.*}}, 1056
    # CHECK: mul nsw i32 %{{.*}}, 66
    @T.prim_func(s_tir=True)
    def taps(A: T.Buffer((3, 16, 66), "int8"), W: T.Buffer((3, 3), "int8"), O: T.Buffer((3, 14, 64), "int32")):
        T.func_attr({"tirx.noalias": True})
        for c, y, x in T.grid(3, 14, 64):
            O[c, y, x] = 0
            for p, q in T.grid(3, 3):
                O[c, y, x] = O[c, y, x] + T.Cast("int32", A[c, y + p, x + q]) * T.Cast("int32", W[p, q])

    # What is stored has as many bits as the elements, and 128 iterations are whole vectors: what a load found is kept.
    # CHECK-LABEL: @same_bits(
    # CHECK: getelementptr [130 x i16]
    # CHECK-NOT: mul nsw i32 %{{.*}}, 130
    @T.prim_func(s_tir=True)
    def same_bits(A: T.Buffer((10, 130), "int16"), O: T.Buffer((10, 128), "int16")):
        T.func_attr({"tirx.noalias": True})
        for y, x in T.grid(10, 128):
            O[y, x] = T.Cast("int16", T.Cast("int32", A[y, x]) - T.Cast("int32", A[y, x + 2]))

    # Behind 112 of 120 iterations 8 are left over.
    # CHECK-LABEL: @left_over(
    # CHECK: mul nsw i32 %{{.*}}, 130
    @T.prim_func(s_tir=True)
    def left_over(A: T.Buffer((10, 130), "int16"), O: T.Buffer((10, 128), "int16")):
        T.func_attr({"tirx.noalias": True})
        for y, x in T.grid(10, 120):
            O[y, x] = T.Cast("int16", T.Cast("int32", A[y, x]) - T.Cast("int32", A[y, x + 2]))

    # Neighbours of another row are no window, nor is one element alone.
    # CHECK-LABEL: @rows(
    # CHECK: getelementptr [130 x i8]
    # CHECK-NOT: mul nsw i32 %{{.*}}, 130
    @T.prim_func(s_tir=True)
    def rows(A: T.Buffer((11, 130), "uint8"), O: T.Buffer((10, 130), "int16")):
        T.func_attr({"tirx.noalias": True})
        for y, x in T.grid(10, 130):
            O[y, x] = T.Cast("int16", A[y, x]) + T.Cast("int16", A[y + 1, x])

    # The buffer is stored to: what an iteration loads another one may have stored.
    # CHECK-LABEL: @stored(
    # CHECK: getelementptr [130 x i8]
    # CHECK-NOT: mul nsw i32 %{{.*}}, 130
    @T.prim_func(s_tir=True)
    def stored(A: T.Buffer((10, 130), "uint8")):
        T.func_attr({"tirx.noalias": True})
        for y, x in T.grid(10, 128):
            A[y, x] = T.Cast("uint8", (T.Cast("int32", A[y, x + 1]) + T.Cast("int32", A[y, x + 2])) // 2)

    # r may be 2 ** 30, and its product with 130 not fit 32 bits.
    # CHECK-LABEL: @any_row(
    # CHECK: getelementptr [130 x i8]
    # CHECK-NOT: mul nsw i32 %{{.*}}, 130
    @T.prim_func(s_tir=True)
    def any_row(A: T.Buffer((10, 130), "uint8"), O: T.Buffer((128,), "uint8"), r: T.int32):
        T.func_attr({"tirx.noalias": True})
        for x in range(128):
            O[x] = T.Cast("uint8", (T.Cast("int32", A[r, x]) + T.Cast("int32", A[r, x + 1])) // 2)

    # A name asks for as many bits as what it stands in.
    # CHECK-LABEL: @named(
    # CHECK: getelementptr [130 x i16]
    # CHECK-NOT: mul nsw i32 %{{.*}}, 130
    @T.prim_func(s_tir=True)
    def named(A: T.Buffer((10, 130), "int16"), O: T.Buffer((10, 128), "int16")):
        T.func_attr({"tirx.noalias": True})
        for y, x in T.grid(10, 128):
            v: T.let[T.int32] = T.Cast("int32", A[y, x])
            O[y, x] = T.Cast("int16", v + v * T.Cast("int32", A[y, x + 2]))
