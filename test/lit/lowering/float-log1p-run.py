# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# T.log1p by bits on every HVX has the bits of the runtime's log1pf: all of float16 and bfloat16, and of float32 each exponent with 256 kinds of digits, and
# arguments around -1 and those at which 1 + x is another power of 2 times what is near 1.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --lanes=0 --run=hexagon %s --save=%t/calls
# RUN: %tirc -O2 -mcpu=hexagonv60 --run=hexagon %s --save=%t/v60 && diff -r %t/calls %t/v60
# RUN: %tirc -O2 --lanes=all --run=hexagon %s --save=%t/v67 && diff -r %t/calls %t/v67
# RUN: %tirc -O2 -mcpu=hexagonv73 -mhvx-ieee-fp --run=hexagon %s --save=%t/v73 && diff -r %t/calls %t/v73
# RUN: %tirc --target=hexagon -O2 --emit=ll %s -o - | FileCheck %s
# CHECK: define {{.*}} @main(
# CHECK-NOT: call {{.*}} @log
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((65536,), "int32"), O: T.Buffer((65536,), "int32"), P: T.Buffer((65536,), "int16"), Q: T.Buffer((65536,), "int16"),
         R: T.Buffer((65536,), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i in range(65536):
        A[i] = i // 128 * 0x00800000 + T.if_then_else(i % 128 == 0, 0, T.if_then_else(i % 128 == 1, 0x007fffff, T.if_then_else(i % 128 == 2, 1, (i * 40503 + i % 7 * 1299709) % 0x00800000)))
    for i in range(2048):
        A[i + 4096] = 0x3f800000 - 0x80000000 - 1024 + i
        A[i + 6144] = 0x3ed413cd - 1024 + i
        A[i + 8192] = 0x3e95f61a - 0x80000000 - 1024 + i
        A[i + 10240] = 0x33000000 - 1024 + i
        A[i + 2048] = 0x3f800000 - 0x80000000 - i * 4111
    a = T.decl_buffer((65536,), "float32", data=A.data)
    o = T.decl_buffer((65536,), "float32", data=O.data)
    for i in range(65536):
        o[i] = T.log1p(a[i])
    for i in range(65536):
        P[i] = T.Cast("int16", i)
    h = T.decl_buffer((65536,), "float16", data=P.data)
    q = T.decl_buffer((65536,), "float16", data=Q.data)
    b = T.decl_buffer((65536,), "bfloat16", data=P.data)
    r = T.decl_buffer((65536,), "bfloat16", data=R.data)
    for i in range(65536):
        q[i] = T.log1p(h[i])
    for i in range(65536):
        r[i] = T.log1p(b[i])
