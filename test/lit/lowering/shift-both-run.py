# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O3 --no-cse --try-versions=0 --run=hexagon %s --save=%t/o3 && diff -r %t/interp %t/o3
# RUN: %tirc -O3 --no-cse --try-versions=0 --target=hexagon --emit=asm %s -o - | FileCheck %s
# Words shifted left or right, as a number with a sign says; words times upper halves of words, which have a sign, and of words without one.
# CHECK-DAG: vasl(v{{[0-9]+}}.w,v{{[0-9]+}}.w)
# CHECK-DAG: vmpyio(v{{[0-9]+}}.w,v{{[0-9]+}}.h)
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((1024,), "int32"), N: T.Buffer((1024,), "int32"), U: T.Buffer((1024,), "uint32"), C: T.Buffer((1024,), "int32"), D: T.Buffer((1024,), "int32"), E: T.Buffer((1024,), "int32"), F: T.Buffer((1024,), "uint32"), G: T.Buffer((1024,), "uint32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(1024):
        A[i] = T.Cast("int32", T.Cast("int64", i) * T.int64(2654435761) >> T.int64(3))
        N[i] = i % 63 - 31
        U[i] = T.Cast("uint32", A[i])
    for i in range(8):
        C[T.Ramp(i * 128, 1, 128)] = T.shift_right(T.shift_left(A[T.Ramp(i * 128, 1, 128)], T.max(N[T.Ramp(i * 128, 1, 128)], T.Broadcast(0, 128))), T.max(N[T.Ramp(i * 128, 1, 128)], T.Broadcast(0, 128)) - N[T.Ramp(i * 128, 1, 128)])
        D[T.Ramp(i * 128, 1, 128)] = T.shift_right(T.shift_left(A[T.Ramp(i * 128, 1, 128)], T.max(N[T.Ramp(i * 128, 1, 128)], T.Broadcast(3, 128))), T.max(N[T.Ramp(i * 128, 1, 128)], T.Broadcast(3, 128)) - T.max(N[T.Ramp(i * 128, 1, 128)], T.Broadcast(-20, 128)))
        E[T.Ramp(i * 128, 1, 128)] = T.shift_right(A[T.Ramp(i * 128, 1, 128)], T.Broadcast(25, 128)) * (N[T.Ramp(i * 128, 1, 128)] * T.Broadcast(1001, 128)) + T.shift_right(A[T.Ramp(i * 128, 1, 128)], T.Broadcast(15, 128)) * N[T.Ramp(i * 128, 1, 128)]
        F[T.Ramp(i * 128, 1, 128)] = U[T.Ramp(i * 128, 1, 128)] * T.Cast("uint32x128", T.shift_right(A[T.Ramp(i * 128, 1, 128)], T.Broadcast(16, 128)))
        G[T.Ramp(i * 128, 1, 128)] = T.shift_right(U[T.Ramp(i * 128, 1, 128)], T.Broadcast(T.uint32(15), 128)) * U[T.Ramp(i * 128, 1, 128)] + T.shift_right(U[T.Ramp(i * 128, 1, 128)], T.Broadcast(T.uint32(16), 128)) * U[T.Ramp(i * 128, 1, 128)]
