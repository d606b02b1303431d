# LLVM's vectoriser makes HVX of these loops, and LLVM's idiom for fixed-point multiplication would take
# the shifted products in twice the width, cut them to 16 bits, or saturate -1 * -1 (G).
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir -p %t/interp %t/hexagon
# RUN: %tirc --run=interp %s --save=%t/interp
# RUN: %tirc --run=hexagon -O3 --try-versions=0 %s --save=%t/hexagon
# RUN: cmp %t/interp/C.npy %t/hexagon/C.npy
# RUN: cmp %t/interp/D.npy %t/hexagon/D.npy
# RUN: cmp %t/interp/E.npy %t/hexagon/E.npy
# RUN: cmp %t/interp/F.npy %t/hexagon/F.npy
# RUN: cmp %t/interp/G.npy %t/hexagon/G.npy
# RUN: cmp %t/interp/H.npy %t/hexagon/H.npy
# RUN: cmp %t/interp/J.npy %t/hexagon/J.npy
# RUN: %tirc --target=hexagon -O3 --lanes=0 -S -emit-llvm -o - %s | FileCheck %s
# CHECK: [[V:%[0-9]+]] = freeze <{{[0-9]+}} x i32> %{{.*}}
# CHECK: lshr <{{[0-9]+}} x i32> [[V]], splat (i32 7)
# CHECK: [[W:%[0-9]+]] = freeze <{{[0-9]+}} x i16> %{{.*}}
# CHECK: ashr <{{[0-9]+}} x i16> [[W]], splat (i16 7)
# CHECK: call <64 x i32> @llvm.hexagon.V6.vmpyhv.128B(
# CHECK: call <64 x i32> @llvm.hexagon.V6.vaddw.dv.128B(<64 x i32> %{{.*}}, <64 x i32> splat (i32 16384))
# CHECK: call <32 x i32> @llvm.hexagon.V6.vasrwh.128B(<32 x i32> %{{.*}}, <32 x i32> %{{.*}}, i32 15)
# CHECK: call <64 x i32> @llvm.hexagon.V6.vmpyhus.128B(
# CHECK: call <32 x i32> @llvm.hexagon.V6.vasrwh.128B(<32 x i32> %{{.*}}, <32 x i32> %{{.*}}, i32 9)
# CHECK: call <64 x i32> @llvm.hexagon.V6.vmpyuhv.128B(
# RUN: %tirc -O3 -S -emit-llvm -o - %s | FileCheck %s --check-prefix=HOST
# HOST: define {{.*}}@main(
# HOST-NOT: freeze
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((128,), "uint32"), B: T.Buffer((128,), "int16"), U: T.Buffer((128,), "uint16"),
         C: T.Buffer((128,), "uint32"), D: T.Buffer((128,), "int16"), E: T.Buffer((128,), "int32"),
         F: T.Buffer((128,), "int32"), G: T.Buffer((128,), "int16"), H: T.Buffer((128,), "int16"),
         J: T.Buffer((128,), "uint16")):
    T.func_attr({"tirx.noalias": True})
    for i in range(128):
        A[i] = T.Cast("uint32", i) * T.uint32(715827883) - T.uint32(77777)
    for i in range(128):
        B[i] = T.Cast("int16", i * 51712)
    for i in range(128):
        U[i] = T.Cast("uint16", i * 51713)
    for i in range(128):
        C[i] = A[i] * A[i] >> T.uint32(7)
    for i in range(128):
        D[i] = B[i] * B[i] + T.int16(64) >> T.int16(7)
    for i in range(127):
        E[i] = T.Cast("int32", B[i]) * T.Cast("int32", B[i + 1]) + 64 >> 7
    for i in range(128):
        F[i] = (T.Cast("int32", B[i]) * 3000 >> 4) + (T.Cast("int32", B[i]) * 70000 >> 3)
    for i in range(128):
        G[i] = T.Cast("int16", T.Cast("int32", B[i]) * T.Cast("int32", B[i]) + 16384 >> 15)
    for i in range(128):
        H[i] = T.Cast("int16", T.Cast("int32", U[i]) * T.Cast("int32", B[i]) >> 9)
    for i in range(128):
        J[i] = T.Cast("uint16", T.Cast("uint32", U[i]) * T.Cast("uint32", U[i]) + T.uint32(3) >> T.uint32(11))
