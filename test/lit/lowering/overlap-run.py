# Parameters that a caller makes overlap by a known distance: LLVM is careful as long as it does not know that, so the
# version of the function that is taken then is not inlined; with tirx.noalias it may be.
# RUN: %tirc --target=hexagon --passes=verify --emit=ll %s | FileCheck %s
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s n=400 --save=%t/interp
# RUN: %tirc -O1 --run=hexagon %s n=400 --save=%t/o1
# RUN: %tirc -O2 --run=hexagon %s n=400 --save=%t/o2
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s n=400 --save=%t/o3
# RUN: cmp %t/interp/A.npy %t/o1/A.npy && cmp %t/interp/A.npy %t/o2/A.npy && cmp %t/interp/A.npy %t/o3/A.npy
# CHECK: define internal void @k.overlap({{.*}}) #[[K:[0-9]+]] {
# CHECK: define void @apart({{.*}}) #[[APART:[0-9]+]] {
# CHECK: attributes #[[K]] = { noinline
# CHECK-NOT: attributes #[[APART]] = { noinline
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def k(A: T.Buffer((400,), "uint8", align=1), B: T.Buffer((400,), "uint8", align=1), n: T.int32):
        for j in range(n):
            B[j] = A[j] + A[j + 1] * T.uint8(3)

    @T.prim_func(s_tir=True)
    def apart(A: T.Buffer((400,), "uint8", align=1), B: T.Buffer((400,), "uint8", align=1), n: T.int32):
        T.func_attr({"tirx.noalias": True})
        for j in range(n):
            B[j] = A[j] + A[j + 1] * T.uint8(3)

    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "uint8", align=128), n: T.int32):
        for j in range(1024):
            A[j] = T.Cast("uint8", j * 31 % 251)
        Module.k(A.data, T.address_of(A[128]), n)
