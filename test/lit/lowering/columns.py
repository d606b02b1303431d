# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sums of products of bytes, lane by lane, are done four products at once, and bytes that are added as they are in
# 16 bits; two are too few, and what is added to both bytes of
# a product, or is no byte, is left.  Run, too: each as the interpreter does it.
# RUN: %tirc --target=hexagon --emit=ll --after=lower --cse-level=none --lanes=0 %s | FileCheck %s
# RUN: %tirc --target=hexagon -mattr=-hvx --emit=ll --after=lower --lanes=0 %s | FileCheck --check-prefix=NONE %s
# NONE: define {{.*}}@signed(
# NONE-NOT: @llvm.hexagon.V6.vrmpy
from tvm.script import tirx as T


# CHECK-LABEL: define void @signed(
# CHECK: call <32 x i32> @llvm.hexagon.V6.vrmpybv.acc.128B(
# CHECK: ret void
@T.prim_func(s_tir=True)
def signed(A: T.Buffer((1152,), "int8"), W: T.Buffer((1152,), "int8"), B: T.Buffer((128,), "int32"), O: T.Buffer((128,), "int32")):
    T.func_attr({"global_symbol": "signed", "tirx.noalias": True})
    for i in range(1152):
        A[i] = T.Cast("int8", i * i * 37 - 128)
        W[i] = T.Cast("int8", i * i * 11 + 100)
    for i in range(128):
        B[i] = i * 1000 - 50000
    sum_0 = T.bind(B[0:128] + T.Cast("int32x128", A[0:128]) * T.Cast("int32x128", W[0:128]))
    sum_1 = T.bind(sum_0 + T.Cast("int32x128", A[128:256]) * T.Cast("int32x128", W[128:256]))
    sum_2 = T.bind(sum_1 + T.Cast("int32x128", A[256:384]) * T.Cast("int32x128", W[256:384]))
    sum_3 = T.bind(sum_2 + T.Cast("int32x128", A[384:512]) * T.Cast("int32x128", W[384:512]))
    sum_4 = T.bind(sum_3 + T.Cast("int32x128", A[512:640]) * T.Cast("int32x128", W[512:640]))
    sum_5 = T.bind(sum_4 + T.Cast("int32x128", A[640:768]) * T.Cast("int32x128", W[640:768]))
    sum_6 = T.bind(sum_5 + T.Cast("int32x128", A[768:896]) * T.Cast("int32x128", W[768:896]))
    sum_7 = T.bind(sum_6 + T.Cast("int32x128", A[896:1024]) * T.Cast("int32x128", W[896:1024]))
    sum_8 = T.bind(sum_7 + T.Cast("int32x128", A[1024:1152]) * T.Cast("int32x128", W[1024:1152]))
    O[0:128] = sum_8


# CHECK-LABEL: define void @unsigned(
# CHECK: call <32 x i32> @llvm.hexagon.V6.vrmpyubv.acc.128B(
# CHECK: ret void
@T.prim_func(s_tir=True)
def unsigned(A: T.Buffer((512,), "uint8"), W: T.Buffer((512,), "uint8"), B: T.Buffer((128,), "int32"), O: T.Buffer((128,), "int32")):
    T.func_attr({"global_symbol": "unsigned", "tirx.noalias": True})
    for i in range(512):
        A[i] = T.Cast("uint8", i * i * 37 - 128)
        W[i] = T.Cast("uint8", i * i * 11 + 100)
    for i in range(128):
        B[i] = i * 1000 - 50000
    O[0:128] = B[0:128] + T.Cast("int32x128", A[0:128]) * T.Cast("int32x128", W[0:128]) + T.Cast("int32x128", A[128:256]) * T.Cast("int32x128", W[128:256]) + T.Cast("int32x128", A[256:384]) * T.Cast("int32x128", W[256:384]) + T.Cast("int32x128", A[384:512]) * T.Cast("int32x128", W[384:512])


