# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The error function by bits on every HVX has the bits of the runtime's: all of float16 and bfloat16, and of float32 each exponent with 256 kinds of digits, and
# arguments around those where another polynomial begins, where the result becomes 1, and where it is subnormal.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --lanes=0 --run=hexagon %s --save=%t/calls
# RUN: %tirc -O2 -mcpu=hexagonv60 --run=hexagon %s --save=%t/v60 && diff -r %t/calls %t/v60
# RUN: %tirc -O2 --lanes=all --run=hexagon %s --save=%t/v67 && diff -r %t/calls %t/v67
# RUN: %tirc --run=interp %s --save=%t/interp && cmp %t/interp/Q.npy %t/v67/Q.npy && cmp %t/interp/R.npy %t/v67/R.npy
# RUN: %tirc -O2 -mcpu=hexagonv73 -mhvx-ieee-fp --run=hexagon %s --save=%t/v73 && diff -r %t/calls %t/v73
# RUN: %tirc --target=hexagon -O2 --emit=ll %s -o - | FileCheck %s
# CHECK: define {{.*}} @main(
# CHECK-NOT: call {{.*}} @erf
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((65536,), "int32"), O: T.Buffer((65536,), "int32"), P: T.Buffer((65536,), "int16"), Q: T.Buffer((65536,), "int16"),
         R: T.Buffer((65536,), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i in range(65536):
        A[i] = i // 128 * 0x00800000 + T.if_then_else(i % 128 == 0, 0, T.if_then_else(i % 128 == 1, 0x007fffff, T.if_then_else(i % 128 == 2, 1, (i * 40503 + i % 7 * 1299709) % 0x00800000)))
    for i in range(2048):
        A[i + 4096] = 0x3ff80000 - 1024 + i
        A[i + 6144] = 0x407bff00 - 1024 + i
        A[i + 8192] = 0x00718ba0 - 1024 + i
        A[i + 10240] = 0x3f000000 + i * 12289
    a = T.decl_buffer((65536,), "float32", data=A.data)
    o = T.decl_buffer((65536,), "float32", data=O.data)
    for i in range(65536):
        o[i] = T.erf(a[i])
    for i in range(65536):
        P[i] = T.Cast("int16", i)
    h = T.decl_buffer((65536,), "float16", data=P.data)
    q = T.decl_buffer((65536,), "float16", data=Q.data)
    b = T.decl_buffer((65536,), "bfloat16", data=P.data)
    r = T.decl_buffer((65536,), "bfloat16", data=R.data)
    for i in range(65536):
        q[i] = T.erf(h[i])
    for i in range(65536):
        r[i] = T.erf(b[i])
