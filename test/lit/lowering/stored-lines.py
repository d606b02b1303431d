# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --target=hexagon -O3 --after=lower --emit=ll %s -o - | FileCheck %s
# Whole lines that a statement stores are loaded as they are stored, at once; those of other buffers register by register.
from tvm.script import tirx as T


# CHECK-LABEL: define void @most(
# CHECK-DAG: load <256 x i8>, ptr %{{C|[0-9]+}}, align 128
# CHECK-DAG: load <128 x i8>, ptr %{{[0-9]+}}, align 128
# CHECK: store <256 x i8>
# CHECK-NOT: load <256 x i8>
@T.prim_func(s_tir=True)
def most(A: T.Buffer((1024,), "uint8", align=128), C: T.Buffer((256,), "uint8", align=128)):
    T.func_attr({"tirx.noalias": True})
    C[0:256] = T.Broadcast(T.uint8(0), 256)
    for i in range(3):
        C[0:256] = T.max(C[0:256], A[i * 128:i * 128 + 256])