# CHECK-LABEL: define void @left(
# CHECK: call <32 x i32> @llvm.hexagon.V6.vrmpybusv.acc.128B(
# CHECK: ret void
@T.prim_func(s_tir=True)
def left(A: T.Buffer((640,), "uint8"), W: T.Buffer((640,), "int8"), B: T.Buffer((128,), "int32"), O: T.Buffer((128,), "int32")):
    T.func_attr({"global_symbol": "left", "tirx.noalias": True})
    for i in range(640):
        A[i] = T.Cast("uint8", i * i * 37 - 128)
        W[i] = T.Cast("int8", i * i * 11 + 100)
    for i in range(128):
        B[i] = i * 1000 - 50000
    sum_0 = T.bind(B[0:128] + (T.Cast("int32x128", A[0:128]) + T.Broadcast(-3, 128)) * T.Cast("int32x128", W[0:128]))
    sum_1 = T.bind(sum_0 + (T.Cast("int32x128", A[128:256]) + T.Broadcast(-3, 128)) * T.Cast("int32x128", W[128:256]))
    sum_2 = T.bind(sum_1 + (T.Cast("int32x128", A[256:384]) + T.Broadcast(-3, 128)) * T.Cast("int32x128", W[256:384]))
    sum_3 = T.bind(sum_2 + (T.Cast("int32x128", A[384:512]) + T.Broadcast(-3, 128)) * T.Cast("int32x128", W[384:512]))
    sum_4 = T.bind(sum_3 + (T.Cast("int32x128", A[512:640]) + T.Broadcast(-3, 128)) * T.Cast("int32x128", W[512:640]))
    O[0:128] = sum_4


# CHECK-LABEL: define void @right(
# CHECK: call <32 x i32> @llvm.hexagon.V6.vrmpybusv.acc.128B(
# CHECK: ret void
@T.prim_func(s_tir=True)
def right(A: T.Buffer((384,), "int8"), W: T.Buffer((384,), "uint8"), B: T.Buffer((128,), "int32"), O: T.Buffer((128,), "int32")):
    T.func_attr({"global_symbol": "right", "tirx.noalias": True})
    for i in range(384):
        A[i] = T.Cast("int8", i * i * 37 - 128)
        W[i] = T.Cast("uint8", i * i * 11 + 100)
    for i in range(128):
        B[i] = i * 1000 - 50000
    O[0:128] = (T.Cast("int32x128", A[0:128]) + T.Broadcast(127, 128)) * T.Cast("int32x128", W[0:128]) + (T.Cast("int32x128", A[128:256]) + T.Broadcast(127, 128)) * T.Cast("int32x128", W[128:256]) + (T.Cast("int32x128", A[256:384]) + T.Broadcast(127, 128)) * T.Cast("int32x128", W[256:384])


# CHECK-LABEL: define void @zeros(
# CHECK: call <32 x i32> @llvm.hexagon.V6.vrmpybv.acc.128B(
# CHECK: ret void
@T.prim_func(s_tir=True)
def zeros(A: T.Buffer((768,), "int8"), W: T.Buffer((768,), "int8"), B: T.Buffer((128,), "int32"), O: T.Buffer((128,), "int32")):
    T.func_attr({"global_symbol": "zeros", "tirx.noalias": True})
    for i in range(768):
        A[i] = T.Cast("int8", i * i * 37 - 128)
        W[i] = T.Cast("int8", i * i * 11 + 100)
    for i in range(128):
        B[i] = i * 1000 - 50000
    sum_0 = T.bind(B[0:128] + T.Cast("int32x128", A[0:128]) * (T.Cast("int32x128", W[0:128]) + T.Broadcast(6, 128)))
    sum_1 = T.bind(sum_0 + T.Cast("int32x128", A[128:256]) * (T.Cast("int32x128", W[128:256]) + T.Broadcast(6, 128)))
    sum_2 = T.bind(sum_1 + T.Cast("int32x128", A[256:384]) * (T.Cast("int32x128", W[256:384]) + T.Broadcast(6, 128)))
    sum_3 = T.bind(sum_2 + T.Cast("int32x128", A[384:512]) * (T.Cast("int32x128", W[384:512]) + T.Broadcast(6, 128)))
    sum_4 = T.bind(sum_3 + T.Cast("int32x128", A[512:640]) * (T.Cast("int32x128", W[512:640]) + T.Broadcast(6, 128)))
    sum_5 = T.bind(sum_4 + T.Cast("int32x128", A[640:768]) * (T.Cast("int32x128", W[640:768]) + T.Broadcast(6, 128)))
    O[0:128] = sum_5


