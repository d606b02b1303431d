# Between widening and narrowing casts 32-bit lanes are even and odd words of even and odd halves; sums of 16 bits that are
# stored, and x // 2 of a row.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp && %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3 && %tirc -O0 --run=hexagon %s --save=%t/o0
# RUN: cmp %t/interp/B.npy %t/o3/B.npy && cmp %t/interp/C.npy %t/o3/C.npy && cmp %t/interp/D.npy %t/o3/D.npy
# RUN: cmp %t/interp/B.npy %t/o0/B.npy && cmp %t/interp/C.npy %t/o0/C.npy && cmp %t/interp/D.npy %t/o0/D.npy
# RUN: %tirc --target=hexagon -O0 --no-cse --no-loops --emit=ll %s | FileCheck %s
# RUN: %tirc --target=hexagon -mattr=+hvxv62,+hvx-length128b -O0 --emit=ll %s | FileCheck %s --check-prefix=V62
# V62: V6.vmpyh.128B
# V62-NOT: vmpyh.acc
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((1024,), "uint8"), S: T.Buffer((1024,), "int8"), B: T.Buffer((2048,), "uint8"), C: T.Buffer((1024,), "int16"), D: T.Buffer((512,), "int8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(1024):
        A[i] = T.Cast("uint8", i * i * 7 + i // 3)
        S[i] = T.Cast("int8", i * 11 + i // 5)
    # products, added up; a clamp that is a saturation
    # CHECK: call <64 x i32> @llvm.hexagon.V6.vmpyh.128B
    # CHECK: call <64 x i32> @llvm.hexagon.V6.vmpyh.acc.128B
    # CHECK: call <32 x i32> @llvm.hexagon.V6.vasrwhsat.128B(<32 x i32> %{{.*}}, <32 x i32> %{{.*}}, i32 9)
    # CHECK: call <32 x i32> @llvm.hexagon.V6.vsathub.128B
    B[0:128] = T.Cast("uint8x128", T.max(T.min((T.Cast("int32x128", A[0:128]) * T.Broadcast(-300, 128) + T.Cast("int32x128", S[0:128]) * T.Broadcast(409, 128) - T.Broadcast(-70000, 128)) >> T.Broadcast(9, 128), T.Broadcast(255, 128)), T.Broadcast(0, 128)))
    # a name that two sums have; bytes that come two by two; two registers
    v = T.bind(T.Cast("int32x256", A[256:512]) * T.Broadcast(298, 256))
    for y in range(2):
        B[256 + y * 256:512 + y * 256] = T.Cast("uint8x256", T.max(T.min(v - T.Cast("int32x256", S[T.Broadcast(y * 128, 256) + T.Ramp(0, 1, 256) // T.Broadcast(2, 256)]) * T.Broadcast(100, 256) + T.Broadcast(128, 256) >> T.Broadcast(8, 256), T.Broadcast(255, 256)), T.Broadcast(0, 256)))
    for y in range(4):
        B[768 + y * 128:896 + y * 128] = T.Cast("uint8x128", T.max(T.min(T.Cast("int32x128", A[y * 128:y * 128 + 128]) + T.Cast("int32x128", A[T.Broadcast(y * 64, 128) + T.Ramp(0, 1, 128) // T.Broadcast(2, 128)]) * T.Broadcast(32767, 128) - T.Broadcast(1000000, 128) >> T.Broadcast(15, 128), T.Broadcast(255, 128)), T.Broadcast(0, 128)))
    # signed bytes; a factor and a shift that do not fit; without a clamp; other lanewise operations
    D[0:128] = T.Cast("int8x128", T.max(T.min(T.Cast("int32x128", S[128:256]) * T.Broadcast(-32767, 128) >> T.Broadcast(14, 128), T.Broadcast(127, 128)), T.Broadcast(-128, 128)))
    D[128:256] = T.Cast("int8x128", T.max(T.min(T.Cast("int32x128", S[128:256]) * T.Broadcast(3276800, 128) + T.Cast("int32x128", A[0:128]) >> T.Broadcast(21, 128), T.Broadcast(127, 128)), T.Broadcast(-128, 128)))
    D[256:384] = T.Cast("int8x128", T.Cast("int32x128", S[128:256]) * T.Broadcast(32767, 128) - T.Cast("int32x128", A[0:128]) >> T.Broadcast(7, 128))
    D[384:512] = T.Cast("int8x128", T.max(T.Cast("int32x128", S[0:128]) * T.Cast("int32x128", A[0:128]), T.Cast("int32x128", S[128:256]) - T.Broadcast(77, 128)) ^ T.Cast("int32x128", A[128:256]))
    # sums of 16 bits, stored: multiplied and accumulated, then put in order
    # CHECK: call <64 x i32> @llvm.hexagon.V6.vmpabus
    # CHECK: shufflevector <128 x i16> %{{.*}}, <128 x i16> poison, <128 x i32> <i32 0, i32 64, i32 1, i32 65,
    C[0:128] = T.Cast("int16x128", A[0:128]) * T.Broadcast(T.int16(-100), 128) + T.Cast("int16x128", A[1:129]) * T.Broadcast(T.Cast("int16", S[3]), 128)
    C[128:384] = T.Cast("int16x256", A[0:256]) * T.Broadcast(T.int16(99), 256) - T.Cast("int16x256", S[7:263])
    # x // 2 and x % 4 // 2 of rows
    for y in range(4):
        B[1280 + y * 128:1408 + y * 128] = A[(T.Broadcast(y * 128, 128) + T.Ramp(0, 1, 128)) // T.Broadcast(2, 128)]
        B[1792 + y * 64:1856 + y * 64] = A[(T.Broadcast(y * 64, 64) + T.Ramp(0, 1, 64)) % T.Broadcast(4, 64) // T.Broadcast(2, 64)]
    for y in range(2):
        C[768 + y * 128:896 + y * 128] = T.Cast("int16x128", A[(T.Broadcast(y * 128 + 64, 128) + T.Ramp(0, 1, 128)) // T.Broadcast(4, 128)])
    # bytes that come again in whole words
    for y in range(2):
        C[512 + y * 128:640 + y * 128] = T.Cast("int16x128", A[T.Broadcast(y * 64 + 3, 128) + T.Ramp(0, 1, 128) % T.Broadcast(32, 128)])
