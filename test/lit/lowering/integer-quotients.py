# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# LLVM takes minutes to take quotients of a few vectors of 64-bit integers apart: for Hexagon lanes are divided in a loop, which
# LLVM does not write out.  So are other vectors of integers, by what is no constant.
# RUN: %tirc --target=hexagon -O0 --emit=ll -o - %s | FileCheck %s --implicit-check-not="sdiv <" --implicit-check-not="urem <" --implicit-check-not="udiv <" --implicit-check-not="srem <"
# RUN: %tirc --target=hexagon -O2 -S -o %t.s %s
# RUN: %python -c "import sys; sys.exit(open(sys.argv[1]).read().count('call ') > 40)" %t.s
# CHECK: lanes:
# CHECK: sdiv i64
# CHECK: urem i64
# CHECK: sdiv i8
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((128,), "int64"), B: T.Buffer((128,), "int64"), U: T.Buffer((64,), "uint64"), C: T.Buffer((64,), "int8"),
         D: T.Buffer((64,), "int8")):
    T.func_attr({"tirx.noalias": True})
    A[0:64] = A[0:64] // (B[0:64] | T.Broadcast(T.int64(1), 64))
    A[64:128] = T.truncdiv(A[64:128], T.Broadcast(T.int64(-7), 64)) + A[64:128] // T.Broadcast(T.int64(11), 64)
    U[0:64] = U[0:64] % T.Broadcast(T.uint64(1000003), 64)
    C[0:64] = C[0:64] // (D[0:64] | T.Broadcast(T.int8(1), 64))
