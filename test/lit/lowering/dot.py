# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sums of products of four neighbouring bytes, and sums of the bytes of a word, are one instruction; what only looks alike
# is not.  Run, too: each as the interpreter does it.
# RUN: %tirc --target=hexagon --emit=ll --after=lower --cse-level=none --lanes=0 %s | FileCheck %s
# RUN: %tirc --target=hexagon -mattr=-hvx --emit=ll --after=lower --lanes=0 %s | FileCheck --check-prefix=NONE %s
# NONE: define {{.*}}@signed(
# NONE-NOT: @llvm.hexagon.V6.vrmpy
from tvm.script import tirx as T


# The scalar bytes are signed; terms stand in any order.
# CHECK-LABEL: define void @signed(
# CHECK: call <32 x i32> @llvm.hexagon.V6.vrmpybus.acc.128B(
# CHECK-NOT: mul <32
# CHECK: ret void
@T.prim_func(s_tir=True)
def signed(A: T.Buffer((64,), "int8"), W: T.Buffer((256,), "uint8"), O: T.Buffer((64,), "uint32")):
    T.func_attr({"global_symbol": "signed", "tirx.noalias": True})
    for i in range(64):
        A[i] = T.Cast("int8", i * i * 37 - 128)
    for i in range(256):
        W[i] = T.Cast("uint8", i * i * 11 + i * 3 + 255)
    t = T.bind(W[T.Ramp(0, 1, 128)])
    a = T.bind(A[T.Ramp(4, 1, 4)])
    O[0:32] = T.Broadcast(T.uint32(7), 32) + T.Cast("uint32x32", T.Shuffle([t], [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94, 98, 102, 106, 110, 114, 118, 122, 126])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [2])), 32) + T.Cast("uint32x32", T.Shuffle([t], [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [0])), 32) + T.Cast("uint32x32", T.Shuffle([t], [1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 77, 81, 85, 89, 93, 97, 101, 105, 109, 113, 117, 121, 125])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [1])), 32) + T.Cast("uint32x32", T.Shuffle([t], [3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63, 67, 71, 75, 79, 83, 87, 91, 95, 99, 103, 107, 111, 115, 119, 123, 127])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [3])), 32)


# Both are unsigned.
# CHECK-LABEL: define void @unsigned(
# CHECK: call <32 x i32> @llvm.hexagon.V6.vrmpyub.acc.128B(
# CHECK-NOT: mul <32
# CHECK: ret void
@T.prim_func(s_tir=True)
def unsigned(A: T.Buffer((64,), "uint8"), W: T.Buffer((256,), "uint8"), O: T.Buffer((64,), "uint32")):
    T.func_attr({"global_symbol": "unsigned", "tirx.noalias": True})
    for i in range(64):
        A[i] = T.Cast("uint8", i * i * 37 - 128)
    for i in range(256):
        W[i] = T.Cast("uint8", i * i * 11 + i * 3 + 255)
    t = T.bind(W[T.Ramp(0, 1, 128)])
    a = T.bind(A[T.Ramp(4, 1, 4)])
    O[0:32] = T.Cast("uint32x32", T.Shuffle([t], [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [0])), 32) + T.Cast("uint32x32", T.Shuffle([t], [1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 77, 81, 85, 89, 93, 97, 101, 105, 109, 113, 117, 121, 125])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [1])), 32) + T.Cast("uint32x32", T.Shuffle([t], [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94, 98, 102, 106, 110, 114, 118, 122, 126])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [2])), 32) + T.Cast("uint32x32", T.Shuffle([t], [3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63, 67, 71, 75, 79, 83, 87, 91, 95, 99, 103, 107, 111, 115, 119, 123, 127])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [3])), 32)


