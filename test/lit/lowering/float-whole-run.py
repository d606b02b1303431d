# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Floats rounded to whole numbers, and made integers, by their bits on every HVX: each exponent with digits around its units and halves of
# these, zeros, subnormals, infinities and NaNs, of float32, float16 and bfloat16, in loops that become lanes.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O2 -mcpu=hexagonv60 --run=hexagon %s --save=%t/v60 && diff -r %t/interp %t/v60
# RUN: %tirc -O2 --lanes=all --run=hexagon %s --save=%t/v67 && diff -r %t/interp %t/v67
# RUN: %tirc -O2 -mcpu=hexagonv73 -mhvx-ieee-fp --run=hexagon %s --save=%t/v73 && diff -r %t/interp %t/v73
# RUN: %tirc -O2 --lanes=all --run=jit %s --save=%t/jit && diff -r %t/interp %t/jit
# RUN: %tirc --target=hexagon -O2 --lanes=all --emit=ll %s -o %t/whole.ll && not grep -E "x (half|float|bfloat)>" %t/whole.ll
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((8192,), "int32"), O: T.Buffer((4, 8192), "int32"), P: T.Buffer((8, 8192), "int16"), Q: T.Buffer((2, 8192), "int32"),
         R: T.Buffer((2, 8192), "int16"), S: T.Buffer((3, 8192), "uint8")):
    T.func_attr({"tirx.noalias": True})
    # each exponent and sign with 16 kinds of digits: none, all, one, and those around a half
    for i in range(8192):
        k: T.int32 = i % 16
        A[i] = i // 16 * 0x00800000 + T.if_then_else(k == 0, 0, T.if_then_else(k == 1, 0x007fffff, T.if_then_else(k == 2, 1, T.if_then_else(k == 3, 0x00400000, T.if_then_else(k == 4, 0x00600000, (i * 40503 + i % 7) % 0x00800000)))))
    a = T.decl_buffer((8192,), "float32", data=A.data)
    h = T.decl_buffer((8, 8192), "float16", data=P.data)
    for i in range(8192):
        P[0, i] = T.Cast("int16", i * 8 + i // 1024)
        P[1, i] = T.Cast("int16", A[i] >> 16)
    o = T.decl_buffer((4, 8192), "float32", data=O.data)
    for i in range(8192):
        o[0, i] = T.floor(a[i])
        o[1, i] = T.ceil(a[i])
        o[2, i] = T.trunc(a[i])
        o[3, i] = T.round(a[i])
    for i in range(8192):
        h[2, i] = T.floor(h[0, i])
        h[3, i] = T.ceil(h[0, i])
        h[4, i] = T.trunc(h[0, i])
        h[5, i] = T.round(h[0, i])
    b = T.decl_buffer((8, 8192), "bfloat16", data=P.data)
    for i in range(8192):
        b[6, i] = T.round(b[1, i])
        b[7, i] = T.floor(b[1, i])
    for i in range(8192):
        Q[0, i] = T.Cast("int32", T.min(T.max(a[i], T.float32(-2147483648)), T.float32(2147483520)))
        Q[1, i] = T.Cast("int32", T.min(T.max(h[0, i], T.float16(-60000)), T.float16(60000)))
    for i in range(8192):
        R[0, i] = T.Cast("int16", T.min(T.max(h[0, i], T.float16(-32768)), T.float16(32752)))
        R[1, i] = T.Cast("int16", T.min(T.max(a[i], T.float32(-32768)), T.float32(32767)))
    for i in range(8192):
        S[0, i] = T.Cast("uint8", T.min(T.max(T.round(h[0, i]), T.float16(0)), T.float16(255)))
        S[1, i] = T.Cast("uint8", T.min(T.max(a[i], T.float32(0)), T.float32(255.5)))
        S[2, i] = T.Cast("uint8", T.min(T.max(b[1, i], T.bfloat16(0)), T.bfloat16(255)))
