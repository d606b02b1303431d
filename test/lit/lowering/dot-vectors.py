# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sums of products of four neighbouring bytes of two vectors are one instruction, whatever their signs. Run, too: each as the
# interpreter does it.
# RUN: %tirc --target=hexagon --emit=ll --after=lower --cse-level=none --lanes=0 %s | FileCheck %s
from tvm.script import tirx as T


# One instruction.
# CHECK-LABEL: define void @both_signed(
# CHECK: call <32 x i32> @llvm.hexagon.V6.vrmpybv.acc.128B(
# CHECK-NOT: mul <32
# CHECK: ret void
@T.prim_func(s_tir=True)
def both_signed(A: T.Buffer((128,), "int8"), W: T.Buffer((128,), "int8"), O: T.Buffer((32,), "uint32")):
    T.func_attr({"global_symbol": "both_signed", "tirx.noalias": True})
    for i in range(128):
        A[i] = T.Cast("int8", i * i * 37 - 128)
        W[i] = T.Cast("int8", i * i * 11 + i * 3 + 255)
    a = T.bind(A[T.Ramp(0, 1, 128)])
    w = T.bind(W[T.Ramp(0, 1, 128)])
    O[0:32] = T.Broadcast(T.uint32(7), 32) + T.Cast("uint32x32", T.Shuffle([a], [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94, 98, 102, 106, 110, 114, 118, 122, 126])) * T.Cast("uint32x32", T.Shuffle([w], [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94, 98, 102, 106, 110, 114, 118, 122, 126])) + T.Cast("uint32x32", T.Shuffle([a], [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124])) * T.Cast("uint32x32", T.Shuffle([w], [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124])) + T.Cast("uint32x32", T.Shuffle([a], [3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63, 67, 71, 75, 79, 83, 87, 91, 95, 99, 103, 107, 111, 115, 119, 123, 127])) * T.Cast("uint32x32", T.Shuffle([w], [3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63, 67, 71, 75, 79, 83, 87, 91, 95, 99, 103, 107, 111, 115, 119, 123, 127])) + T.Cast("uint32x32", T.Shuffle([a], [1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 77, 81, 85, 89, 93, 97, 101, 105, 109, 113, 117, 121, 125])) * T.Cast("uint32x32", T.Shuffle([w], [1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 77, 81, 85, 89, 93, 97, 101, 105, 109, 113, 117, 121, 125]))


# One instruction.
# CHECK-LABEL: define void @both_unsigned(
# CHECK: call <32 x i32> @llvm.hexagon.V6.vrmpyubv.acc.128B(
# CHECK-NOT: mul <32
# CHECK: ret void
@T.prim_func(s_tir=True)
def both_unsigned(A: T.Buffer((128,), "uint8"), W: T.Buffer((128,), "uint8"), O: T.Buffer((32,), "uint32")):
    T.func_attr({"global_symbol": "both_unsigned", "tirx.noalias": True})
    for i in range(128):
        A[i] = T.Cast("uint8", i * i * 37 - 128)
        W[i] = T.Cast("uint8", i * i * 11 + i * 3 + 255)
    a = T.bind(A[T.Ramp(0, 1, 128)])
    w = T.bind(W[T.Ramp(0, 1, 128)])
    O[0:32] = T.Broadcast(T.uint32(7), 32) + T.Cast("uint32x32", T.Shuffle([a], [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94, 98, 102, 106, 110, 114, 118, 122, 126])) * T.Cast("uint32x32", T.Shuffle([w], [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94, 98, 102, 106, 110, 114, 118, 122, 126])) + T.Cast("uint32x32", T.Shuffle([a], [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124])) * T.Cast("uint32x32", T.Shuffle([w], [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124])) + T.Cast("uint32x32", T.Shuffle([a], [3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63, 67, 71, 75, 79, 83, 87, 91, 95, 99, 103, 107, 111, 115, 119, 123, 127])) * T.Cast("uint32x32", T.Shuffle([w], [3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63, 67, 71, 75, 79, 83, 87, 91, 95, 99, 103, 107, 111, 115, 119, 123, 127])) + T.Cast("uint32x32", T.Shuffle([a], [1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 77, 81, 85, 89, 93, 97, 101, 105, 109, 113, 117, 121, 125])) * T.Cast("uint32x32", T.Shuffle([w], [1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 77, 81, 85, 89, 93, 97, 101, 105, 109, 113, 117, 121, 125]))


