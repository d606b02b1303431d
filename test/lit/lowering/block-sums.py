# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sums of all elements of blocks are made of whole registers, whatever the order of their terms.
# UNSUPPORTED: asan
# (What is long here is LLVM and qemu, which are not instrumented.)
# RUN: rm -rf %t && mkdir %t
# RUN: %python -c "import numpy as np; r = np.random.RandomState(1); np.save('%t/A.npy', r.randint(0, 256, 1024).astype('u1')); np.save('%t/S.npy', r.randint(-128, 128, 1024).astype('i1')); np.save('%t/U.npy', r.randint(0, 65536, 1024).astype('u2')); np.save('%t/H.npy', r.randint(-32768, 32768, 1024).astype('i2'))"
# RUN: %tirc -O0 --run=interp %s A=@%t/A.npy S=@%t/S.npy U=@%t/U.npy H=@%t/H.npy --save=%t/interp
# RUN: %tirc -O0 --run=hexagon %s A=@%t/A.npy S=@%t/S.npy U=@%t/U.npy H=@%t/H.npy --save=%t/o0 && diff -r %t/interp %t/o0
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s A=@%t/A.npy S=@%t/S.npy U=@%t/U.npy H=@%t/H.npy --save=%t/o3 && diff -r %t/interp %t/o3
# RUN: %tirc --target=hexagon -O0 --no-cse --no-loops --emit=ll %s | FileCheck %s
# RUN: %tirc --target=hexagon -O0 --no-cse --no-loops -ftrapv --emit=ll %s | FileCheck --check-prefix=TRAPS %s
# TRAPS: define {{.*}}@main(
# TRAPS-NOT: V6.vrmpy
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((1024,), "uint8", align=128), S: T.Buffer((1024,), "int8", align=128), U: T.Buffer((1024,), "uint16", align=128),
         H: T.Buffer((1024,), "int16", align=128), O: T.Buffer((256,), "int32", align=128)):
    T.func_attr({"tirx.noalias": True})
    # CHECK: V6.vrmpyub
    # CHECK-NOT: V6
    O[0:32] = T.Cast("int32x32", A[T.Ramp(3, 4, 32)]) + T.Cast("int32x32", A[T.Ramp(1, 4, 32)]) + T.Cast("int32x32", A[T.Ramp(2, 4, 32)]) + T.Cast("int32x32", A[T.Ramp(0, 4, 32)])
    # CHECK: V6.vrmpybv
    # CHECK: V6.vrmpybv
    O[32:96] = T.Cast("int32x64", S[T.Ramp(9, 8, 64)]) + T.Cast("int32x64", S[T.Ramp(10, 8, 64)]) + T.Cast("int32x64", S[T.Ramp(11, 8, 64)]) + T.Cast("int32x64", S[T.Ramp(12, 8, 64)]) + T.Cast("int32x64", S[T.Ramp(13, 8, 64)]) + T.Cast("int32x64", S[T.Ramp(14, 8, 64)]) + T.Cast("int32x64", S[T.Ramp(15, 8, 64)]) + T.Cast("int32x64", S[T.Ramp(16, 8, 64)])
    # CHECK: V6.vzh
    O[96:128] = T.Cast("int32x32", U[T.Ramp(1, 2, 32)]) + T.Cast("int32x32", U[T.Ramp(2, 2, 32)])
    # other terms are added to it
    # CHECK: V6.vdealvdd
    # CHECK: V6.vaddhw
    # CHECK: mul nsw <32 x i32>
    O[128:160] = T.Cast("int32x32", H[T.Ramp(5, 4, 32)]) + T.Cast("int32x32", H[T.Ramp(6, 4, 32)]) + T.Cast("int32x32", A[5:37]) * T.Broadcast(3, 32) + T.Cast("int32x32", H[T.Ramp(7, 4, 32)]) + T.Cast("int32x32", H[T.Ramp(8, 4, 32)])
    # words
    # CHECK: V6.vdealvdd
    O[160:192] = O[T.Ramp(0, 2, 32)] + O[T.Ramp(1, 2, 32)]
    # one element is missing, another one is there twice
    # CHECK-NOT: V6.vdealvdd
    # CHECK: ret void
    O[192:224] = T.Cast("int32x32", U[T.Ramp(0, 4, 32)]) + T.Cast("int32x32", U[T.Ramp(1, 4, 32)]) + T.Cast("int32x32", U[T.Ramp(1, 4, 32)]) + T.Cast("int32x32", U[T.Ramp(3, 4, 32)])
