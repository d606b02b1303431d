# REQUIRES: isl
# Buffers that may overlap: where they do not, a second version of the function is entered, whose loops are vectors.
# RUN: %tirc --target=hexagon -O2 --passes=verify --emit=ll %s | FileCheck %s
# RUN: %tirc --target=hexagon -O2 --lanes=0 --passes=verify --emit=ll %s | FileCheck --check-prefix=NONE %s
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s n=300 --save=%t/interp
# RUN: %tirc -O2 --lanes=64 --run=jit %s n=300 --save=%t/jit
# RUN: %tirc -O2 --run=hexagon %s n=300 --save=%t/o2
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s n=300 --save=%t/o3
# RUN: cmp %t/interp/M.npy %t/jit/M.npy && cmp %t/interp/M.npy %t/o2/M.npy && cmp %t/interp/M.npy %t/o3/M.npy
# RUN: cmp %t/interp/F.npy %t/jit/F.npy && cmp %t/interp/F.npy %t/o2/F.npy && cmp %t/interp/F.npy %t/o3/F.npy
# CHECK: define internal void @behind.apart(ptr noalias
# CHECK: define internal void @read.apart(ptr noalias
# CHECK-NOT: @same.apart
# NONE: define {{.*}}@behind(
# NONE-NOT: .apart
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    # The test is of whole buffers: A is n + 1 elements long.
    @T.prim_func(s_tir=True)
    def behind(a: T.handle, b: T.handle, n: T.int32):
        A = T.match_buffer(a, (n + 1,), "uint8", align=1)
        B = T.match_buffer(b, (n,), "uint8", align=1)
        for j in range(n):
            B[j] = A[j] + A[j + 1] * T.uint8(3)

    # Nothing is asked of the two that are only read.
    @T.prim_func(s_tir=True)
    def read(A: T.Buffer((256,), "uint8", align=1), B: T.Buffer((256,), "uint8", align=1), C: T.Buffer((200,), "uint8", align=1)):
        for j in range(200):
            C[j] = T.uint8(0)
            for k in range(50):
                C[j] = C[j] + A[j + k] * B[k]

    # Nothing is gained.
    @T.prim_func(s_tir=True)
    def same(A: T.Buffer((256,), "uint8", align=1), B: T.Buffer((256,), "uint8", align=1)):
        for j in range(200):
            B[j + 1] = B[j] + A[j]

    @T.prim_func(s_tir=True)
    def main(M: T.Buffer((4096,), "uint8", align=128), F: T.Buffer((1024,), "uint8", align=128), n: T.int32):
        for j in range(4096):
            M[j] = T.Cast("uint8", j * 31 % 251)
        for j in range(1024):
            F[j] = T.Cast("uint8", j * 37 % 241)
        Module.behind(M.data, T.address_of(M[1]), n)
        Module.behind(T.address_of(M[600]), T.address_of(M[600 + 128]), n)
        Module.behind(T.address_of(M[1700]), T.address_of(M[1700 - 1]), n)
        Module.behind(T.address_of(M[1200]), T.address_of(M[1200 + 300]), n)
        Module.behind(T.address_of(M[2500]), T.address_of(M[2500 + 301]), n)
        Module.behind(T.address_of(M[3500]), T.address_of(M[3500 - 300]), n)
        Module.behind(F.data, T.address_of(M[3000]), n)
        Module.read(F.data, F.data, T.address_of(F[255]))
        Module.read(F.data, F.data, T.address_of(F[600]))
        Module.same(M.data, F.data)