# Eight bytes are two words.
# CHECK-LABEL: define void @halves(
# CHECK-COUNT-2: call <32 x i32> @llvm.hexagon.V6.vrmpybus.acc.128B(
# CHECK-NOT: mul <32
# CHECK: ret void
@T.prim_func(s_tir=True)
def halves(A: T.Buffer((64,), "int8"), W: T.Buffer((256,), "uint8"), O: T.Buffer((64,), "uint32")):
    T.func_attr({"global_symbol": "halves", "tirx.noalias": True})
    for i in range(64):
        A[i] = T.Cast("int8", i * i * 37 - 128)
    for i in range(256):
        W[i] = T.Cast("uint8", i * i * 11 + i * 3 + 255)
    t = T.bind(W[T.Ramp(0, 1, 128)])
    u = T.bind(W[T.Ramp(128, 1, 128)])
    a = T.bind(A[T.Ramp(8, 1, 8)])
    O[0:32] = T.Cast("uint32x32", T.Shuffle([u], [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [4])), 32) + T.Cast("uint32x32", T.Shuffle([t], [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [0])), 32) + T.Cast("uint32x32", T.Shuffle([u], [1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 77, 81, 85, 89, 93, 97, 101, 105, 109, 113, 117, 121, 125])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [5])), 32) + T.Cast("uint32x32", T.Shuffle([t], [1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 77, 81, 85, 89, 93, 97, 101, 105, 109, 113, 117, 121, 125])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [1])), 32) + T.Cast("uint32x32", T.Shuffle([u], [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94, 98, 102, 106, 110, 114, 118, 122, 126])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [6])), 32) + T.Cast("uint32x32", T.Shuffle([t], [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94, 98, 102, 106, 110, 114, 118, 122, 126])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [2])), 32) + T.Cast("uint32x32", T.Shuffle([u], [3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63, 67, 71, 75, 79, 83, 87, 91, 95, 99, 103, 107, 111, 115, 119, 123, 127])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [7])), 32) + T.Cast("uint32x32", T.Shuffle([t], [3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63, 67, 71, 75, 79, 83, 87, 91, 95, 99, 103, 107, 111, 115, 119, 123, 127])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [3])), 32)


# Times one.
# CHECK-LABEL: define void @numbers(
# CHECK: call <32 x i32> @llvm.hexagon.V6.vrmpybus.acc.128B(<32 x i32> {{.*}}, <32 x i32> {{.*}}, i32 16843009)
# CHECK-NOT: mul <32
# CHECK: ret void
@T.prim_func(s_tir=True)
def numbers(A: T.Buffer((64,), "int8"), W: T.Buffer((256,), "uint8"), O: T.Buffer((64,), "uint32")):
    T.func_attr({"global_symbol": "numbers", "tirx.noalias": True})
    for i in range(64):
        A[i] = T.Cast("int8", i * i * 37 - 128)
    for i in range(256):
        W[i] = T.Cast("uint8", i * i * 11 + i * 3 + 255)
    t = T.bind(W[T.Ramp(0, 1, 128)])
    O[0:32] = T.Cast("uint32x32", T.Shuffle([t], [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124])) + T.Cast("uint32x32", T.Shuffle([t], [1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 77, 81, 85, 89, 93, 97, 101, 105, 109, 113, 117, 121, 125])) + T.Cast("uint32x32", T.Shuffle([t], [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94, 98, 102, 106, 110, 114, 118, 122, 126])) + T.Cast("uint32x32", T.Shuffle([t], [3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63, 67, 71, 75, 79, 83, 87, 91, 95, 99, 103, 107, 111, 115, 119, 123, 127]))


# Twelve signed bytes.
# CHECK-LABEL: define void @bytes(
# CHECK-COUNT-2: call i64 @llvm.hexagon.M5.vrmacbsu(
# CHECK: ret void
@T.prim_func(s_tir=True)
def bytes(A: T.Buffer((64,), "int8"), W: T.Buffer((256,), "uint8"), O: T.Buffer((64,), "uint32")):
    T.func_attr({"global_symbol": "bytes", "tirx.noalias": True})
    for i in range(64):
        A[i] = T.Cast("int8", i * i * 37 - 128)
    for i in range(256):
        W[i] = T.Cast("uint8", i * i * 11 + i * 3 + 255)
    a = T.bind(A[T.Ramp(8, 1, 8)])
    b = T.bind(A[T.Ramp(0, 1, 4)])
    O[0] = T.Cast("uint32", T.Shuffle([a], [0])) + T.Cast("uint32", T.Shuffle([a], [1])) + T.Cast("uint32", T.Shuffle([a], [2])) + T.Cast("uint32", T.Shuffle([a], [3])) + T.Cast("uint32", T.Shuffle([a], [4])) + T.Cast("uint32", T.Shuffle([a], [5])) + T.Cast("uint32", T.Shuffle([a], [6])) + T.Cast("uint32", T.Shuffle([a], [7])) + T.Cast("uint32", T.Shuffle([b], [0])) + T.Cast("uint32", T.Shuffle([b], [1])) + T.Cast("uint32", T.Shuffle([b], [2])) + T.Cast("uint32", T.Shuffle([b], [3]))


