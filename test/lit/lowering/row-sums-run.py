# Sums of 32 bits of neighbouring bytes times bytes, whichever of the two has a sign: four taps of a row are two instructions.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp && %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3
# RUN: cmp %t/interp/C.npy %t/o3/C.npy && cmp %t/interp/D.npy %t/o3/D.npy && cmp %t/interp/E.npy %t/o3/E.npy && cmp %t/interp/F.npy %t/o3/F.npy && cmp %t/interp/G.npy %t/o3/G.npy && cmp %t/interp/H.npy %t/o3/H.npy && cmp %t/interp/I.npy %t/o3/I.npy
# RUN: %tirc -S -O3 --try-versions=0 --target=hexagon %s -o - | FileCheck %s
from tvm.script import tirx as T


# CHECK-LABEL: main:
# CHECK-DAG: .w += vrmpy(v{{[0-9:]+}}.ub,r{{[0-9]+}}.b,#0)
# CHECK-DAG: .w += vrmpy(v{{[0-9:]+}}.ub,r{{[0-9]+}}.b,#1)
# CHECK-DAG: .uw += vrmpy(v{{[0-9:]+}}.ub,r{{[0-9]+}}.ub,#0)
# CHECK-DAG: .uw += vrmpy(v{{[0-9:]+}}.ub,r{{[0-9]+}}.ub,#1)
@T.prim_func(s_tir=True)
def main(A: T.Buffer((12, 260), "int8"), B: T.Buffer((12, 260), "uint8"), W: T.Buffer((25,), "int8"), V: T.Buffer((9,), "uint8"),
         C: T.Buffer((8, 256), "int32"), D: T.Buffer((8, 256), "int32"), E: T.Buffer((8, 256), "int32"), F: T.Buffer((8, 256), "int32"),
         G: T.Buffer((8, 128), "int32"), H: T.Buffer((8, 128), "uint8"), I: T.Buffer((8, 256), "int32")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(12, 260):
        A[y, x] = T.Cast("int8", y * 37 + x * 11 + x // 5)
        B[y, x] = T.Cast("uint8", y * 41 + x * 13 + x // 3)
    for i in range(25):
        W[i] = T.Cast("int8", i * 61 - 128)
    for i in range(9):
        V[i] = T.Cast("uint8", 255 - i * 29)
    for y, x in T.grid(8, 256):
        C[y, x] = 7
        for i, j in T.grid(5, 5):
            C[y, x] = C[y, x] + T.Cast("int32", B[y + i, x + j]) * T.Cast("int32", W[i * 5 + j])
    for y, x in T.grid(8, 256):
        D[y, x] = 0
        for i, j in T.grid(3, 3):
            D[y, x] = D[y, x] + T.Cast("int32", W[i * 3 + j]) * T.Cast("int32", A[y + i, x + j])
    for y, x in T.grid(8, 256):
        E[y, x] = -5
        for i, j in T.grid(3, 3):
            E[y, x] = E[y, x] + T.Cast("int32", A[y + i, x + j]) * T.Cast("int32", V[i * 3 + j])
    # products of 16 bits, which wrap; factors with a sign and without
    for y, x in T.grid(8, 256):
        I[y, x] = T.Cast("int32", T.Cast("int16", B[y, x]) * T.Cast("int16", V[0])) + T.Cast("int32", T.Cast("int16", B[y, x + 1]) * T.Cast("int16", V[1])) + T.Cast("int32", T.Cast("int16", B[y, x + 2]) * T.Cast("int16", V[2])) + T.Cast("int32", B[y + 1, x]) * T.Cast("int32", W[0]) + T.Cast("int32", B[y + 1, x + 1]) * T.Cast("int32", V[1]) + T.Cast("int32", B[y + 1, x + 2]) * T.Cast("int32", W[2]) + T.Cast("int32", B[y + 1, x + 3]) * T.Cast("int32", W[3])
    for y, x in T.grid(8, 256):
        F[y, x] = 0
        for j in range(3):
            F[y, x] = F[y, x] + T.Cast("int32", B[y, x + j]) * T.Cast("int32", V[j])
    # a sum over planes of sums over a row: the taps are added to what was there
    for y, x in T.grid(8, 128):
        G[y, x] = y
        for k, j in T.grid(4, 5):
            G[y, x] = G[y, x] + T.Cast("int32", B[y + k, x + j]) * T.Cast("int32", W[k * 5 + j])
    # what is narrowed again is not put in order in between
    for y, x in T.grid(8, 128):
        S = T.decl_buffer((1,), "int32")
        S[0] = 300
        for j in range(4):
            S[0] = S[0] + T.Cast("int32", B[y, x + j]) * T.Cast("int32", W[j])
        H[y, x] = T.Cast("uint8", T.max(T.min(S[0] >> 7, 255), 0))
# UNSUPPORTED: slow-with-sanitizers
