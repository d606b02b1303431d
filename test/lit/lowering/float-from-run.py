# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Integers as floats by bits where HVX has no instructions for them: all of 8 and 16 bits, and of 32 bits each number of digits with ends that round up,
# down or to even.  Sums with whole constants and products with powers of two are made of the integers where that is exact.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O2 -mcpu=hexagonv60 --run=hexagon %s --save=%t/v60 && diff -r %t/interp %t/v60
# RUN: %tirc -O2 --lanes=all --run=hexagon %s --save=%t/v67 && diff -r %t/interp %t/v67
# RUN: %tirc --target=hexagon -O2 --lanes=all --emit=ll %s -o %t/from.ll && not grep -E "x (half|float|bfloat)>|[su]itofp" %t/from.ll
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((65536,), "int16"), B: T.Buffer((65536,), "uint16"), C: T.Buffer((65536,), "int32"), D: T.Buffer((65536,), "uint32"),
         E: T.Buffer((256,), "int8"), F: T.Buffer((256,), "uint8"), H: T.Buffer((4, 65536), "int16"), L: T.Buffer((4, 65536), "int16"),
         W: T.Buffer((4, 65536), "int32"), S: T.Buffer((14, 256), "int16"), V: T.Buffer((3, 65536), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in T.serial(65536, annotations={"scalar": 1}):
        k: T.int32 = T.if_then_else(i % 4 == 0, 1 << i // 4 % 32, T.if_then_else(i % 4 == 1, 0x7fffffff, i * 40503 << 16 | i * 28657 & 65535))
        A[i] = T.Cast("int16", i)
        B[i] = T.Cast("uint16", i)
        C[i] = (k >> i // 4 % 32) - i % 3
        D[i] = T.Cast("uint32", k >> i // 128 % 31) + T.Cast("uint32", i % 5)
    for i in T.serial(256, annotations={"scalar": 1}):
        E[i] = T.Cast("int8", i)
        F[i] = T.Cast("uint8", i)
    h = T.decl_buffer((4, 65536), "float16", data=H.data)
    l = T.decl_buffer((4, 65536), "bfloat16", data=L.data)
    w = T.decl_buffer((4, 65536), "float32", data=W.data)
    s = T.decl_buffer((14, 256), "float16", data=S.data)
    r = T.decl_buffer((14, 256), "bfloat16", data=S.data)
    v = T.decl_buffer((3, 65536), "float32", data=V.data)
    for i in range(65536):
        h[0, i] = T.Cast("float16", A[i])
    for i in range(65536):
        h[1, i] = T.Cast("float16", B[i])
    for i in range(65536):
        h[2, i] = T.Cast("float16", C[i])
    for i in range(65536):
        h[3, i] = T.Cast("float16", D[i])
    for i in range(65536):
        l[0, i] = T.Cast("bfloat16", A[i])
    for i in range(65536):
        l[1, i] = T.Cast("bfloat16", B[i])
    for i in range(65536):
        l[2, i] = T.Cast("bfloat16", C[i])
    for i in range(65536):
        l[3, i] = T.Cast("bfloat16", D[i])
    for i in range(65536):
        w[0, i] = T.Cast("float32", A[i])
    for i in range(65536):
        w[1, i] = T.Cast("float32", B[i])
    for i in range(65536):
        w[2, i] = T.Cast("float32", C[i])
    for i in range(65536):
        w[3, i] = T.Cast("float32", D[i])
    for i in range(256):
        s[0, i] = T.Cast("float16", E[i])
        s[1, i] = T.Cast("float16", F[i])
    for i in range(256):
        r[2, i] = T.Cast("bfloat16", E[i])
        r[3, i] = T.Cast("bfloat16", F[i])
    # of integers: zeros have no sign; what is beyond the digits of a float is not
    for i in range(256):
        s[4, i] = (T.Cast("float16", E[i]) - T.float16(3)) * T.float16(0.0625)
        s[5, i] = T.float16(128) - T.Cast("float16", F[i])
        s[6, i] = T.Cast("float16", E[i]) + T.float16(-0.0)
    for i in range(256):
        s[7, i] = T.Cast("float16", F[i]) + T.float16(1921)
        s[8, i] = T.Cast("float16", F[i]) * T.float16(0.000061035)
        s[9, i] = T.Cast("float16", E[i]) * T.float16(-2)
    for i in range(256):
        s[10, i] = T.Cast("float16", F[i]) * T.float16(0.000030517578125)
        s[11, i] = T.Cast("float16", F[i]) * T.float16(512)
        r[12, i] = (T.Cast("bfloat16", E[i]) - T.bfloat16(128)) * T.bfloat16(0.5)
        r[13, i] = T.Cast("bfloat16", F[i]) + T.bfloat16(4)
    for i in range(65536):
        v[0, i] = (T.Cast("float32", A[i]) - T.float32(32768)) * T.float32(0.25)
    for i in range(65536):
        v[1, i] = T.float32(16777000) + T.Cast("float32", B[i])
    for i in range(65536):
        v[2, i] = T.Cast("float32", B[i]) - (T.Cast("float32", A[i]) + T.float32(5))
