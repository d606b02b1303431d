# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Quotients of floats by integers on every HVX, correctly rounded: 128 numbers by each other, of which are zeros, subnormals, infinities and NaNs,
# so that quotients are subnormal, too, and beyond all numbers; as float32, float16 and bfloat16.  A NaN becomes 7: its payload is not promised.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O2 -mcpu=hexagonv60 --run=hexagon %s --save=%t/v60 && diff -r %t/interp %t/v60
# RUN: %tirc -O2 -mcpu=hexagonv73 -mhvx-ieee-fp --run=hexagon %s --save=%t/v73 && diff -r %t/interp %t/v73
# RUN: %tirc --target=hexagon -O2 --lanes=all --emit=ll %s -o %t/divide.ll && not grep -E "x (half|float|bfloat)>" %t/divide.ll
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((16384,), "int32"), B: T.Buffer((16384,), "int32"), O: T.Buffer((16384,), "int32"), P: T.Buffer((4, 16384), "int16")):
    T.func_attr({"tirx.noalias": True})
    N = T.alloc_buffer((128,), "int32")
    for i in range(128):
        e: T.int32 = i // 2 % 8
        N[i] = T.if_then_else(e == 0, 0, T.if_then_else(e == 1, 0x00800000, T.if_then_else(e == 2, 0x3f800000, T.if_then_else(e == 3, 0x387fc000, T.if_then_else(e == 4, 0x477fe000, T.if_then_else(e == 5, 0x20000000, T.if_then_else(e == 6, 0x7f000000, 0x7f800000)))))))
        N[i] = (N[i] + T.if_then_else(i // 16 == 7 and e != 7, 0x007fffff, i // 16 * i // 16 * i * 0x0c01)) | (i % 2 << 31)
    for i, j in T.grid(128, 128):
        A[i * 128 + j] = N[i]
        B[i * 128 + j] = N[j]
    a = T.decl_buffer((16384,), "float32", data=A.data)
    b = T.decl_buffer((16384,), "float32", data=B.data)
    o = T.decl_buffer((16384,), "float32", data=O.data)
    for i in range(16384):
        o[i] = T.Select(a[i] / b[i] == a[i] / b[i], a[i] / b[i], T.float32(7))
    for i in range(16384):
        P[0, i] = T.Cast("int16", A[i] >> 16)
        P[1, i] = T.Cast("int16", B[i] >> 16)
    h = T.decl_buffer((4, 16384), "float16", data=P.data)
    for i in range(16384):
        h[2, i] = T.Select(h[0, i] / h[1, i] == h[0, i] / h[1, i], h[0, i] / h[1, i], T.float16(7))
    k = T.decl_buffer((4, 16384), "bfloat16", data=P.data)
    for i in range(16384):
        k[3, i] = T.Select(k[0, i] / k[1, i] == k[0, i] / k[1, i], k[0, i] / k[1, i], T.bfloat16(7))
