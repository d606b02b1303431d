# Rows of window sums that are shorter than a vector: they are computed as if they were not, into a row of its own memory, if what they
# load is there; and the elements that there are are copied.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp && %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3
# RUN: cmp %t/interp/C.npy %t/o3/C.npy && cmp %t/interp/D.npy %t/o3/D.npy && cmp %t/interp/E.npy %t/o3/E.npy && cmp %t/interp/F.npy %t/o3/F.npy && cmp %t/interp/G.npy %t/o3/G.npy
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none %s | FileCheck --implicit-check-not="warnin{{g}}:" %s
from tvm.script import tirx as T


# CHECK: [[ROW:row[_0-9]*]] = T.alloc_buffer((128,), "int16", align=128)
# CHECK: {{ }}[[ROW]][x:x + 128] = T.Cast("int16x128", A{{.*}}
# CHECK: = [[ROW]][
# CHECK: [[WORDS:row[_0-9]*]] = T.alloc_buffer((128,), "int32", align=128)
# CHECK: {{ }}[[WORDS]][x:x + 128] =
# CHECK: = [[WORDS]][
# CHECK-NOT: {{ }}row{{[_0-9]*}} = T.alloc_buffer(
@T.prim_func(s_tir=True)
def main(A: T.Buffer((12, 132), "int8"), W: T.Buffer((9,), "int8"), C: T.Buffer((8, 100), "int16"), D: T.Buffer((8, 67), "int32"),
         E: T.Buffer((8, 129), "int16"), F: T.Buffer((8, 24), "int16"), G: T.Buffer((8, 70), "int16")):
    T.func_attr({"tirx.noalias": True})
    for y, x in T.grid(12, 132):
        A[y, x] = T.Cast("int8", y * 37 + x * 11 + x // 5)
    for i in range(9):
        W[i] = T.Cast("int8", i * 61 - 128)
    for y, x in T.grid(8, 100):
        C[y, x] = T.int16(7)
        for i, j in T.grid(3, 3):
            C[y, x] = C[y, x] + T.Cast("int16", A[y + i, x + j]) * T.Cast("int16", W[i * 3 + j])
    for y, x in T.grid(8, 67):
        D[y, x] = y
        for i, j in T.grid(3, 3):
            D[y, x] = D[y, x] + T.Cast("int32", A[y + i, x + j + 2]) * T.Cast("int32", W[i * 3 + j])
    # 128 sums and one more are no short row; 24 are too few; the 128th of those from 60 on is not there
    for y, x in T.grid(8, 129):
        E[y, x] = T.int16(0)
        for j in range(3):
            E[y, x] = E[y, x] + T.Cast("int16", A[y, x + j]) * T.Cast("int16", W[j])
    for y, x in T.grid(8, 24):
        F[y, x] = T.int16(0)
        for j in range(3):
            F[y, x] = F[y, x] + T.Cast("int16", A[y, x + j]) * T.Cast("int16", W[j])
    for y, x in T.grid(8, 70):
        G[y, x] = T.int16(0)
        for j in range(3):
            G[y, x] = G[y, x] + T.Cast("int16", A[y + 4, x + j + 60]) * T.Cast("int16", W[j])
# UNSUPPORTED: slow-with-sanitizers
