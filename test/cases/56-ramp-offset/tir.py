# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ramp-offset
# kind: vector
# ramps differ by a constant: one base register, four immediate offsets
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def before(B: T.Buffer((4096,), "int32"), A: T.Buffer((4096,), "int32"), C: T.Buffer((4096,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        B[T.Ramp(i * 64, 1, 32)] = A[T.Ramp(i * 64, 1, 32)] + A[T.Ramp(i * 64 + 1, 1, 32)]
        B[T.Ramp(i * 64 + 32, 1, 32)] = A[T.Ramp(i * 64 + 32, 1, 32)] + A[T.Ramp(i * 64 + 33, 1, 32)]