# One instruction.
# CHECK-LABEL: define void @one_signed(
# CHECK: call <32 x i32> @llvm.hexagon.V6.vrmpybusv.acc.128B(
# CHECK-NOT: mul <32
# CHECK: ret void
@T.prim_func(s_tir=True)
def one_signed(A: T.Buffer((128,), "uint8"), W: T.Buffer((128,), "int8"), O: T.Buffer((32,), "uint32")):
    T.func_attr({"global_symbol": "one_signed", "tirx.noalias": True})
    for i in range(128):
        A[i] = T.Cast("uint8", i * i * 37 - 128)
        W[i] = T.Cast("int8", i * i * 11 + i * 3 + 255)
    a = T.bind(A[T.Ramp(0, 1, 128)])
    w = T.bind(W[T.Ramp(0, 1, 128)])
    O[0:32] = T.Broadcast(T.uint32(7), 32) + T.Cast("uint32x32", T.Shuffle([a], [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94, 98, 102, 106, 110, 114, 118, 122, 126])) * T.Cast("uint32x32", T.Shuffle([w], [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94, 98, 102, 106, 110, 114, 118, 122, 126])) + T.Cast("uint32x32", T.Shuffle([a], [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124])) * T.Cast("uint32x32", T.Shuffle([w], [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124])) + T.Cast("uint32x32", T.Shuffle([a], [3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63, 67, 71, 75, 79, 83, 87, 91, 95, 99, 103, 107, 111, 115, 119, 123, 127])) * T.Cast("uint32x32", T.Shuffle([w], [3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63, 67, 71, 75, 79, 83, 87, 91, 95, 99, 103, 107, 111, 115, 119, 123, 127])) + T.Cast("uint32x32", T.Shuffle([a], [1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 77, 81, 85, 89, 93, 97, 101, 105, 109, 113, 117, 121, 125])) * T.Cast("uint32x32", T.Shuffle([w], [1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 77, 81, 85, 89, 93, 97, 101, 105, 109, 113, 117, 121, 125]))


# The unsigned one is the first operand.
# CHECK-LABEL: define void @other_signed(
# CHECK: call <32 x i32> @llvm.hexagon.V6.vrmpybusv.acc.128B(
# CHECK-NOT: mul <32
# CHECK: ret void
@T.prim_func(s_tir=True)
def other_signed(A: T.Buffer((128,), "int8"), W: T.Buffer((128,), "uint8"), O: T.Buffer((32,), "uint32")):
    T.func_attr({"global_symbol": "other_signed", "tirx.noalias": True})
    for i in range(128):
        A[i] = T.Cast("int8", i * i * 37 - 128)
        W[i] = T.Cast("uint8", i * i * 11 + i * 3 + 255)
    a = T.bind(A[T.Ramp(0, 1, 128)])
    w = T.bind(W[T.Ramp(0, 1, 128)])
    O[0:32] = T.Broadcast(T.uint32(7), 32) + T.Cast("uint32x32", T.Shuffle([a], [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94, 98, 102, 106, 110, 114, 118, 122, 126])) * T.Cast("uint32x32", T.Shuffle([w], [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94, 98, 102, 106, 110, 114, 118, 122, 126])) + T.Cast("uint32x32", T.Shuffle([a], [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124])) * T.Cast("uint32x32", T.Shuffle([w], [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124])) + T.Cast("uint32x32", T.Shuffle([a], [3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63, 67, 71, 75, 79, 83, 87, 91, 95, 99, 103, 107, 111, 115, 119, 123, 127])) * T.Cast("uint32x32", T.Shuffle([w], [3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63, 67, 71, 75, 79, 83, 87, 91, 95, 99, 103, 107, 111, 115, 119, 123, 127])) + T.Cast("uint32x32", T.Shuffle([a], [1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 77, 81, 85, 89, 93, 97, 101, 105, 109, 113, 117, 121, 125])) * T.Cast("uint32x32", T.Shuffle([w], [1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 77, 81, 85, 89, 93, 97, 101, 105, 109, 113, 117, 121, 125]))