# CHECK-LABEL: define void @masked(
# CHECK: call <32 x i32> @llvm.hexagon.V6.vrmpybv.acc.128B(
# CHECK: ret void
@T.prim_func(s_tir=True)
def masked(A: T.Buffer((896,), "int8"), W: T.Buffer((896,), "int8"), B: T.Buffer((128,), "int32"), O: T.Buffer((128,), "int32")):
    T.func_attr({"global_symbol": "masked", "tirx.noalias": True})
    for i in range(896):
        A[i] = T.Cast("int8", i * i * 37 - 128)
        W[i] = T.Cast("int8", i * i * 11 + 100)
    for i in range(128):
        B[i] = i * 1000 - 50000
    sum_0 = T.bind(B[0:128] + (T.Cast("int32x128", A[0:128]) + T.Broadcast(6, 128)) * T.Cast("int32x128", W[0:128]))
    sum_1 = T.bind(sum_0 + T.Select(T.Ramp(0, 1, 128) < T.Broadcast(41, 128), (T.Cast("int32x128", A[128:256]) + T.Broadcast(6, 128)) * T.Cast("int32x128", W[128:256]), T.Broadcast(0, 128)))
    sum_2 = T.bind(sum_1 + (T.Cast("int32x128", A[256:384]) + T.Broadcast(6, 128)) * T.Cast("int32x128", W[256:384]))
    sum_3 = T.bind(sum_2 + T.Select(T.Ramp(0, 1, 128) < T.Broadcast(43, 128), (T.Cast("int32x128", A[384:512]) + T.Broadcast(6, 128)) * T.Cast("int32x128", W[384:512]), T.Broadcast(0, 128)))
    sum_4 = T.bind(sum_3 + (T.Cast("int32x128", A[512:640]) + T.Broadcast(6, 128)) * T.Cast("int32x128", W[512:640]))
    sum_5 = T.bind(sum_4 + T.Select(T.Ramp(0, 1, 128) < T.Broadcast(45, 128), (T.Cast("int32x128", A[640:768]) + T.Broadcast(6, 128)) * T.Cast("int32x128", W[640:768]), T.Broadcast(0, 128)))
    sum_6 = T.bind(sum_5 + (T.Cast("int32x128", A[768:896]) + T.Broadcast(6, 128)) * T.Cast("int32x128", W[768:896]))
    O[0:128] = sum_6


# Products that were computed in 16 bits, of which one has a name that is masked; a sum that is masked as a whole.
# CHECK-LABEL: define void @halves(
# CHECK: call <32 x i32> @llvm.hexagon.V6.vrmpybv.acc.128B(
# CHECK: ret void
@T.prim_func(s_tir=True)
def halves(A: T.Buffer((896,), "int8"), W: T.Buffer((896,), "int8"), B: T.Buffer((128,), "int32"), O: T.Buffer((256,), "int32")):
    T.func_attr({"global_symbol": "halves", "tirx.noalias": True})
    for i in range(896):
        A[i] = T.Cast("int8", i * i * 37 - 128)
        W[i] = T.Cast("int8", i * i * 11 + 100)
    for i in range(128):
        B[i] = i * 1000 - 50000
    named = T.bind((T.Cast("int32x128", A[0:128]) + T.Broadcast(6, 128)) * T.Cast("int32x128", W[0:128]))
    sum_0 = T.bind(B[0:128] + T.Select(T.Ramp(0, 1, 128) < T.Broadcast(41, 128), named, T.Broadcast(0, 128)))
    sum_1 = T.bind(sum_0 + T.Cast("int32x128", (T.Cast("int16x128", A[128:256]) + T.Broadcast(T.int16(6), 128)) * T.Cast("int16x128", W[128:256])))
    sum_2 = T.bind(sum_1 + T.Cast("int32x128", (T.Cast("int16x128", A[256:384]) + T.Broadcast(T.int16(6), 128)) * T.Cast("int16x128", W[256:384])))
    O[128:256] = T.Select(T.Ramp(0, 1, 128) < T.Broadcast(77, 128), named, T.Broadcast(0, 128)) + T.Cast("int32x128", A[640:768]) * T.Cast("int32x128", W[640:768]) + T.Cast("int32x128", A[768:896]) * T.Cast("int32x128", W[768:896])
    O[0:128] = T.Select(T.Ramp(0, 1, 128) < T.Broadcast(99, 128), sum_2 + T.Cast("int32x128", A[384:512]), T.Broadcast(0, 128)) + T.Cast("int32x128", T.Cast("int16x128", A[512:640]) * T.Cast("int16x128", W[512:640]))


