# Recurrences through views: at offsets, of a local buffer, of another width, with strides. Neither LLVM's
# vectoriser nor its software pipeliner may take them on Hexagon.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s n=97 --save=%t/interp
# RUN: %tirc -O1 --run=hexagon %s n=97 --save=%t/o1
# RUN: %tirc -O2 --run=hexagon %s n=97 --save=%t/o2
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s n=97 --save=%t/o3
# RUN: cmp %t/interp/A.npy %t/o1/A.npy && cmp %t/interp/B.npy %t/o1/B.npy && cmp %t/interp/C.npy %t/o1/C.npy && cmp %t/interp/D.npy %t/o1/D.npy && cmp %t/interp/E.npy %t/o1/E.npy && cmp %t/interp/F.npy %t/o1/F.npy && cmp %t/interp/G.npy %t/o1/G.npy
# RUN: cmp %t/interp/A.npy %t/o2/A.npy && cmp %t/interp/B.npy %t/o2/B.npy && cmp %t/interp/C.npy %t/o2/C.npy && cmp %t/interp/D.npy %t/o2/D.npy && cmp %t/interp/E.npy %t/o2/E.npy && cmp %t/interp/F.npy %t/o2/F.npy && cmp %t/interp/G.npy %t/o2/G.npy
# RUN: cmp %t/interp/A.npy %t/o3/A.npy && cmp %t/interp/B.npy %t/o3/B.npy && cmp %t/interp/C.npy %t/o3/C.npy && cmp %t/interp/D.npy %t/o3/D.npy && cmp %t/interp/E.npy %t/o3/E.npy && cmp %t/interp/F.npy %t/o3/F.npy && cmp %t/interp/G.npy %t/o3/G.npy
# RUN: not cmp %t/interp/A.npy %t/interp/P.npy
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((1024,), "int32", align=128), B: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), D: T.Buffer((1024,), "int32"), E: T.Buffer((1024,), "int32"), F: T.Buffer((1024,), "int16"), G: T.Buffer((1024,), "int32"), P: T.Buffer((1024,), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    VA = T.decl_buffer((900,), "int32", data=A.data, elem_offset=2)
    VB = T.decl_buffer((900,), "int32", data=B.data, elem_offset=3)
    WB = T.decl_buffer((900,), "int32", data=B.data, elem_offset=1)
    VC = T.decl_buffer((900,), "int32", data=C.data, elem_offset=2)
    for j in range(1024):
        P[j] = j * 77 % 64 + 300
        A[j] = j * 31 % 100
        B[j] = j * 37 % 100
        C[j] = j * 41 % 100
        F[j] = T.Cast("int16", j * 43 % 100)
        G[j] = j * 47 % 100
    for j in range(200):
        VA[j] = A[j] + 1
    for j in range(200):
        VB[j] = WB[j] + P[j]
    for i in range(3):
        for j in range(n):
            VC[i * 100 + j] = C[i * 100 + j] * 3 % 101
    L = T.alloc_buffer((400,), "int32")
    M = T.decl_buffer((390,), "int32", data=L.data, elem_offset=4)
    for j in range(400):
        L[j] = P[j]
    for j in range(300):
        M[j] = L[j] * 3 + 1
    for j in range(300):
        D[j] = L[j]
    H = T.decl_buffer((512,), "int32", data=F.data, elem_offset=1)
    for j in range(400):
        H[j] = T.Cast("int32", F[j * 2]) * 3 + j
    S = T.decl_buffer((300,), "int32", data=G.data, elem_offset=6, strides=(2,))
    for j in range(300):
        S[j] = G[j * 2] + 5
    for j in range(1024):
        E[j] = T.Cast("int32", F[j]) + G[j]
