# LLVM 22 takes (x * y) >> n on HVX for a shift of the product in twice the width: the high bits of
# C, D, E and F would be wrong.
# RUN: rm -rf %t && mkdir -p %t/interp %t/hexagon
# RUN: %tirc --run=interp %s s=9 u=9 --save=%t/interp
# RUN: %tirc --run=hexagon %s s=9 u=9 --save=%t/hexagon
# RUN: cmp %t/interp/A.npy %t/hexagon/A.npy
# RUN: cmp %t/interp/B.npy %t/hexagon/B.npy
# RUN: cmp %t/interp/C.npy %t/hexagon/C.npy
# RUN: cmp %t/interp/D.npy %t/hexagon/D.npy
# RUN: cmp %t/interp/E.npy %t/hexagon/E.npy
# RUN: cmp %t/interp/F.npy %t/hexagon/F.npy
# RUN: %tirc --target=hexagon -O0 -S -emit-llvm -o - %s | FileCheck %s
# CHECK: ashr i64 %{{.*}}, 9
# CHECK: call <32 x i32> @llvm.hexagon.V6.vlsrw.128B(<32 x i32> %{{.*}}, i32 5)
# CHECK: call <32 x i32> @llvm.hexagon.V6.vasrh.128B(<32 x i32> %{{.*}}, i32 7)
# RUN: %tirc --target=hexagon -mattr=-hvx -O0 -S -emit-llvm -o - %s | FileCheck %s --check-prefix=SCALAR
# SCALAR: define {{.*}}@main(
# SCALAR-NOT: V6
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((32,), "int64"), B: T.Buffer((32,), "uint64"), C: T.Buffer((96,), "uint32"),
         D: T.Buffer((128,), "int16"), E: T.Buffer((64,), "uint32"), F: T.Buffer((48,), "uint32"),
         s: T.uint64, u: T.uint32):
    for i in range(32):
        A[i] = T.Cast("int64", i - 9) * T.int64(71582345678)
        B[i] = T.Cast("uint64", i) * T.uint64(715827882345678)
    for i in range(96):
        C[i] = T.Cast("uint32", i) * T.uint32(715827883) - T.uint32(77777)
    for i in range(128):
        D[i] = T.Cast("int16", i * 51111)
    for i in range(64):
        E[i] = C[i]
    for i in range(48):
        F[i] = C[i]
    A[0:32] = A[0:32] * T.Broadcast(A[10] // T.int64(1000), 32) >> T.Broadcast(T.int64(9), 32)
    B[0:32] = B[0:32] * B[0:32] >> T.Broadcast(s, 32)
    C[0:96] = (C[0:96] * C[0:96] + T.Broadcast(T.uint32(16), 96)) >> T.Broadcast(T.uint32(5), 96)
    D[0:128] = D[0:128] * D[0:128] >> T.Broadcast(T.int16(7), 128)
    E[0:64] = E[0:64] * E[0:64] >> T.Broadcast(u, 64)
    F[0:48] = F[0:48] * F[0:48] >> T.Broadcast(T.uint32(8), 48)
# UNSUPPORTED: slow-with-sanitizers
