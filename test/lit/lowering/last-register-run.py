# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Store a vector that does not fill its last register with a mask, or with a register that begins earlier, and load it from the two lines that it lies in.  None of its lanes goes
# through scalar registers, and the bytes beside it stay as they are.
# RUN: rm -rf %t && mkdir -p %t/interp %t/o2
# RUN: %python -c "import numpy as n; n.save('%t/A.npy', (n.arange(3000).reshape(6, 500) * 37 %% 251).astype('uint8')); n.save('%t/S.npy', n.zeros((23, 177), 'int16')); n.save('%t/W.npy', n.ones((6, 200), 'int32'))"
# RUN: %tirc --run=interp %s --function=scan --save=%t/interp S=@%t/S.npy
# RUN: %tirc --run=hexagon -O2 %s --function=scan --save=%t/o2 S=@%t/S.npy
# RUN: diff -r %t/interp %t/o2
# RUN: %tirc --run=interp %s --function=wide --save=%t/interp W=@%t/W.npy A=@%t/A.npy
# RUN: %tirc --run=hexagon -O2 %s --function=wide --save=%t/o2 W=@%t/W.npy A=@%t/A.npy
# RUN: diff -r %t/interp %t/o2
# RUN: %tirc --run=interp %s --function=half --save=%t/interp B=@%t/A.npy
# RUN: %tirc --run=hexagon -O2 %s --function=half --save=%t/o2 B=@%t/A.npy
# RUN: diff -r %t/interp %t/o2
# RUN: %tirc --target=hexagon -O2 -S -o - %s | FileCheck %s
from tvm.script import tirx as T


# CHECK-LABEL: scan:
# CHECK-NOT: vinsert
# CHECK: if (q{{[0-3]}}) vmem
# CHECK-NOT: vinsert
# CHECK: .size	scan
@T.prim_func(s_tir=True)
def scan(S: T.Buffer((23, 177), "int16")):
    T.func_attr({"global_symbol": "scan", "tirx.noalias": True})
    for i in range(22):
        S[i + 1, 0:64] = S[i, 0:64] + T.Broadcast(T.int16(3), 64)
        S[i + 1, 64:128] = S[i, 64:128] + T.Broadcast(T.int16(5), 64)
        S[i + 1, 128:177] = S[i, 128:177] + T.Broadcast(T.int16(7), 49)


# Where a whole register lies before it, the last one begins earlier.
# CHECK-LABEL: wide:
# CHECK-NOT: vinsert
# CHECK-NOT: if (q{{[0-3]}}) vmem
# CHECK: .size	wide
@T.prim_func(s_tir=True)
def wide(W: T.Buffer((6, 200), "int32"), A: T.Buffer((6, 500), "uint8")):
    T.func_attr({"global_symbol": "wide", "tirx.noalias": True})
    for i in range(6):
        W[i, 3:103] = T.Cast("int32x100", A[i, 5:105])


# CHECK-LABEL: half:
# CHECK-NOT: vinsert
# CHECK: if (q{{[0-3]}}) vmem
# CHECK-NOT: vinsert
# CHECK: .size	half
@T.prim_func(s_tir=True)
def half(B: T.Buffer((6, 500), "uint8")):
    T.func_attr({"global_symbol": "half", "tirx.noalias": True})
    for i in range(5):
        B[i, 1:50] = B[i + 1, 2:51] + T.Broadcast(T.uint8(9), 49)
