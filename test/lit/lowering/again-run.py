# Interleaved iterations that load the same elements (again.py), on Hexagon: for any number of them.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s n=0 x=3 y=17 --save=%t/interp && %tirc -O3 --try-versions=0 --run=hexagon %s n=0 x=3 y=17 --save=%t/o3
# RUN: cmp %t/interp/B.npy %t/o3/B.npy && cmp %t/interp/C.npy %t/o3/C.npy && cmp %t/interp/F.npy %t/o3/F.npy
# RUN: %tirc -O0 --run=interp %s n=7 x=3 y=17 --save=%t/interp && %tirc -O3 --try-versions=0 --run=hexagon %s n=7 x=3 y=17 --save=%t/o3
# RUN: cmp %t/interp/B.npy %t/o3/B.npy && cmp %t/interp/C.npy %t/o3/C.npy && cmp %t/interp/F.npy %t/o3/F.npy
# RUN: %tirc -O0 --run=interp %s n=8 x=3 y=17 --save=%t/interp && %tirc -O3 --try-versions=0 --run=hexagon %s n=8 x=3 y=17 --save=%t/o3
# RUN: cmp %t/interp/B.npy %t/o3/B.npy && cmp %t/interp/C.npy %t/o3/C.npy && cmp %t/interp/F.npy %t/o3/F.npy
# RUN: %tirc -O0 --run=interp %s n=24 x=3 y=17 --save=%t/interp && %tirc -O3 --try-versions=0 --run=hexagon %s n=24 x=3 y=17 --save=%t/o3
# RUN: cmp %t/interp/B.npy %t/o3/B.npy && cmp %t/interp/C.npy %t/o3/C.npy && cmp %t/interp/F.npy %t/o3/F.npy
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((640,), "int32"), D: T.Buffer((640,), "int8"), E: T.Buffer((640,), "float32"), B: T.Buffer((64,), "int32"), C: T.Buffer((64,), "int32"), F: T.Buffer((64,), "float32"), n: T.int32, x: T.int32, y: T.int32):
    T.func_attr({"tirx.noalias": True})
    for j in range(640):
        A[j] = j * 77 % 64 + 300
        D[j] = T.Cast("int8", j * 91 % 50)
        E[j] = T.Cast("float32", j * 53 % 47)
    for i in range(n):
        B[i] = A[i * y + x] + A[(i + 1) * y + x] + A[(i + 2) * y + x] * A[(i + 3) * y + x]
    for i in range(n):
        C[i + 2] = C[i] + T.Cast("int32", D[i * y + x] + D[(i + 1) * y + x] + D[(i + 2) * y + x] + D[(i + 4) * y + x] + D[(i + 3) * y + x])
    for i in range(n):
        F[i] = F[i] + E[i * y + x] + E[(i + 1) * y + x] + E[(i + 2) * y + x] + E[(i + 3) * y + x]
