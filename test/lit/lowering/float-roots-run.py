# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Roots by bits: all of float16 and bfloat16; of float32 each exponent, with squares of 12 digits and their neighbours, and others.  Which NaN a result
# is nobody says.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O2 -mcpu=hexagonv60 --run=hexagon %s --save=%t/v60 && diff -r %t/interp %t/v60
# RUN: %tirc -O2 --lanes=all --run=hexagon %s --save=%t/v67 && diff -r %t/interp %t/v67
# RUN: %tirc -O2 --lanes=all -mcpu=hexagonv73 -mhvx-ieee-fp --run=hexagon %s --save=%t/v73 && diff -r %t/interp %t/v73
# RUN: %tirc --target=hexagon -O2 --lanes=all --emit=ll %s -o %t/roots.ll && not grep -E "x (half|float|bfloat)>|sqrt|fdiv" %t/roots.ll
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((65536,), "int32"), O: T.Buffer((2, 65536), "int32"), P: T.Buffer((65536,), "int16"), Q: T.Buffer((2, 65536), "int16"),
         R: T.Buffer((2, 65536), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i in T.serial(65536, annotations={"scalar": 1}):
        k: T.int32 = (i * 40503 & 4095 | 2048) * (i * 40503 & 4095 | 2048) << 1
        A[i] = T.if_then_else(i % 4 < 3, (i // 4 % 512 << 23) + (k & 0x007fffff) + i % 4 - 1, i * 28657 << 16 | i * 40503 & 65535)
        P[i] = T.Cast("int16", i)
    a = T.decl_buffer((65536,), "float32", data=A.data)
    o = T.decl_buffer((2, 65536), "float32", data=O.data)
    h = T.decl_buffer((65536,), "float16", data=P.data)
    q = T.decl_buffer((2, 65536), "float16", data=Q.data)
    b = T.decl_buffer((65536,), "bfloat16", data=P.data)
    r = T.decl_buffer((2, 65536), "bfloat16", data=R.data)
    for i in range(65536):
        o[0, i] = T.sqrt(a[i])
    for i in range(2048):
        o[1, i * 32:i * 32 + 32] = T.rsqrt(a[i * 32:i * 32 + 32])
    for i in range(65536):
        q[0, i] = T.sqrt(h[i])
    for i in range(1024):
        q[1, i * 64:i * 64 + 64] = T.rsqrt(h[i * 64:i * 64 + 64])
    for i in range(65536):
        r[0, i] = T.sqrt(b[i])
    for i in range(1024):
        r[1, i * 64:i * 64 + 64] = T.rsqrt(b[i * 64:i * 64 + 64])
    for j, i in T.grid(2, 65536):
        o[j, i] = T.Select(o[j, i] == o[j, i], o[j, i], T.float32(7))
        q[j, i] = T.Select(q[j, i] == q[j, i], q[j, i], T.float16(7))
        r[j, i] = T.Select(r[j, i] == r[j, i], r[j, i], T.bfloat16(7))
