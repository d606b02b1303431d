# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: isl
# RUN: %tirc --target=hexagon -O2 --passes=verify --emit=ll %s | FileCheck %s
# RUN: %tirc --target=hexagon -O2 --passes=verify --emit=ll --lanes=0 %s | FileCheck --check-prefix=NONE %s
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O2 --run=hexagon %s --save=%t/o2
# RUN: %tirc -O3 --run=hexagon %s --save=%t/o3
# RUN: cmp %t/interp/M.npy %t/o2/M.npy && cmp %t/interp/M.npy %t/o3/M.npy
# Buffers that may overlap: where they do not, a second version of the function computes fewer quotients.
# CHECK: define internal void @twice.apart(ptr noalias
# CHECK-NOT: .apart(ptr noalias
# NONE: define {{.*}}@twice(
# NONE-NOT: .apart
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def twice(A: T.Buffer((32,), "int32", align=4), B: T.Buffer((32,), "int32", align=4), C: T.Buffer((32,), "int32", align=4), S: T.Buffer((4,), "int32", align=4)):
        for i in range(32):
            B[i] = A[i] // S[0] + S[1]
            C[i] = A[i] // S[0] * S[2]

    # Nothing is computed twice, whatever overlaps, and too little for a reciprocal.
    @T.prim_func(s_tir=True)
    def once(A: T.Buffer((32,), "int32", align=4), B: T.Buffer((32,), "int32", align=4), S: T.Buffer((4,), "int32", align=4)):
        for i in range(16):
            B[i] = A[i] // S[0] + S[1] // S[2]

    # Side by side; the quotient's operands overwritten on the way.
    @T.prim_func(s_tir=True)
    def main(M: T.Buffer((1024,), "uint8", align=128)):
        for k in range(1024):
            M[k] = T.Cast("uint8", k * 7 % 251)
        Module.twice(T.address_of(M[0]), T.address_of(M[128]), T.address_of(M[256]), T.address_of(M[400]))
        Module.twice(T.address_of(M[512]), T.address_of(M[516]), T.address_of(M[640]), T.address_of(M[800]))
        Module.twice(T.address_of(M[512]), T.address_of(M[640]), T.address_of(M[768]), T.address_of(M[760]))
        Module.once(T.address_of(M[512]), T.address_of(M[640]), T.address_of(M[800]))
# UNSUPPORTED: slow-with-sanitizers
