# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Powers by bits on every HVX have the bits of the runtime's: special numbers with each other, random ones, numbers near 1 with large exponents, results
# that are nearly infinite, subnormal or 0, and whole exponents of negative numbers.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --lanes=0 --run=hexagon %s --save=%t/calls
# RUN: %tirc -O2 -mcpu=hexagonv60 --run=hexagon %s --save=%t/v60 && diff -r %t/calls %t/v60
# RUN: %tirc -O2 --lanes=all --run=hexagon %s --save=%t/v67 && diff -r %t/calls %t/v67
# RUN: %tirc -O2 -mcpu=hexagonv73 -mhvx-ieee-fp --run=hexagon %s --save=%t/v73 && diff -r %t/calls %t/v73
# RUN: %tirc --target=hexagon -O2 --emit=ll %s -o - | FileCheck %s
# CHECK: define {{.*}} @main(
# CHECK-NOT: call {{.*}} @pow
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(S: T.Buffer((32,), "uint32"), A: T.Buffer((16384,), "uint32"), B: T.Buffer((16384,), "uint32"), O: T.Buffer((16384,), "uint32"),
         H: T.Buffer((16384,), "uint16"), I: T.Buffer((16384,), "uint16"), P: T.Buffer((16384,), "uint16"), Q: T.Buffer((16384,), "uint16"),
         R: T.Buffer((16384,), "uint32")):
    T.func_attr({"tirx.noalias": True})
    for i in T.serial(16384, annotations={"scalar": 1}):
        A[i] = T.Cast("uint32", i * 1103515245 + 12345) ^ T.shift_right(T.Cast("uint32", i * 747796405), T.uint32(7))
        B[i] = T.Cast("uint32", i * 1664525 + 1013904223) ^ T.shift_right(T.Cast("uint32", i * 277803737), T.uint32(9))
    S[0] = T.uint32(0)
    S[1] = T.uint32(1)
    S[2] = T.uint32(0x007fffff)
    S[3] = T.uint32(0x00800000)
    S[4] = T.uint32(0x3f000000)
    S[5] = T.uint32(0x3f7fffff)
    S[6] = T.uint32(0x3f800000)
    S[7] = T.uint32(0x3f800001)
    S[8] = T.uint32(0x40000000)
    S[9] = T.uint32(0x40400000)
    S[10] = T.uint32(0x40200000)
    S[11] = T.uint32(0x4b7fffff)
    S[12] = T.uint32(0x4b800001)
    S[13] = T.uint32(0x7f7fffff)
    S[14] = T.uint32(0x7f800000)
    S[15] = T.uint32(0x7f800001)
    for i in range(16):
        S[i + 16] = S[i] | T.uint32(0x80000000)
    for i, j in T.grid(32, 32):
        A[i * 32 + j] = S[i]
        B[i * 32 + j] = S[j]
    for i in range(4096):
        A[i + 1024] = T.uint32(0x3f800000) + T.shift_right(A[i + 1024], T.uint32(9)) - T.uint32(0x200000)
        B[i + 1024] = (B[i + 1024] & T.uint32(0x80ffffff)) | T.uint32(0x42000000)
        A[i + 5120] = T.uint32(0x3f800000) + (A[i + 5120] & T.uint32(0x1fff)) - T.uint32(0x1000)
        B[i + 5120] = (B[i + 5120] & T.uint32(0x83ffffff)) | T.uint32(0x48000000)
        B[i + 9216] = (B[i + 9216] & T.uint32(0x807fffff)) | T.uint32(0x3f800000)
    for i in range(1024):
        B[i + 13312] = (B[i + 13312] & T.uint32(0x80700000)) | T.uint32(0x40800000)
    a = T.decl_buffer((16384,), "float32", data=A.data)
    b = T.decl_buffer((16384,), "float32", data=B.data)
    o = T.decl_buffer((16384,), "float32", data=O.data)
    for i in range(16384):
        o[i] = T.pow(a[i], b[i])
    for i in range(16384):
        H[i] = T.Cast("uint16", T.shift_right(A[i], T.uint32(16)))
        I[i] = T.Cast("uint16", T.shift_right(B[i], T.uint32(16)))
    c = T.decl_buffer((16384,), "bfloat16", data=H.data)
    d = T.decl_buffer((16384,), "bfloat16", data=I.data)
    p = T.decl_buffer((16384,), "bfloat16", data=P.data)
    for i in range(16384):
        p[i] = T.pow(c[i], d[i])
    h = T.decl_buffer((16384,), "float16", data=H.data)
    k = T.decl_buffer((16384,), "float16", data=I.data)
    q = T.decl_buffer((16384,), "float16", data=Q.data)
    for i in range(16384):
        q[i] = T.pow(h[i], k[i])
    r = T.decl_buffer((16384,), "float32", data=R.data)
    for i in range(16384):
        r[i] = T.pow(a[i], T.float32(2.2))
