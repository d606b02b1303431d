# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s --save=%t/o3 && diff -r %t/interp %t/o3
# RUN: %tirc -O3 --try-versions=0 --target=hexagon --emit=asm %s -o - | FileCheck %s
# Words times numbers of 16 bits; upper bits of products of what has 16 zeros below; sums and products of bytes and halfwords that
# fit 16 bits, scaled.
# CHECK-DAG: vmpyi(v{{[0-9]+}}.w,r{{[0-9]+}}.h)
# CHECK-DAG: vmpyo(v{{[0-9]+}}.w,v{{[0-9]+}}.h):<<1:sat
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((1024,), "int32"), B: T.Buffer((1024,), "int8"), U: T.Buffer((1024,), "uint8"), C: T.Buffer((1024,), "int32"), D: T.Buffer((1024,), "int32"), E: T.Buffer((1024,), "int32"), F: T.Buffer((1024,), "int32"), G: T.Buffer((1024,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(1024):
        A[i] = T.Cast("int32", T.Cast("int64", i) * T.int64(2654435761)) >> i % 20 + 12
        B[i] = T.Cast("int8", i * 37 - 100)
        U[i] = T.Cast("uint8", i * 91)
    for i in range(8):
        C[T.Ramp(i * 128, 1, 128)] = A[T.Ramp(i * 128, 1, 128)] * T.Broadcast(-886, 128)
        f = T.bind(T.shift_left(A[T.Ramp(i * 128, 1, 128)], T.Broadcast(16, 128)))
        D[T.Ramp(i * 128, 1, 128)] = T.Cast("int32x128", T.Cast("int64x128", f) * T.Cast("int64x128", f) >> T.Broadcast(T.int64(31), 128))
        E[T.Ramp(i * 128, 1, 128)] = T.Cast("int32x128", T.Cast("int64x128", A[T.Ramp(i * 128, 1, 128)]) * T.Cast("int64x128", f) >> T.Broadcast(T.int64(33), 128))
        F[T.Ramp(i * 128, 1, 128)] = T.q_multiply_shift((T.Cast("int32x128", B[T.Ramp(i * 128, 1, 128)]) + T.Broadcast(3, 128)) * (T.Cast("int32x128", U[T.Ramp(i * 128, 1, 128)]) - T.Broadcast(8, 128)) >> T.Broadcast(1, 128), T.Broadcast(1825361101, 128), T.Broadcast(31, 128), T.Broadcast(-6, 128))
        G[T.Ramp(i * 128, 1, 128)] = T.q_multiply_shift((T.Cast("int32x128", B[T.Ramp(i * 128, 1, 128)]) + T.Broadcast(3, 128)) * (T.Cast("int32x128", B[T.Ramp(i * 128, 1, 128)]) - T.Broadcast(8, 128)) - T.Cast("int32x128", U[T.Ramp(i * 128, 1, 128)]), T.Broadcast(1825361101, 128), T.Broadcast(31, 128), T.Broadcast(-6, 128))