# Eight unsigned ones.
# CHECK-LABEL: define void @unsigned_bytes(
# CHECK: call i64 @llvm.hexagon.M5.vrmacbuu(
# CHECK: ret void
@T.prim_func(s_tir=True)
def unsigned_bytes(A: T.Buffer((64,), "uint8"), W: T.Buffer((256,), "uint8"), O: T.Buffer((64,), "uint32")):
    T.func_attr({"global_symbol": "unsigned_bytes", "tirx.noalias": True})
    for i in range(64):
        A[i] = T.Cast("uint8", i * i * 37 - 128)
    for i in range(256):
        W[i] = T.Cast("uint8", i * i * 11 + i * 3 + 255)
    a = T.bind(A[T.Ramp(8, 1, 8)])
    O[0] = T.uint32(3) + (T.Cast("uint32", T.Shuffle([a], [7])) + T.Cast("uint32", T.Shuffle([a], [1])) + T.Cast("uint32", T.Shuffle([a], [2])) + T.Cast("uint32", T.Shuffle([a], [3])) + T.Cast("uint32", T.Shuffle([a], [4])) + T.Cast("uint32", T.Shuffle([a], [5])) + T.Cast("uint32", T.Shuffle([a], [6])) + T.Cast("uint32", T.Shuffle([a], [0])))


# Every other word of two registers.
# CHECK-LABEL: define void @deal(
# CHECK-COUNT-2: call <64 x i32> @llvm.hexagon.V6.vdealvdd.128B(
# CHECK: ret void
@T.prim_func(s_tir=True)
def deal(A: T.Buffer((64,), "int8"), W: T.Buffer((256,), "uint8"), O: T.Buffer((64,), "uint32")):
    T.func_attr({"global_symbol": "deal", "tirx.noalias": True})
    for i in range(64):
        A[i] = T.Cast("int8", i * i * 37 - 128)
    for i in range(256):
        W[i] = T.Cast("uint8", i * i * 11 + i * 3 + 255)
    t = T.bind(W[T.Ramp(0, 1, 128)])
    u = T.bind(W[T.Ramp(128, 1, 128)])
    W[0:128] = T.Shuffle([t, u], [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27, 32, 33, 34, 35, 40, 41, 42, 43, 48, 49, 50, 51, 56, 57, 58, 59, 64, 65, 66, 67, 72, 73, 74, 75, 80, 81, 82, 83, 88, 89, 90, 91, 96, 97, 98, 99, 104, 105, 106, 107, 112, 113, 114, 115, 120, 121, 122, 123, 128, 129, 130, 131, 136, 137, 138, 139, 144, 145, 146, 147, 152, 153, 154, 155, 160, 161, 162, 163, 168, 169, 170, 171, 176, 177, 178, 179, 184, 185, 186, 187, 192, 193, 194, 195, 200, 201, 202, 203, 208, 209, 210, 211, 216, 217, 218, 219, 224, 225, 226, 227, 232, 233, 234, 235, 240, 241, 242, 243, 248, 249, 250, 251])
    W[128:256] = T.Shuffle([t, u], [4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31, 36, 37, 38, 39, 44, 45, 46, 47, 52, 53, 54, 55, 60, 61, 62, 63, 68, 69, 70, 71, 76, 77, 78, 79, 84, 85, 86, 87, 92, 93, 94, 95, 100, 101, 102, 103, 108, 109, 110, 111, 116, 117, 118, 119, 124, 125, 126, 127, 132, 133, 134, 135, 140, 141, 142, 143, 148, 149, 150, 151, 156, 157, 158, 159, 164, 165, 166, 167, 172, 173, 174, 175, 180, 181, 182, 183, 188, 189, 190, 191, 196, 197, 198, 199, 204, 205, 206, 207, 212, 213, 214, 215, 220, 221, 222, 223, 228, 229, 230, 231, 236, 237, 238, 239, 244, 245, 246, 247, 252, 253, 254, 255])