# The products of int16 wrap.
# CHECK-LABEL: define internal void @wraps.lines(
# CHECK-NOT: @llvm.hexagon.V6.vrmpy
# CHECK: ret void
@T.prim_func(s_tir=True)
def wraps(A: T.Buffer((512,), "uint8"), W: T.Buffer((512,), "uint8"), B: T.Buffer((128,), "int32"), O: T.Buffer((128,), "int32")):
    T.func_attr({"global_symbol": "wraps", "tirx.noalias": True})
    for i in range(512):
        A[i] = T.Cast("uint8", i % 181)
        W[i] = T.Cast("uint8", i % 179)
    for i in range(128):
        B[i] = i * 1000 - 50000
    O[0:128] = B[0:128] + T.Cast("int32x128", T.Cast("int16x128", A[0:128]) * T.Cast("int16x128", W[0:128])) + T.Cast("int32x128", T.Cast("int16x128", A[128:256]) * T.Cast("int16x128", W[128:256])) + T.Cast("int32x128", T.Cast("int16x128", A[256:384]) * T.Cast("int16x128", W[256:384])) + T.Cast("int32x128", T.Cast("int16x128", A[384:512]) * T.Cast("int16x128", W[384:512]))


# CHECK-LABEL: define void @many(
# CHECK: call <32 x i32> @llvm.hexagon.V6.vrmpybv.acc.128B(
# CHECK: ret void
@T.prim_func(s_tir=True)
def many(A: T.Buffer((2304,), "int8"), W: T.Buffer((2304,), "int8"), B: T.Buffer((128,), "int32"), O: T.Buffer((128,), "int32")):
    T.func_attr({"global_symbol": "many", "tirx.noalias": True})
    for i in range(2304):
        A[i] = T.Cast("int8", i * i * 37 - 128)
        W[i] = T.Cast("int8", i * i * 11 + 100)
    for i in range(128):
        B[i] = i * 1000 - 50000
    sum_0 = T.bind(B[0:128] + T.Cast("int32x128", A[0:128]) * T.Cast("int32x128", W[0:128]))
    sum_1 = T.bind(sum_0 + T.Cast("int32x128", A[128:256]) * T.Cast("int32x128", W[128:256]))
    sum_2 = T.bind(sum_1 + T.Cast("int32x128", A[256:384]) * T.Cast("int32x128", W[256:384]))
    sum_3 = T.bind(sum_2 + T.Cast("int32x128", A[384:512]) * T.Cast("int32x128", W[384:512]))
    sum_4 = T.bind(sum_3 + T.Cast("int32x128", A[512:640]) * T.Cast("int32x128", W[512:640]))
    sum_5 = T.bind(sum_4 + T.Cast("int32x128", A[640:768]) * T.Cast("int32x128", W[640:768]))
    sum_6 = T.bind(sum_5 + T.Cast("int32x128", A[768:896]) * T.Cast("int32x128", W[768:896]))
    sum_7 = T.bind(sum_6 + T.Cast("int32x128", A[896:1024]) * T.Cast("int32x128", W[896:1024]))
    sum_8 = T.bind(sum_7 + T.Cast("int32x128", A[1024:1152]) * T.Cast("int32x128", W[1024:1152]))
    sum_9 = T.bind(sum_8 + T.Cast("int32x128", A[1152:1280]) * T.Cast("int32x128", W[1152:1280]))
    sum_10 = T.bind(sum_9 + T.Cast("int32x128", A[1280:1408]) * T.Cast("int32x128", W[1280:1408]))
    sum_11 = T.bind(sum_10 + T.Cast("int32x128", A[1408:1536]) * T.Cast("int32x128", W[1408:1536]))
    sum_12 = T.bind(sum_11 + T.Cast("int32x128", A[1536:1664]) * T.Cast("int32x128", W[1536:1664]))
    sum_13 = T.bind(sum_12 + T.Cast("int32x128", A[1664:1792]) * T.Cast("int32x128", W[1664:1792]))
    sum_14 = T.bind(sum_13 + T.Cast("int32x128", A[1792:1920]) * T.Cast("int32x128", W[1792:1920]))
    sum_15 = T.bind(sum_14 + T.Cast("int32x128", A[1920:2048]) * T.Cast("int32x128", W[1920:2048]))
    sum_16 = T.bind(sum_15 + T.Cast("int32x128", A[2048:2176]) * T.Cast("int32x128", W[2048:2176]))
    sum_17 = T.bind(sum_16 + T.Cast("int32x128", A[2176:2304]) * T.Cast("int32x128", W[2176:2304]))
    O[0:128] = sum_17


