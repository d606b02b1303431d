# Tables of bytes, looked up in registers on Hexagon: loops that become vectors, and vectors of indices as they are.
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp && %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3
# RUN: cmp %t/interp/O.npy %t/o3/O.npy && cmp %t/interp/P.npy %t/o3/P.npy && cmp %t/interp/Q.npy %t/o3/Q.npy
# RUN: cmp %t/interp/R.npy %t/o3/R.npy && cmp %t/interp/S.npy %t/o3/S.npy && cmp %t/interp/V.npy %t/o3/V.npy
# RUN: %tirc -O3 --try-versions=0 --target=hexagon -mv67 -S %s -o - | FileCheck %s
# RUN: %tirc -O3 --try-versions=0 --target=hexagon -mv67 --emit=ll %s -o - | FileCheck --check-prefix=SOME %s
# RUN: %tirc -O3 --try-versions=0 --target=hexagon -mv60 --emit=ll %s -o - | FileCheck --check-prefix=NONE %s
# CHECK-COUNT-8: vlut32(
# SOME: V6.vlut
# NONE: {{^}}define {{.*}}@main(
# NONE-NOT: V6.vlut
# RUN: %tirc -O3 --try-versions=0 --target=hexagon --explain %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHY %s
# WHY-COUNT-4: vectorised, with up to this many iterations at once: 128
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((384,), "uint8"), B: T.Buffer((384,), "int8"), L: T.Buffer((300,), "uint8"), M: T.Buffer((3, 200), "int8"), N: T.Buffer((16,), "uint8"), O: T.Buffer((384,), "uint8"), P: T.Buffer((384,), "uint8"), Q: T.Buffer((384,), "int8"), R: T.Buffer((384,), "uint8"), S: T.Buffer((384,), "uint8"), V: T.Buffer((384,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(384):
        A[i] = T.Cast("uint8", i * 37 % 256)
        B[i] = T.Cast("int8", i * 91 % 256 - 128)
    for i in range(300):
        L[i] = T.Cast("uint8", i * 113 % 256)
    for i in range(600):
        M[i // 200, i % 200] = T.Cast("int8", i * 59 % 251 - 125)
    for i in range(16):
        N[i] = T.Cast("uint8", 200 - i * 7)
    # the whole range of uint8, from the table's first entry and from its last ones
    for i in range(384):
        O[i] = L[T.Cast("int32", A[i])]
    for i in range(384):
        P[i] = L[T.Cast("int32", A[i]) + 44]
    # the whole range of int8
    for i in range(384):
        V[i] = L[T.Cast("int32", B[i]) + 130]
    # what is looked up is changed before and behind; a row that ends in the middle of a register
    for y in range(3):
        for x in range(128):
            Q[y * 128 + x] = M[y, T.Cast("int32", A[y * 128 + x] >> T.uint8(1)) + 72] - T.int8(3)
    # a table below a register; vectors as they are
    for i in range(3):
        R[i * 128:i * 128 + 128] = N[T.Cast("int32x128", A[T.Ramp(i * 128, 1, 128)] & T.Broadcast(T.uint8(15), 128))]
    # a table that the loop writes: lane by lane
    for i in range(384):
        S[T.Cast("int32", A[i])] = S[T.Cast("int32", A[383 - i])] + T.uint8(1)
