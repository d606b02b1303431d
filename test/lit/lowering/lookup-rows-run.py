# Tables of bytes, looked up in registers on Hexagon, in rows and vectors that are no whole registers.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp && %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3
# RUN: cmp %t/interp/O.npy %t/o3/O.npy && cmp %t/interp/P.npy %t/o3/P.npy && cmp %t/interp/Q.npy %t/o3/Q.npy
# RUN: %tirc -O3 --try-versions=0 --target=hexagon -mv67 -S %s -o - | FileCheck %s
# CHECK-COUNT-24: vlut32(
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((5, 200), "uint8"), L: T.Buffer((256,), "int8"), O: T.Buffer((5, 100), "int8"), P: T.Buffer((5, 200), "int8"), Q: T.Buffer((5, 32), "int8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(1000):
        A[i // 200, i % 200] = T.Cast("uint8", i * 37 % 256)
    for i in range(256):
        L[i] = T.Cast("int8", i * 113 % 256 - 128)
    for y, x in T.grid(5, 100):
        O[y, x] = L[T.Cast("int32", A[y, x])]
    for y, x in T.grid(5, 200):
        P[y, x] = L[T.Cast("int32", A[y, x])]
    for y in range(5):
        for x in T.vectorized(32):
            Q[y, x] = L[T.Cast("int32", A[y, x])]
