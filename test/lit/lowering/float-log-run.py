# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Logarithms and powers of 2 and 10 by bits on every HVX have the bits of the runtime's functions: all of float16 and bfloat16, and of float32 each exponent with
# 256 kinds of digits, arguments around 1 and around those of infinity, 0 and subnormal results, zeros, infinities and NaNs.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --lanes=0 --run=hexagon %s --save=%t/calls
# RUN: %tirc -O2 -mcpu=hexagonv60 --run=hexagon %s --save=%t/v60 && diff -r %t/calls %t/v60
# RUN: %tirc -O2 --lanes=all --run=hexagon %s --save=%t/v67 && diff -r %t/calls %t/v67
# RUN: %tirc -O2 -mcpu=hexagonv73 -mhvx-ieee-fp --run=hexagon %s --save=%t/v73 && diff -r %t/calls %t/v73
# RUN: %tirc --target=hexagon -O2 --emit=ll %s -o - | FileCheck %s
# CHECK: define {{.*}} @main(
# CHECK-NOT: call {{.*}} @{{log|exp}}
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((65536,), "int32"), O: T.Buffer((65536,), "int32"), P: T.Buffer((65536,), "int32"), Q: T.Buffer((65536,), "int32"),
         R: T.Buffer((65536,), "int32"), H: T.Buffer((65536,), "int16"), S: T.Buffer((65536,), "int16"), U: T.Buffer((65536,), "int16"),
         V: T.Buffer((65536,), "int16"), W: T.Buffer((65536,), "int32"), X: T.Buffer((65536,), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i in range(65536):
        A[i] = i // 128 * 0x00800000 + T.if_then_else(i % 128 == 0, 0, T.if_then_else(i % 128 == 1, 0x007fffff, T.if_then_else(i % 128 == 2, 1, (i * 40503 + i % 7 * 1299709) % 0x00800000)))
    for i in range(2048):
        A[i + 8192] = 0x3f800000 - 1024 + i
        A[i + 10240] = 0x43000000 - 1024 + i
        A[i + 12288] = 0x43160000 - 0x80000000 - 1024 + i
        A[i + 14336] = 0x42fc0000 - 0x80000000 - 1024 + i
        A[i + 4096] = 0x3f3504f3 - 1024 + i
    a = T.decl_buffer((65536,), "float32", data=A.data)
    o = T.decl_buffer((65536,), "float32", data=O.data)
    p = T.decl_buffer((65536,), "float32", data=P.data)
    q = T.decl_buffer((65536,), "float32", data=Q.data)
    r = T.decl_buffer((65536,), "float32", data=R.data)
    for i in range(65536):
        o[i] = T.exp2(a[i])
    for i in range(65536):
        p[i] = T.log(a[i])
    for i in range(65536):
        q[i] = T.log2(a[i])
    for i in range(65536):
        r[i] = T.log10(a[i])
    for i in range(65536):
        H[i] = T.Cast("int16", i)
    h = T.decl_buffer((65536,), "float16", data=H.data)
    s = T.decl_buffer((65536,), "float16", data=S.data)
    u = T.decl_buffer((65536,), "float16", data=U.data)
    for i in range(65536):
        s[i] = T.exp2(h[i])
    for i in range(65536):
        u[i] = T.log(h[i])
    w = T.decl_buffer((65536,), "float32", data=W.data)
    x = T.decl_buffer((65536,), "float16", data=X.data)
    for i in range(65536):
        w[i] = T.exp10(a[i])
    for i in range(65536):
        x[i] = T.exp10(h[i])
    b = T.decl_buffer((65536,), "bfloat16", data=H.data)
    v = T.decl_buffer((65536,), "bfloat16", data=V.data)
    for i in range(65536):
        v[i] = T.log2(b[i])
