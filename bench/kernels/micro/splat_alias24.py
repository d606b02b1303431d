# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# splat_alias24: splat_live24 in a function that does not say that its buffers are distinct.
# CSE: each coefficient may change with each store to O, so nothing may be shared over iterations;
# the price of an absent noalias.
# fill A -100000 100000
# fill W -1000 1000
# set n 64
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def splat_alias24(
    O: T.Buffer((2048,), "int32", align=128),
    A: T.Buffer((2048,), "int32", align=128),
    W: T.Buffer((64,), "int32"),
    n: T.int32,
):
    T.func_attr({"tirx.noalias": False})
    for r in range(48):
        for i in range(n):
            x = T.bind(A[T.Ramp(i * 32, 1, 32)])
            s = T.alloc_buffer((32,), "int32", scope="local", align=128)
            t = T.alloc_buffer((32,), "int32", scope="local", align=128)
            s[T.Ramp(0, 1, 32)] = x
            t[T.Ramp(0, 1, 32)] = x
            for k in T.unroll(12):
                t[T.Ramp(0, 1, 32)] = (t[T.Ramp(0, 1, 32)] + T.Broadcast(W[2 * k], 32)) ^ x
                s[T.Ramp(0, 1, 32)] = (s[T.Ramp(0, 1, 32)] ^ T.Broadcast(W[2 * k + 1], 32)) | x
            O[T.Ramp(i * 32, 1, 32)] = s[T.Ramp(0, 1, 32)] ^ t[T.Ramp(0, 1, 32)]