# CHECK-LABEL: define void @two(
# CHECK-NOT: vrmpy
# CHECK: ret void
@T.prim_func(s_tir=True)
def two(A: T.Buffer((256,), "int8"), W: T.Buffer((256,), "int8"), B: T.Buffer((128,), "int32"), O: T.Buffer((128,), "int32")):
    T.func_attr({"global_symbol": "two", "tirx.noalias": True})
    for i in range(256):
        A[i] = T.Cast("int8", i * i * 37 - 128)
        W[i] = T.Cast("int8", i * i * 11 + 100)
    for i in range(128):
        B[i] = i * 1000 - 50000
    sum_0 = T.bind(B[0:128] + T.Cast("int32x128", A[0:128]) * T.Cast("int32x128", W[0:128]))
    sum_1 = T.bind(sum_0 + T.Cast("int32x128", A[128:256]) * T.Cast("int32x128", W[128:256]))
    O[0:128] = sum_1


# CHECK-LABEL: define void @both(
# CHECK-NOT: vrmpy
# CHECK: ret void
@T.prim_func(s_tir=True)
def both(A: T.Buffer((512,), "int8"), W: T.Buffer((512,), "int8"), B: T.Buffer((128,), "int32"), O: T.Buffer((128,), "int32")):
    T.func_attr({"global_symbol": "both", "tirx.noalias": True})
    for i in range(512):
        A[i] = T.Cast("int8", i * i * 37 - 128)
        W[i] = T.Cast("int8", i * i * 11 + 100)
    for i in range(128):
        B[i] = i * 1000 - 50000
    sum_0 = T.bind(B[0:128] + (T.Cast("int32x128", A[0:128]) + T.Broadcast(2, 128)) * (T.Cast("int32x128", W[0:128]) + T.Broadcast(3, 128)))
    sum_1 = T.bind(sum_0 + (T.Cast("int32x128", A[128:256]) + T.Broadcast(2, 128)) * (T.Cast("int32x128", W[128:256]) + T.Broadcast(3, 128)))
    sum_2 = T.bind(sum_1 + (T.Cast("int32x128", A[256:384]) + T.Broadcast(2, 128)) * (T.Cast("int32x128", W[256:384]) + T.Broadcast(3, 128)))
    sum_3 = T.bind(sum_2 + (T.Cast("int32x128", A[384:512]) + T.Broadcast(2, 128)) * (T.Cast("int32x128", W[384:512]) + T.Broadcast(3, 128)))
    O[0:128] = sum_3


# CHECK-LABEL: define void @large(
# CHECK-NOT: vrmpy
# CHECK: ret void
@T.prim_func(s_tir=True)
def large(A: T.Buffer((512,), "int8"), W: T.Buffer((512,), "int8"), B: T.Buffer((128,), "int32"), O: T.Buffer((128,), "int32")):
    T.func_attr({"global_symbol": "large", "tirx.noalias": True})
    for i in range(512):
        A[i] = T.Cast("int8", i * i * 37 - 128)
        W[i] = T.Cast("int8", i * i * 11 + 100)
    for i in range(128):
        B[i] = i * 1000 - 50000
    sum_0 = T.bind(B[0:128] + (T.Cast("int32x128", A[0:128]) + T.Broadcast(200, 128)) * T.Cast("int32x128", W[0:128]))
    sum_1 = T.bind(sum_0 + (T.Cast("int32x128", A[128:256]) + T.Broadcast(200, 128)) * T.Cast("int32x128", W[128:256]))
    sum_2 = T.bind(sum_1 + (T.Cast("int32x128", A[256:384]) + T.Broadcast(200, 128)) * T.Cast("int32x128", W[256:384]))
    sum_3 = T.bind(sum_2 + (T.Cast("int32x128", A[384:512]) + T.Broadcast(200, 128)) * T.Cast("int32x128", W[384:512]))
    O[0:128] = sum_3


