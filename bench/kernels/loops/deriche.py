# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# deriche: Deriche's smoothing filter, recursive along rows and columns in both directions, 64x48
# Fixed point: the coefficients (alpha = 0.25) in units of 1/4096.
# set a1 256
# set a2 -150
# set a3 249
# set a4 -155
# set b1 6380
# set b2 -2484
# fill imgIn 0 4095
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def deriche(a1: T.int32, a2: T.int32, a3: T.int32, a4: T.int32, b1: T.int32, b2: T.int32, imgIn: T.Buffer((64, 48), "int32"), imgOut: T.Buffer((64, 48), "int32"), y1: T.Buffer((64, 48), "int32"), y2: T.Buffer((64, 48), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(64):
        ym1: T.int32 = 0
        ym2: T.int32 = 0
        xm1: T.int32 = 0
        for j in range(48):
            y1[i, j] = a1 * imgIn[i, j] + a2 * xm1 + b1 * ym1 + b2 * ym2 >> 12
            xm1 = imgIn[i, j]
            ym2 = ym1
            ym1 = y1[i, j]
    for i in range(64):
        yp1: T.int32 = 0
        yp2: T.int32 = 0
        xp1: T.int32 = 0
        xp2: T.int32 = 0
        for j in range(48):
            y2[i, 47 - j] = a3 * xp1 + a4 * xp2 + b1 * yp1 + b2 * yp2 >> 12
            xp2 = xp1
            xp1 = imgIn[i, 47 - j]
            yp2 = yp1
            yp1 = y2[i, 47 - j]
    for i in range(64):
        for j in range(48):
            imgOut[i, j] = y1[i, j] + y2[i, j]
    for j in range(48):
        tm1: T.int32 = 0
        ym1: T.int32 = 0
        ym2: T.int32 = 0
        for i in range(64):
            y1[i, j] = a1 * imgOut[i, j] + a2 * tm1 + b1 * ym1 + b2 * ym2 >> 12
            tm1 = imgOut[i, j]
            ym2 = ym1
            ym1 = y1[i, j]
    for j in range(48):
        tp1: T.int32 = 0
        tp2: T.int32 = 0
        yp1: T.int32 = 0
        yp2: T.int32 = 0
        for i in range(64):
            y2[63 - i, j] = a3 * tp1 + a4 * tp2 + b1 * yp1 + b2 * yp2 >> 12
            tp2 = tp1
            tp1 = imgOut[63 - i, j]
            yp2 = yp1
            yp1 = y2[63 - i, j]
    for i in range(64):
        for j in range(48):
            imgOut[i, j] = y1[i, j] + y2[i, j]