# Byte 3 is multiplied by byte 2.
# CHECK-LABEL: define void @not_four(
# CHECK-NOT: @llvm.hexagon.V6.vrmpy
# CHECK: ret void
@T.prim_func(s_tir=True)
def not_four(A: T.Buffer((64,), "int8"), W: T.Buffer((256,), "uint8"), O: T.Buffer((64,), "uint32")):
    T.func_attr({"global_symbol": "not_four", "tirx.noalias": True})
    for i in range(64):
        A[i] = T.Cast("int8", i * i * 37 - 128)
    for i in range(256):
        W[i] = T.Cast("uint8", i * i * 11 + i * 3 + 255)
    t = T.bind(W[T.Ramp(0, 1, 128)])
    a = T.bind(A[T.Ramp(4, 1, 4)])
    O[0:32] = T.Cast("uint32x32", T.Shuffle([t], [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [0])), 32) + T.Cast("uint32x32", T.Shuffle([t], [1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 77, 81, 85, 89, 93, 97, 101, 105, 109, 113, 117, 121, 125])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [1])), 32) + T.Cast("uint32x32", T.Shuffle([t], [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94, 98, 102, 106, 110, 114, 118, 122, 126])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [2])), 32) + T.Cast("uint32x32", T.Shuffle([t], [3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63, 67, 71, 75, 79, 83, 87, 91, 95, 99, 103, 107, 111, 115, 119, 123, 127])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [2])), 32)


# One lane is another one.
# CHECK-LABEL: define void @not_words(
# CHECK-NOT: @llvm.hexagon.V6.vrmpy
# CHECK: ret void
@T.prim_func(s_tir=True)
def not_words(A: T.Buffer((64,), "int8"), W: T.Buffer((256,), "uint8"), O: T.Buffer((64,), "uint32")):
    T.func_attr({"global_symbol": "not_words", "tirx.noalias": True})
    for i in range(64):
        A[i] = T.Cast("int8", i * i * 37 - 128)
    for i in range(256):
        W[i] = T.Cast("uint8", i * i * 11 + i * 3 + 255)
    t = T.bind(W[T.Ramp(0, 1, 128)])
    a = T.bind(A[T.Ramp(4, 1, 4)])
    O[0:32] = T.Cast("uint32x32", T.Shuffle([t], [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [0])), 32) + T.Cast("uint32x32", T.Shuffle([t], [1, 5, 9, 13, 17, 20, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 77, 81, 85, 89, 93, 97, 101, 105, 109, 113, 117, 121, 125])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [1])), 32) + T.Cast("uint32x32", T.Shuffle([t], [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94, 98, 102, 106, 110, 114, 118, 122, 126])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [2])), 32) + T.Cast("uint32x32", T.Shuffle([t], [3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63, 67, 71, 75, 79, 83, 87, 91, 95, 99, 103, 107, 111, 115, 119, 123, 127])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [3])), 32)


# There is no product of two signed bytes, one of them a scalar.
# CHECK-LABEL: define void @not_signed(
# CHECK-NOT: @llvm.hexagon.V6.vrmpy
# CHECK: ret void
@T.prim_func(s_tir=True)
def not_signed(A: T.Buffer((64,), "int8"), W: T.Buffer((256,), "uint8"), O: T.Buffer((64,), "uint32")):
    T.func_attr({"global_symbol": "not_signed", "tirx.noalias": True})
    for i in range(64):
        A[i] = T.Cast("int8", i * i * 37 - 128)
    for i in range(256):
        W[i] = T.Cast("uint8", i * i * 11 + i * 3 + 255)
    t = T.bind(T.Cast("int8x128", W[T.Ramp(0, 1, 128)]))
    a = T.bind(A[T.Ramp(4, 1, 4)])
    O[0:32] = T.Cast("uint32x32", T.Shuffle([t], [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [0])), 32) + T.Cast("uint32x32", T.Shuffle([t], [1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 77, 81, 85, 89, 93, 97, 101, 105, 109, 113, 117, 121, 125])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [1])), 32) + T.Cast("uint32x32", T.Shuffle([t], [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94, 98, 102, 106, 110, 114, 118, 122, 126])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [2])), 32) + T.Cast("uint32x32", T.Shuffle([t], [3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63, 67, 71, 75, 79, 83, 87, 91, 95, 99, 103, 107, 111, 115, 119, 123, 127])) * T.Broadcast(T.Cast("uint32", T.Shuffle([a], [3])), 32)