# CHECK-LABEL: define void @alone(
# CHECK: @llvm.hexagon.V6.vmpybv.acc.128B(
# CHECK: ret void
@T.prim_func(s_tir=True)
def alone(A: T.Buffer((1152,), "int8"), B: T.Buffer((128,), "int32"), O: T.Buffer((128,), "int32")):
    T.func_attr({"global_symbol": "alone", "tirx.noalias": True})
    for i in range(1152):
        A[i] = T.Cast("int8", i * i * 37 - 128)
    for i in range(128):
        B[i] = i * 1000 - 50000
    sum_0 = T.bind(B[0:128] + T.Cast("int32x128", A[0:128]))
    sum_1 = T.bind(sum_0 + T.Cast("int32x128", A[128:256]))
    sum_2 = T.bind(sum_1 + T.Cast("int32x128", A[256:384]))
    sum_3 = T.bind(sum_2 + T.Cast("int32x128", A[384:512]))
    sum_4 = T.bind(sum_3 + T.Cast("int32x128", A[512:640]))
    sum_5 = T.bind(sum_4 + T.Cast("int32x128", A[640:768]))
    sum_6 = T.bind(sum_5 + T.Cast("int32x128", A[768:896]))
    sum_7 = T.bind(sum_6 + T.Cast("int32x128", A[896:1024]))
    sum_8 = T.bind(sum_7 + T.Cast("int32x128", A[1024:1152]))
    O[0:128] = sum_8


# CHECK-LABEL: define void @alone_unsigned(
# CHECK: @llvm.hexagon.V6.vaddubh.acc.128B(
# CHECK: ret void
@T.prim_func(s_tir=True)
def alone_unsigned(A: T.Buffer((640,), "uint8"), B: T.Buffer((128,), "int32"), O: T.Buffer((128,), "int32")):
    T.func_attr({"global_symbol": "alone_unsigned", "tirx.noalias": True})
    for i in range(640):
        A[i] = T.Cast("uint8", i * i * 37 - 128)
    for i in range(128):
        B[i] = i * 1000 - 50000
    O[0:128] = T.Cast("int32x128", A[0:128]) + T.Cast("int32x128", A[128:256]) + T.Cast("int32x128", A[256:384]) + T.Cast("int32x128", A[384:512]) + T.Cast("int32x128", A[512:640])


# CHECK-LABEL: define void @alone_half(
# CHECK: @llvm.hexagon.V6.vmpybv.acc.128B(
# CHECK: ret void
@T.prim_func(s_tir=True)
def alone_half(A: T.Buffer((256,), "int8"), B: T.Buffer((64,), "int32"), O: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "alone_half", "tirx.noalias": True})
    for i in range(256):
        A[i] = T.Cast("int8", i * i * 37 - 128)
    for i in range(64):
        B[i] = i * 1000 - 50000
    sum_0 = T.bind(B[0:64] + T.Cast("int32x64", A[0:64]))
    sum_1 = T.bind(sum_0 + T.Select(T.Ramp(0, 1, 64) < T.Broadcast(41, 64), T.Cast("int32x64", A[64:128]), T.Broadcast(0, 64)))
    sum_2 = T.bind(sum_1 + T.Cast("int32x64", A[128:192]))
    sum_3 = T.bind(sum_2 + T.Select(T.Ramp(0, 1, 64) < T.Broadcast(43, 64), T.Cast("int32x64", A[192:256]), T.Broadcast(0, 64)))
    O[0:64] = sum_3


