# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# live_across_call: four vectors used before and after a call that is not known to be pure.
# CSE: no vector lives over a call: all vector registers are the callee's, so each would be a store
# and a load, which is what loading it again costs.
# fill A -100000 100000
# fill F -2 2
# set n 512
# set x 77
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def live_across_call(
    O: T.Buffer((32768,), "int32", align=128),
    A: T.Buffer((128,), "int32", align=128),
    F: T.Buffer((512,), "float32"),
    n: T.int32,
    x: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        O[T.Ramp(i * 64, 1, 32)] = (
            A[T.Ramp(0, 1, 32)] + T.Broadcast(x, 32) + (A[T.Ramp(32, 1, 32)] + T.Broadcast(x, 32))
            + (A[T.Ramp(64, 1, 32)] ^ T.Broadcast(x, 32)) + (A[T.Ramp(96, 1, 32)] ^ T.Broadcast(x, 32))
        )
        F[i] = T.call_extern("float32", "erff", F[i])
        O[T.Ramp(i * 64 + 32, 1, 32)] = (
            A[T.Ramp(0, 1, 32)] + T.Broadcast(x, 32) ^ A[T.Ramp(32, 1, 32)] + T.Broadcast(x, 32)
            ^ (A[T.Ramp(64, 1, 32)] ^ T.Broadcast(x, 32)) ^ (A[T.Ramp(96, 1, 32)] ^ T.Broadcast(x, 32))
        )