# Sums of signed bytes are products with ones.
# CHECK-LABEL: define void @signed_sums(
# CHECK: call <32 x i32> @llvm.hexagon.V6.vrmpybv.acc.128B(
# CHECK: ret void
@T.prim_func(s_tir=True)
def signed_sums(A: T.Buffer((128,), "int8"), W: T.Buffer((128,), "int8"), O: T.Buffer((32,), "uint32")):
    T.func_attr({"global_symbol": "signed_sums", "tirx.noalias": True})
    for i in range(128):
        A[i] = T.Cast("int8", i * i * 37 - 128)
        W[i] = T.Cast("int8", i * i * 11 + i * 3 + 255)
    a = T.bind(A[T.Ramp(0, 1, 128)])
    w = T.bind(W[T.Ramp(0, 1, 128)])
    O[0:32] = T.Broadcast(T.uint32(7), 32) + T.Cast("uint32x32", T.Shuffle([a], [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124])) + T.Cast("uint32x32", T.Shuffle([a], [1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 77, 81, 85, 89, 93, 97, 101, 105, 109, 113, 117, 121, 125])) + T.Cast("uint32x32", T.Shuffle([a], [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94, 98, 102, 106, 110, 114, 118, 122, 126])) + T.Cast("uint32x32", T.Shuffle([a], [3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63, 67, 71, 75, 79, 83, 87, 91, 95, 99, 103, 107, 111, 115, 119, 123, 127]))


# Byte 1 is multiplied by byte 2.
# CHECK-LABEL: define void @other_byte(
# CHECK-NOT: @llvm.hexagon.V6.vrmpy
# CHECK: ret void
@T.prim_func(s_tir=True)
def other_byte(A: T.Buffer((128,), "int8"), W: T.Buffer((128,), "int8"), O: T.Buffer((32,), "uint32")):
    T.func_attr({"global_symbol": "other_byte", "tirx.noalias": True})
    for i in range(128):
        A[i] = T.Cast("int8", i * i * 37 - 128)
        W[i] = T.Cast("int8", i * i * 11 + i * 3 + 255)
    a = T.bind(A[T.Ramp(0, 1, 128)])
    w = T.bind(W[T.Ramp(0, 1, 128)])
    O[0:32] = T.Broadcast(T.uint32(7), 32) + T.Cast("uint32x32", T.Shuffle([a], [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124])) * T.Cast("uint32x32", T.Shuffle([w], [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124])) + T.Cast("uint32x32", T.Shuffle([a], [1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 77, 81, 85, 89, 93, 97, 101, 105, 109, 113, 117, 121, 125])) * T.Cast("uint32x32", T.Shuffle([w], [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94, 98, 102, 106, 110, 114, 118, 122, 126])) + T.Cast("uint32x32", T.Shuffle([a], [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94, 98, 102, 106, 110, 114, 118, 122, 126])) * T.Cast("uint32x32", T.Shuffle([w], [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94, 98, 102, 106, 110, 114, 118, 122, 126])) + T.Cast("uint32x32", T.Shuffle([a], [3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63, 67, 71, 75, 79, 83, 87, 91, 95, 99, 103, 107, 111, 115, 119, 123, 127])) * T.Cast("uint32x32", T.Shuffle([w], [3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63, 67, 71, 75, 79, 83, 87, 91, 95, 99, 103, 107, 111, 115, 119, 123, 127]))