# CHECK-LABEL: define void @alone_half_unsigned(
# CHECK: @llvm.hexagon.V6.vaddubh.acc.128B(
# CHECK: ret void
@T.prim_func(s_tir=True)
def alone_half_unsigned(A: T.Buffer((384,), "uint8"), B: T.Buffer((64,), "int32"), O: T.Buffer((64,), "int32")):
    T.func_attr({"global_symbol": "alone_half_unsigned", "tirx.noalias": True})
    for i in range(384):
        A[i] = T.Cast("uint8", i * i * 37 - 128)
    for i in range(64):
        B[i] = i * 1000 - 50000
    sum_0 = T.bind(B[0:64] + T.Cast("int32x64", A[0:64]))
    sum_1 = T.bind(sum_0 + T.Cast("int32x64", A[64:128]))
    sum_2 = T.bind(sum_1 + T.Cast("int32x64", A[128:192]))
    sum_3 = T.bind(sum_2 + T.Cast("int32x64", A[192:256]))
    sum_4 = T.bind(sum_3 + T.Cast("int32x64", A[256:320]))
    sum_5 = T.bind(sum_4 + T.Cast("int32x64", A[320:384]))
    O[0:64] = sum_5


# CHECK-LABEL: define void @alone_masked(
# CHECK: @llvm.hexagon.V6.vaddubh.acc.128B(
# CHECK: ret void
@T.prim_func(s_tir=True)
def alone_masked(A: T.Buffer((384,), "uint8"), B: T.Buffer((128,), "int32"), O: T.Buffer((128,), "int32")):
    T.func_attr({"global_symbol": "alone_masked", "tirx.noalias": True})
    for i in range(384):
        A[i] = T.Cast("uint8", i * i * 37 - 128)
    for i in range(128):
        B[i] = i * 1000 - 50000
    O[0:128] = T.Cast("int32x128", A[0:128]) + T.Select(T.Ramp(0, 1, 128) < T.Broadcast(41, 128), T.Cast("int32x128", A[128:256]), T.Broadcast(0, 128)) + T.Cast("int32x128", A[256:384])


# CHECK-LABEL: define void @alone_many(
# CHECK: @llvm.hexagon.V6.vaddubh.acc.128B(
# CHECK: ret void
@T.prim_func(s_tir=True)
def alone_many(A: T.Buffer((2432,), "uint8"), B: T.Buffer((128,), "int32"), O: T.Buffer((128,), "int32")):
    T.func_attr({"global_symbol": "alone_many", "tirx.noalias": True})
    for i in range(2432):
        A[i] = T.Cast("uint8", i * i * 37 - 128)
    for i in range(128):
        B[i] = i * 1000 - 50000
    sum_0 = T.bind(B[0:128] + T.Cast("int32x128", A[0:128]))
    sum_1 = T.bind(sum_0 + T.Cast("int32x128", A[128:256]))
    sum_2 = T.bind(sum_1 + T.Cast("int32x128", A[256:384]))
    sum_3 = T.bind(sum_2 + T.Cast("int32x128", A[384:512]))
    sum_4 = T.bind(sum_3 + T.Cast("int32x128", A[512:640]))
    sum_5 = T.bind(sum_4 + T.Cast("int32x128", A[640:768]))
    sum_6 = T.bind(sum_5 + T.Cast("int32x128", A[768:896]))
    sum_7 = T.bind(sum_6 + T.Cast("int32x128", A[896:1024]))
    sum_8 = T.bind(sum_7 + T.Cast("int32x128", A[1024:1152]))
    sum_9 = T.bind(sum_8 + T.Cast("int32x128", A[1152:1280]))
    sum_10 = T.bind(sum_9 + T.Cast("int32x128", A[1280:1408]))
    sum_11 = T.bind(sum_10 + T.Cast("int32x128", A[1408:1536]))
    sum_12 = T.bind(sum_11 + T.Cast("int32x128", A[1536:1664]))
    sum_13 = T.bind(sum_12 + T.Cast("int32x128", A[1664:1792]))
    sum_14 = T.bind(sum_13 + T.Cast("int32x128", A[1792:1920]))
    sum_15 = T.bind(sum_14 + T.Cast("int32x128", A[1920:2048]))
    sum_16 = T.bind(sum_15 + T.Cast("int32x128", A[2048:2176]))
    sum_17 = T.bind(sum_16 + T.Cast("int32x128", A[2176:2304]))
    sum_18 = T.bind(sum_17 + T.Cast("int32x128", A[2304:2432]))
    O[0:128] = sum_18
