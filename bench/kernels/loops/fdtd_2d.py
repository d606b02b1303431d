# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# fdtd_2d: an electromagnetic field in the plane by finite differences in time, 10 steps of 32x40
# The factors 0.5 and 0.7 are divisions.
# fill ex -999 999
# fill ey -999 999
# fill hz -999 999
# fill fict -999 999
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def fdtd_2d(ex: T.Buffer((32, 40), "int32"), ey: T.Buffer((32, 40), "int32"), hz: T.Buffer((32, 40), "int32"), fict: T.Buffer((10,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for t in range(10):
        for j in range(40):
            ey[0, j] = fict[t]
        for i in range(1, 32):
            for j in range(40):
                ey[i, j] = ey[i, j] - T.truncdiv(hz[i, j] - hz[i - 1, j], 2)
        for i in range(32):
            for j in range(1, 40):
                ex[i, j] = ex[i, j] - T.truncdiv(hz[i, j] - hz[i, j - 1], 2)
        for i in range(31):
            for j in range(39):
                hz[i, j] = hz[i, j] - T.truncdiv(7 * (ex[i, j + 1] - ex[i, j] + ey[i + 1, j] - ey[i, j]), 10)
