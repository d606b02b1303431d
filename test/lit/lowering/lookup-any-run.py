# Tables looked up in registers on Hexagon by any index that lies in them, of elements of 8 to 32 bits, with the byte that chooses in few bits.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp && %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3
# RUN: cmp %t/interp/O.npy %t/o3/O.npy && cmp %t/interp/P.npy %t/o3/P.npy && cmp %t/interp/Q.npy %t/o3/Q.npy
# RUN: cmp %t/interp/R.npy %t/o3/R.npy && cmp %t/interp/S.npy %t/o3/S.npy && cmp %t/interp/U.npy %t/o3/U.npy
# RUN: %tirc -O3 --try-versions=0 --target=hexagon --emit=tir --after=choose %s -o - | FileCheck %s
# RUN: %tirc -O3 --try-versions=0 --target=hexagon -mv67 --emit=ll %s -o - | FileCheck --check-prefix=LUT %s
# LUT-COUNT-80: V6.vlut
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((384,), "uint16"), B: T.Buffer((384,), "int8"), C: T.Buffer((3,), "int32"), L: T.Buffer((256,), "uint8"), M: T.Buffer((256,), "uint16"), N: T.Buffer((100,), "int32"),
         K: T.Buffer((1000,), "uint8"), O: T.Buffer((384,), "uint8"), P: T.Buffer((384,), "uint16"), Q: T.Buffer((384,), "int32"), R: T.Buffer((384,), "uint8"), S: T.Buffer((384,), "uint16"), U: T.Buffer((384,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(384):
        A[i] = T.Cast("uint16", i * 137 % 65536)
        B[i] = T.Cast("int8", i * 91 % 256 - 128)
    for i in range(3):
        C[i] = 127
    for i in range(256):
        L[i] = T.Cast("uint8", i * 113 % 256)
        M[i] = T.Cast("uint16", i * 21113 % 65536)
    for i in range(100):
        N[i] = i * 2111311
    for i in range(1000):
        K[i] = T.Cast("uint8", i * 7 % 253)
    # CHECK-DAG: O{{.*}} = L[T.Cast("int32x128", T.Cast("uint8x128", {{.*}} >>
    for i in range(384):
        O[i] = L[T.Cast("int32", A[i] >> T.uint16(8))]
    # CHECK-DAG: P{{.*}} = M[T.Cast("int32x128", T.Cast("uint8x128", {{.*}} >>
    for i in range(384):
        P[i] = M[T.Cast("int32", A[i] >> T.uint16(8))]
    # limits, in 16 bits; a table that is no power of two
    # CHECK-DAG: N[T.Cast("int32x128", T.Cast("uint8x128", T.max(T.min(T.Cast("int16x128",
    for i in range(384):
        Q[i] = N[T.max(T.min(T.Cast("int32", B[i]) * 2, 99), 0)]
    # CHECK-DAG: L[T.Cast("int32x128", T.Cast("uint8x128", B[{{.*}}]) + T.Broadcast(T.uint8(1), 128) & T.Broadcast(T.uint8(127), 128))]
    for i in range(384):
        R[i] = L[(T.Cast("int32", B[i]) + 1) & 127]
    # how far from a number of the row's own, which any 32 bits may hold: bytes are enough
    # CHECK-DAG: S{{.*}} = M[T.Cast("int32x128", T.Cast("uint8x128", T.Broadcast(C[{{.*}} - T.Cast("uint8x128", B[
    for y, x in T.grid(3, 128):
        S[y * 128 + x] = M[C[y] - T.Cast("int32", B[y * 128 + x])]
    # the first elements of a larger table
    # CHECK-DAG: K[T.Cast("int32x128",
    for i in range(384):
        U[i] = K[T.Cast("int32", A[i] & T.uint16(200))]
