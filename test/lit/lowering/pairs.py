# Between a widening and a narrowing cast 16-bit lanes are even ones, then odd ones, as HVX makes them:
# each pattern is the instruction named beside it.
# RUN: %tirc --target=hexagon -O0 --no-cse --no-loops --emit=ll %s | FileCheck %s
# RUN: %tirc --target=hexagon -mattr=+hvxv62,+hvx-length128b -O0 --emit=ll %s | FileCheck %s --check-prefix=V62
# V62: vasrhubsat
# V62-NOT: vasruhubsat
# RUN: %tirc --target=hexagon -mattr=-hvx -O0 --emit=ll %s | FileCheck %s --check-prefix=SCALAR
# SCALAR: define {{.*}}@main(
# SCALAR-NOT: V6
# RUN: %tirc --target=hexagon -mattr=+hvxv67,-hvx-length128b -O0 --emit=ll %s | FileCheck %s --check-prefix=SCALAR
# from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((1024,), "uint8"), S: T.Buffer((1024,), "int8"), B: T.Buffer((2048,), "uint8"),
         C: T.Buffer((1024,), "int16"), D: T.Buffer((256,), "int8"), k: T.int8):
    for i in range(1024):
        A[i] = T.Cast("uint8", i * i * 7 + i // 3)
        S[i] = T.Cast("int8", i * 11 + i // 5)
    # CHECK: call <64 x i32> @llvm.hexagon.V6.vzb.128B
    # CHECK: call <64 x i32> @llvm.hexagon.V6.vsb.128B
    # CHECK: mul <128 x i16>
    # CHECK: call <32 x i32> @llvm.hexagon.V6.vshuffeb.128B
    B[0:128] = T.Cast("uint8x128", T.Cast("int16x128", A[0:128]) * T.Cast("int16x128", S[0:128]))
    # CHECK: call <64 x i32> @llvm.hexagon.V6.vaddubh.128B
    # CHECK: call <64 x i32> @llvm.hexagon.V6.vmpybus.acc.128B(<64 x i32> %{{.*}}, <32 x i32> %{{.*}}, i32 50529027)
    # CHECK: call <32 x i32> @llvm.hexagon.V6.vasrhubsat.128B(<32 x i32> %{{.*}}, <32 x i32> %{{.*}}, i32 4)
    B[128:256] = T.Cast("uint8x128", T.max(T.min((T.Cast("int16x128", A[0:128]) + T.Broadcast(T.int16(3), 128) * T.Cast("int16x128", A[128:256]) + T.Cast("int16x128", A[256:384])) >> T.Broadcast(T.int16(4), 128), T.Broadcast(T.int16(255), 128)), T.Broadcast(T.int16(0), 128)))
    # two taps, one of them times a byte that is not known; the third, taken twice, does not fit a byte
    # CHECK: call <64 x i32> @llvm.hexagon.V6.vmpabus.acc.128B
    # CHECK: call <32 x i32> @llvm.hexagon.V6.vasrhbsat.128B(<32 x i32> %{{.*}}, <32 x i32> %{{.*}}, i32 0)
    D[0:128] = T.Cast("int8x128", T.max(T.min(T.Cast("int16x128", A[1:129]) * T.Broadcast(T.Cast("int16", k), 128) + (T.Cast("int16x128", A[2:130]) << T.Broadcast(T.int16(6), 128)) + T.Broadcast(T.int16(300), 128) * T.Cast("int16x128", A[3:131]), T.Broadcast(T.int16(127), 128)), T.Broadcast(T.int16(-128), 128)))
    # CHECK: call <32 x i32> @llvm.hexagon.V6.vabsdiffuh.128B
    # CHECK: call <32 x i32> @llvm.hexagon.V6.vabsdiffuh.128B
    # CHECK: call <32 x i32> @llvm.hexagon.V6.vasruhubsat.128B(<32 x i32> %{{.*}}, <32 x i32> %{{.*}}, i32 0)
    B[256:384] = T.Cast("uint8x128", T.min(T.max(T.Cast("uint16x128", A[0:128]) * T.Cast("uint16x128", A[512:640]), T.Cast("uint16x128", A[128:256])) - T.min(T.Cast("uint16x128", A[128:256]), T.Cast("uint16x128", A[0:128]) * T.Cast("uint16x128", A[512:640])), T.Broadcast(T.uint16(255), 128)))
    # CHECK: call <32 x i32> @llvm.hexagon.V6.vabsdiffh.128B
    # CHECK: call <32 x i32> @llvm.hexagon.V6.vabsdiffh.128B
    # CHECK: call <32 x i32> @llvm.hexagon.V6.vshuffob.128B
    D[128:256] = T.Cast("int8x128", (T.max(T.Cast("int16x128", S[0:128]) * T.Broadcast(T.int16(99), 128), T.Cast("int16x128", S[128:256]) * T.Broadcast(T.int16(250), 128)) - T.min(T.Cast("int16x128", S[0:128]) * T.Broadcast(T.int16(99), 128), T.Cast("int16x128", S[128:256]) * T.Broadcast(T.int16(250), 128))) >> T.Broadcast(T.int16(8), 128))
    # sums of sums: those with one factor are added before they are multiplied
    # CHECK: call <32 x i32> @llvm.hexagon.V6.vmpyihb.acc.128B(<32 x i32> %{{.*}}, <32 x i32> %{{.*}}, i32 84215045)
    # CHECK: call <32 x i32> @llvm.hexagon.V6.vmpyihb.acc.128B(<32 x i32> %{{.*}}, <32 x i32> %{{.*}}, i32 84215045)
    # CHECK-NOT: vmpyihb
    B[384:512] = T.Cast("uint8x128", (T.max(T.Cast("int16x128", A[0:128]), T.Cast("int16x128", A[128:256])) + T.Broadcast(T.int16(5), 128) * T.min(T.Cast("int16x128", A[0:128]), T.Cast("int16x128", A[128:256])) + T.Broadcast(T.int16(5), 128) * T.max(T.Cast("int16x128", A[256:384]), T.Cast("int16x128", A[128:256]))) >> T.Broadcast(T.int16(3), 128))
    # three neighbours in a row, the last one taken once, in any order
    # CHECK: call <64 x i32> @llvm.hexagon.V6.vtmpybus.128B(<64 x i32> %{{.*}}, i32 33751555)
    # CHECK-NOT: vmpy
    # CHECK: call <32 x i32> @llvm.hexagon.V6.vasrhubsat.128B(<32 x i32> %{{.*}}, <32 x i32> %{{.*}}, i32 3)
    B[1600:1728] = T.Cast("uint8x128", (T.Cast("int16x128", A[8:136]) * T.Broadcast(T.int16(2), 128) + T.Cast("int16x128", A[9:137]) + T.Cast("int16x128", A[7:135]) * T.Broadcast(T.int16(3), 128)) >> T.Broadcast(T.int16(3), 128))
    # a clamp to other bounds, and bounds the wrong way round, are what they were
    # CHECK-NOT: sat.128B
    B[512:640] = T.Cast("uint8x128", T.max(T.min(T.Cast("int16x128", S[0:128]), T.Broadcast(T.int16(254), 128)), T.Broadcast(T.int16(0), 128)))
    B[640:768] = T.Cast("uint8x128", T.max(T.min(T.Cast("int16x128", S[0:128]), T.Broadcast(T.int16(0), 128)), T.Broadcast(T.int16(255), 128)))
    B[768:896] = T.Cast("uint8x128", T.min(T.Cast("int16x128", S[0:128]) * T.Cast("int16x128", S[128:256]), T.Broadcast(T.int16(255), 128)))
    # CHECK: call <32 x i32> @llvm.hexagon.V6.vasrhubsat.128B(<32 x i32> %{{.*}}, <32 x i32> %{{.*}}, i32 7)
    # CHECK: call <32 x i32> @llvm.hexagon.V6.vasrhubsat.128B(<32 x i32> %{{.*}}, <32 x i32> %{{.*}}, i32 7)
    B[1024:1280] = T.Cast("uint8x256", T.min(T.max((T.Cast("int16x256", A[0:256]) * T.Broadcast(T.int16(77), 256) + T.Cast("int16x256", A[256:512]) * T.Broadcast(T.int16(-128), 256)) >> T.Broadcast(T.int16(7), 256), T.Broadcast(T.int16(0), 256)), T.Broadcast(T.int16(255), 256)))
    # a name that is narrowed and stored: made once, and put into order
    v = T.bind(T.Cast("int16x128", A[5:133]) + T.Cast("int16x128", A[9:137]))
    # CHECK: call <64 x i32> @llvm.hexagon.V6.vaddubh.128B
    # CHECK-NEXT: bitcast
    # CHECK-NEXT: shufflevector <128 x i16> %{{.*}}, <128 x i16> poison, <128 x i32> <i32 0, i32 64, i32 1, i32 65,
    # CHECK-NOT: call {{.*}}vaddubh
    # CHECK: call <32 x i32> @llvm.hexagon.V6.vasrhubsat.128B(<32 x i32> %{{.*}}, <32 x i32> %{{.*}}, i32 2)
    C[0:128] = v * v
    B[1280:1408] = T.Cast("uint8x128", v >> T.Broadcast(T.int16(2), 128))
    # what is not made of bytes alone stays in order, and so does what is no whole register; a sum is stored in order
    # CHECK-NOT: call {{.*}}V6
    B[1408:1536] = T.Cast("uint8x128", T.Cast("int16x128", A[0:128]) + C[0:128])
    # CHECK: call <64 x i32> @llvm.hexagon.V6.vaddubh.128B
    # CHECK-NEXT: bitcast
    # CHECK-NEXT: shufflevector <128 x i16> %{{.*}}, <128 x i16> poison, <128 x i32> <i32 0, i32 64, i32 1, i32 65,
    # CHECK-NOT: call {{.*}}V6
    C[128:256] = T.Cast("int16x128", A[0:128]) + T.Cast("int16x128", A[128:256])
    B[1536:1600] = T.Cast("uint8x64", T.Cast("int16x64", A[0:64]) + T.Cast("int16x64", A[64:128]))
