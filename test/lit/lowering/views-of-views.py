# The data of a view is what it views, without its elem_offset: what views it counts from there. An element's address
# promises no alignment but the element's.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp --legalize=none %s n=3 --save=%t/interp
# RUN: %tirc -O2 --run=interp %s n=3 --save=%t/passes
# RUN: %tirc -O0 --run=jit %s n=3 --save=%t/jit0
# RUN: %tirc -O2 --run=jit %s n=3 --save=%t/jit2
# RUN: %tirc -O2 --run=hexagon %s n=3 --save=%t/hexagon
# RUN: cmp %t/interp/A.npy %t/passes/A.npy && cmp %t/interp/B.npy %t/passes/B.npy && cmp %t/interp/C.npy %t/passes/C.npy
# RUN: cmp %t/interp/A.npy %t/jit0/A.npy && cmp %t/interp/B.npy %t/jit0/B.npy && cmp %t/interp/C.npy %t/jit0/C.npy
# RUN: cmp %t/interp/A.npy %t/jit2/A.npy && cmp %t/interp/B.npy %t/jit2/B.npy && cmp %t/interp/C.npy %t/jit2/C.npy
# RUN: cmp %t/interp/A.npy %t/hexagon/A.npy && cmp %t/interp/B.npy %t/hexagon/B.npy && cmp %t/interp/C.npy %t/hexagon/C.npy
# RUN: %tirc -O0 --emit=ll --after=lower %s | FileCheck %s
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), C: T.Buffer((8, 8), "int64"), n: T.int32):
    V = T.decl_buffer((10,), "int32", data=A.data, elem_offset=13)
    for i in range(n):
        # TVM stores to A[2] and A[14].
        W = T.decl_buffer((12,), "int32", data=V.data, elem_offset=2)
        W[0] = 7 + V[1]
        V[1] = W[0] + 5
    P = T.decl_buffer((40,), "int32", data=T.address_of(B[3]))
    # CHECK: store <16 x i32> {{.*}}, align 4
    P[T.Ramp(0, 1, 16)] = T.Broadcast(n, 16)
    Q = T.decl_buffer((40,), "int32", data=P.data, elem_offset=1)
    Q[3] = P[4] + 100
    B[0] = P[4] + B[7] + Q[3]
    # The rows are aligned, the columns are not.
    # CHECK: store <4 x i64> {{.*}}, align 8
    C[n, T.Ramp(n, 1, 4)] = T.Broadcast(T.int64(9), 4)
    # CHECK: store <4 x i64> {{.*}}, align 32
    C[n + 1, T.Ramp(4, 1, 4)] = T.Broadcast(T.int64(8), 4)
