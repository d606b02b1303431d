# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# T.q_multiply_shift between bytes and bytes: lanes stay in the order of widening and narrowing, and the shift is done while words
# are narrowed. All bytes with all bytes, factors and shifts of all sizes, limits of all kinds; what does not fit is done another way.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O0 --run=hexagon %s --save=%t/o0 && diff -r %t/interp %t/o0
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3 && diff -r %t/interp %t/o3
# RUN: %tirc --target=hexagon --emit=ll --after=lower --cse-level=none --lanes=0 %s | FileCheck %s
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((256,), "int8"), O: T.Buffer((256, 256), "int8"), P: T.Buffer((256, 256), "int8"), Q: T.Buffer((256, 256), "int8"), R: T.Buffer((256, 256), "uint8"), S: T.Buffer((8, 128), "int8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(256):
        A[i] = T.Cast("int8", i - 128)
    for i in range(256):
        for j in range(2):
            # products of 16 bits: of the halves of words one instruction; all of the shift is in the narrowing
            # CHECK-COUNT-4: @llvm.hexagon.V6.vmpyowh.128B(
            # CHECK-COUNT-2: @llvm.hexagon.V6.vasrwhsat.128B(<32 x i32> %{{.*}}, <32 x i32> %{{.*}}, i32 15)
            # CHECK: @llvm.hexagon.V6.vaddhsat.128B(
            # CHECK: @llvm.hexagon.V6.vasrhbrndsat.128B(<32 x i32> %{{.*}}, <32 x i32> %{{.*}}, i32 7)
            O[i, j * 128:j * 128 + 128] = T.Cast("int8x128", T.max(T.min(T.q_multiply_shift((T.Cast("int32x128", A[T.Ramp(j * 128, 1, 128)]) + T.Broadcast(3, 128)) * T.Broadcast(T.Cast("int32", A[i]) - 8, 128), T.Broadcast(1825361101, 128), T.Broadcast(31, 128), T.Broadcast(-6, 128)) - T.Broadcast(1, 128), T.Broadcast(127, 128)), T.Broadcast(-128, 128)))
            # above zeros, added up, scaled again: words
            # CHECK-COUNT-4: @llvm.hexagon.V6.vmpyowh.128B(
            # CHECK: @llvm.hexagon.V6.vmpyowh.sacc.128B(
            # CHECK: @llvm.hexagon.V6.vasrhbrndsat.128B(<32 x i32> %{{.*}}, <32 x i32> %{{.*}}, i32 3)
            P[i, j * 128:j * 128 + 128] = T.Cast("int8x128", T.max(T.min(T.q_multiply_shift(T.q_multiply_shift(T.shift_left(T.Cast("int32x128", A[T.Ramp(j * 128, 1, 128)]) + T.Broadcast(5, 128), T.Broadcast(20, 128)), T.Broadcast(1717986918, 128), T.Broadcast(31, 128), T.Broadcast(-1, 128)) + T.Broadcast(T.Cast("int32", A[i]) * 262144, 128), T.Broadcast(1395864371, 128), T.Broadcast(31, 128), T.Broadcast(-18, 128)) + T.Broadcast(4, 128), T.Broadcast(100, 128)), T.Broadcast(-90, 128)))
            # the least factor; halves saturate
            # CHECK: @llvm.hexagon.V6.vasrwhsat.128B(<32 x i32> %{{.*}}, <32 x i32> %{{.*}}, i32 15)
            # CHECK: @llvm.hexagon.V6.vasrhbrndsat.128B(<32 x i32> %{{.*}}, <32 x i32> %{{.*}}, i32 2)
            Q[i, j * 128:j * 128 + 128] = T.Cast("int8x128", T.max(T.min(T.q_multiply_shift(T.Cast("int32x128", A[T.Ramp(j * 128, 1, 128)]) * T.Broadcast(255, 128) + T.Broadcast(T.Cast("int32", A[i]), 128), T.Broadcast(-2147483648, 128), T.Broadcast(31, 128), T.Broadcast(-1, 128)) - T.Broadcast(64, 128), T.Broadcast(127, 128)), T.Broadcast(-128, 128)))
            # bytes without a sign
            # CHECK: @llvm.hexagon.V6.vasrhubrndsat.128B(<32 x i32> %{{.*}}, <32 x i32> %{{.*}}, i32 6)
            R[i, j * 128:j * 128 + 128] = T.Cast("uint8x128", T.max(T.min(T.q_multiply_shift(T.Cast("int32x128", A[T.Ramp(j * 128, 1, 128)]) * T.Broadcast(T.Cast("int32", A[i]), 128), T.Broadcast(2147483647, 128), T.Broadcast(31, 128), T.Broadcast(-5, 128)) + T.Broadcast(20, 128), T.Broadcast(255, 128)), T.Broadcast(0, 128)))
    # what is added is too much for halves; a shift that is too long; limits above bytes; a shift of one
    # CHECK-NOT: brndsat
    S[0, 0:128] = T.Cast("int8x128", T.max(T.min(T.q_multiply_shift(T.Cast("int32x128", A[0:128]) * T.Cast("int32x128", A[0:128]), T.Broadcast(1395864371, 128), T.Broadcast(31, 128), T.Broadcast(-6, 128)) - T.Broadcast(130, 128), T.Broadcast(127, 128)), T.Broadcast(-128, 128)))
    S[1, 0:128] = T.Cast("int8x128", T.max(T.min(T.q_multiply_shift(T.Cast("int32x128", A[0:128]) * T.Broadcast(9999999, 128), T.Broadcast(1395864371, 128), T.Broadcast(31, 128), T.Broadcast(-23, 128)), T.Broadcast(127, 128)), T.Broadcast(-128, 128)))
    S[2, 0:128] = T.Cast("int8x128", T.max(T.min(T.q_multiply_shift(T.Cast("int32x128", A[0:128]) * T.Broadcast(9, 128), T.Broadcast(1395864371, 128), T.Broadcast(31, 128), T.Broadcast(-2, 128)), T.Broadcast(200, 128)), T.Broadcast(-300, 128)))
    S[3, 0:128] = T.Cast("int8x128", T.q_multiply_shift(T.Cast("int32x128", A[0:128]) * T.Broadcast(9, 128), T.Broadcast(1395864371, 128), T.Broadcast(31, 128), T.Broadcast(-32, 128)) + T.Cast("int32x128", A[64:192]))
    # CHECK: @llvm.hexagon.V6.vasrwhsat.128B(<32 x i32> %{{.*}}, <32 x i32> %{{.*}}, i32 0)
    # CHECK: @llvm.hexagon.V6.vasrhbrndsat.128B(<32 x i32> %{{.*}}, <32 x i32> %{{.*}}, i32 1)
    S[4, 0:128] = T.Cast("int8x128", T.max(T.min(T.q_multiply_shift(T.Cast("int32x128", A[0:128]) * T.Broadcast(99999, 128), T.Broadcast(139586437, 128), T.Broadcast(31, 128), T.Broadcast(-1, 128)), T.Broadcast(127, 128)), T.Broadcast(-128, 128)))
    # shifted beyond all bits
    S[5, 0:128] = T.Cast("int8x128", T.max(T.min(T.q_multiply_shift(T.shift_left(T.Cast("int32x128", A[0:128]), T.Broadcast(29, 128)), T.Broadcast(1395864371, 128), T.Broadcast(31, 128), T.Broadcast(-16, 128)), T.Broadcast(127, 128)), T.Broadcast(-128, 128)))
    S[6, 0:128] = T.Cast("int8x128", T.max(T.min(T.q_multiply_shift(T.Cast("int32x128", A[0:128]), T.Broadcast(2147483647, 128), T.Broadcast(31, 128), T.Broadcast(-31, 128)), T.Broadcast(127, 128)), T.Broadcast(-128, 128)))
    S[7, 0:128] = T.Cast("int8x128", T.max(T.min(T.q_multiply_shift(T.shift_left(T.Cast("int32x128", A[128:256]), T.Broadcast(16, 128)), T.Broadcast(2147483647, 128), T.Broadcast(31, 128), T.Broadcast(-16, 128)) + T.Broadcast(1, 128), T.Broadcast(127, 128)), T.Broadcast(-128, 128)))
