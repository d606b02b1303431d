# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# vector_rows: sixteen neighbouring vectors, each at a constant offset from one base.
# CSE: name no address: vmem(Rt + #s4) reaches from -8 to +7 vectors of a base for free.
# fill A -100000 100000
# set n 64
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def vector_rows(
    O: T.Buffer((2048,), "int32", align=128),
    A: T.Buffer((3072,), "int32", align=128),
    n: T.int32,
):
    T.func_attr({"tirx.noalias": True})
    for r in range(32):
        for i in range(n):
            O[T.Ramp(i * 32, 1, 32)] = (
                O[T.Ramp(i * 32, 1, 32)]
                + (A[T.Ramp(i * 32 + 0, 1, 32)] ^ A[T.Ramp(i * 32 + 32, 1, 32)])
                - (A[T.Ramp(i * 32 + 64, 1, 32)] ^ A[T.Ramp(i * 32 + 96, 1, 32)])
                + (A[T.Ramp(i * 32 + 128, 1, 32)] ^ A[T.Ramp(i * 32 + 160, 1, 32)])
                - (A[T.Ramp(i * 32 + 192, 1, 32)] ^ A[T.Ramp(i * 32 + 224, 1, 32)])
                + (A[T.Ramp(i * 32 + 256, 1, 32)] ^ A[T.Ramp(i * 32 + 288, 1, 32)])
                - (A[T.Ramp(i * 32 + 320, 1, 32)] ^ A[T.Ramp(i * 32 + 352, 1, 32)])
                + (A[T.Ramp(i * 32 + 384, 1, 32)] ^ A[T.Ramp(i * 32 + 416, 1, 32)])
                - (A[T.Ramp(i * 32 + 448, 1, 32)] ^ A[T.Ramp(i * 32 + 480, 1, 32)])
            )
