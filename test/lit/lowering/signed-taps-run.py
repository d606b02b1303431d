# Sums of bytes times bytes in 16 bits, whichever of the two has a sign: what HVX multiplies has none, so a sign is flipped.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp && %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3 && %tirc -O0 --run=hexagon %s --save=%t/o0
# RUN: cmp %t/interp/C.npy %t/o3/C.npy && cmp %t/interp/D.npy %t/o3/D.npy && cmp %t/interp/E.npy %t/o3/E.npy && cmp %t/interp/F.npy %t/o3/F.npy
# RUN: cmp %t/interp/C.npy %t/o0/C.npy && cmp %t/interp/D.npy %t/o0/D.npy && cmp %t/interp/E.npy %t/o0/E.npy && cmp %t/interp/F.npy %t/o0/F.npy
# RUN: %tirc -S -O3 --try-versions=0 --target=hexagon %s -o - | FileCheck %s
from tvm.script import tirx as T


# CHECK-LABEL: main:
# CHECK-NOT: vunpack
# CHECK-DAG: vxor(
# CHECK-DAG: vmpa(v{{[0-9:]+}}.ub
# CHECK-DAG: .uh += vmpy(v{{[0-9]+}}.ub,r{{[0-9]+}}.ub)
# CHECK-NOT: vunpack
@T.prim_func(s_tir=True)
def main(A: T.Buffer((10, 260), "int8"), B: T.Buffer((10, 260), "uint8"), W: T.Buffer((9,), "int8"), V: T.Buffer((9,), "uint8"),
         C: T.Buffer((8, 256), "int16"), D: T.Buffer((8, 256), "int16"), E: T.Buffer((8, 256), "uint16"), F: T.Buffer((8, 256), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(10, 260):
        A[y, x] = T.Cast("int8", y * 37 + x * 11 + x // 5)
        B[y, x] = T.Cast("uint8", y * 41 + x * 13 + x // 3)
    for i in range(9):
        W[i] = T.Cast("int8", i * 61 - 128)
        V[i] = T.Cast("uint8", 255 - i * 29)
    for y, x in T.grid(8, 256):
        C[y, x] = T.int16(7)
        for i, j in T.grid(3, 3):
            C[y, x] = C[y, x] + T.Cast("int16", A[y + i, x + j]) * T.Cast("int16", W[i * 3 + j])
    for y, x in T.grid(8, 256):
        D[y, x] = T.int16(-7)
        for i, j in T.grid(3, 3):
            D[y, x] = D[y, x] + T.Cast("int16", V[i * 3 + j]) * T.Cast("int16", A[y + i, x + j])
    for y, x in T.grid(8, 256):
        E[y, x] = T.uint16(0)
        for i, j in T.grid(3, 3):
            E[y, x] = E[y, x] + T.Cast("uint16", B[y + i, x + j]) * T.Cast("uint16", V[i * 3 + j])
    # numbers on both sides of 127, a shift, a byte that is added as it is, and a sum that is narrowed
    for y, x in T.grid(8, 256):
        F[y, x] = T.Cast("uint8", T.max(T.min((T.Cast("int16", A[y, x]) * T.int16(200) + T.Cast("int16", A[y, x + 1]) * T.int16(-128) + (T.Cast("int16", A[y + 1, x]) << T.int16(3)) + T.Cast("int16", A[y + 1, x + 1]) + T.Cast("int16", A[y + 2, x]) * T.int16(127)) >> T.int16(6), T.int16(255)), T.int16(0)))
# UNSUPPORTED: slow-with-sanitizers
