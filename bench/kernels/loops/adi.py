# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# adi: the heat equation by alternating direction implicit steps, 8 steps of 20x20
# Fixed point in units of 1/1024 (a to f in units of 1). -a and -c are halves of b - 1, -d and -f of e - 1,
# and p stays between 0 and 1024: no divisor is zero.
# set a -20
# set b 41
# set c -20
# set d -10
# set e 21
# set f -10
# fill u 0 1023
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def adi(a: T.int32, b: T.int32, c: T.int32, d: T.int32, e: T.int32, f: T.int32, u: T.Buffer((20, 20), "int32"), v: T.Buffer((20, 20), "int32"), p: T.Buffer((20, 20), "int32"), q: T.Buffer((20, 20), "int32")):
    T.func_attr({"tirx.noalias": True})
    for t in range(8):
        for i in range(1, 19):
            v[0, i] = 1024
            p[i, 0] = 0
            q[i, 0] = v[0, i]
            for j in range(1, 19):
                p[i, j] = T.truncdiv((0 - c) * 1048576, a * p[i, j - 1] + b * 1024)
                q[i, j] = T.truncdiv(((0 - d) * u[j, i - 1] + (1 + 2 * d) * u[j, i] - f * u[j, i + 1] - a * q[i, j - 1]) * 1024, a * p[i, j - 1] + b * 1024)
            v[19, i] = 1024
            for j in range(18):
                v[18 - j, i] = (p[i, 18 - j] * v[18 - j + 1, i] >> 10) + q[i, 18 - j]
        for i in range(1, 19):
            u[i, 0] = 1024
            p[i, 0] = 0
            q[i, 0] = u[i, 0]
            for j in range(1, 19):
                p[i, j] = T.truncdiv((0 - f) * 1048576, d * p[i, j - 1] + e * 1024)
                q[i, j] = T.truncdiv(((0 - a) * v[i - 1, j] + (1 + 2 * a) * v[i, j] - c * v[i + 1, j] - d * q[i, j - 1]) * 1024, d * p[i, j - 1] + e * 1024)
            u[i, 19] = 1024
            for j in range(18):
                u[i, 18 - j] = (p[i, 18 - j] * u[i, 18 - j + 1] >> 10) + q[i, 18 - j]
