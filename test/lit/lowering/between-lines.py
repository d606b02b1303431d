# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Loads of several registers of bytes are loads of lines, wherever they begin, if the buffer consists of lines.
# RUN: rm -rf %t && mkdir %t
# RUN: %python -c "import numpy as np; np.save('%t/A.npy', np.random.RandomState(1).randint(0, 256, (4, 1024)).astype('u1'))"
# RUN: %tirc -O0 --run=interp %s A=@%t/A.npy --save=%t/interp
# RUN: %tirc -O0 --run=hexagon %s A=@%t/A.npy --save=%t/o0 && diff -r %t/interp %t/o0
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s A=@%t/A.npy --save=%t/o3 && diff -r %t/interp %t/o3
# RUN: %tirc --target=hexagon -O0 --no-cse --no-loops --emit=ll %s | FileCheck %s
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 1024), "uint8", align=128), C: T.Buffer((1000,), "uint8", align=128),
         B: T.Buffer((4, 1280), "uint8", align=128)):
    T.func_attr({"tirx.noalias": True})
    for i in range(4):
        # CHECK-COUNT-3: load <128 x i8>, ptr %{{.*}}, align 128
        # CHECK-NOT: load
        # CHECK: store <256 x i8>
        B[i, 0:256] = A[i, 257:513]
        # CHECK-COUNT-5: load <128 x i8>, ptr %{{.*}}, align 128
        # CHECK-NOT: load
        # CHECK: store <512 x i8>
        B[i, 256:768] = A[i, T.Ramp(i * 128 + 127, 1, 512)]
        # CHECK-COUNT-2: load <128 x i8>, ptr %{{.*}}, align 128
        # CHECK-NOT: load
        # CHECK: store <256 x i8>
        B[i, 768:1024] = A[i, 768:1024]
        # its last line is shorter, so all of it may not be read
        # CHECK: load <256 x i8>, ptr %{{.*}}, align 1
        # CHECK: store <256 x i8>
        B[i, 1024:1280] = C[743:999]
