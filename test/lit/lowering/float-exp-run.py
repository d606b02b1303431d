# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Exponentials by bits on every HVX have the bits of the runtime's expf: all of float16, and of float32 each exponent with 256 kinds of digits,
# all arguments around those of infinity, 0 and subnormal results, zeros, infinities and NaNs.  An argument that all lanes share stays a call.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --lanes=0 --run=hexagon %s --save=%t/calls
# RUN: %tirc -O2 -mcpu=hexagonv60 --run=hexagon %s --save=%t/v60 && diff -r %t/calls %t/v60
# RUN: %tirc -O2 --lanes=all --run=hexagon %s --save=%t/v67 && diff -r %t/calls %t/v67
# RUN: %tirc -O2 -mcpu=hexagonv73 -mhvx-ieee-fp --run=hexagon %s --save=%t/v73 && diff -r %t/calls %t/v73
# RUN: %tirc --target=hexagon -O2 --emit=ll %s -o - | FileCheck %s
# CHECK: call float @expf
# CHECK-NOT: @expf
# CHECK: define internal {{.*}} @main.lines(
# CHECK-NOT: @expf
# CHECK: call float @expf
# CHECK-NOT: call {{.*}} @expf
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((131072,), "int32"), O: T.Buffer((131072,), "int32"), P: T.Buffer((65536,), "int16"), Q: T.Buffer((65536,), "int16"),
         R: T.Buffer((65536,), "int16"), B: T.Buffer((128,), "float32"), C: T.Buffer((128,), "float32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(131072):
        A[i] = i // 256 * 0x00800000 + T.if_then_else(i % 256 == 0, 0, T.if_then_else(i % 256 == 1, 0x007fffff, T.if_then_else(i % 256 == 2, 1, (i * 40503 + i % 7 * 1299709) % 0x00800000)))
    for i in range(4096):
        A[i + 8192] = 0x42b17218 - 2048 + i
        A[i + 12288] = 0x42cff1b5 - 0x80000000 - 2048 + i
        A[i + 16384] = 0x42aeac50 - 0x80000000 - 2048 + i
    a = T.decl_buffer((131072,), "float32", data=A.data)
    o = T.decl_buffer((131072,), "float32", data=O.data)
    for i in range(131072):
        o[i] = T.exp(a[i])
    for i in range(65536):
        P[i] = T.Cast("int16", i)
    h = T.decl_buffer((65536,), "float16", data=P.data)
    q = T.decl_buffer((65536,), "float16", data=Q.data)
    for i in range(65536):
        q[i] = T.exp(h[i])
    b = T.decl_buffer((65536,), "bfloat16", data=P.data)
    r = T.decl_buffer((65536,), "bfloat16", data=R.data)
    for i in range(65536):
        r[i] = T.exp(b[i])
    for i in range(128):
        C[i] = T.max(B[i], T.exp(B[0]))
