# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Means of two bytes are one instruction, and so are rounded shifts to bytes of what is known to fit; bytes in 16 bits and
# back stay as they are.  What a name adds up is what memory held where it is bound.
# RUN: rm -rf %t && mkdir %t
# RUN: %python -c "import numpy as np; r = np.random.RandomState(1); a = r.randint(0, 256, 1024).astype('u1'); a[[5, 133]] = 255, 100; np.save('%t/A.npy', a); np.save('%t/S.npy', r.randint(-128, 128, 1024).astype('i1'))"
# RUN: %tirc -O0 --run=interp %s A=@%t/A.npy S=@%t/S.npy --save=%t/interp
# RUN: %tirc -O0 --run=hexagon %s A=@%t/A.npy S=@%t/S.npy --save=%t/o0 && diff -r %t/interp %t/o0
# RUN: %tirc -O3 --try-versions=0 --run=hexagon %s A=@%t/A.npy S=@%t/S.npy --save=%t/o3 && diff -r %t/interp %t/o3
# RUN: %tirc -O3 --try-versions=0 -mcpu=hexagonv60 -mattr=+hvxv60,+hvx-length128b --run=hexagon %s A=@%t/A.npy S=@%t/S.npy --save=%t/v60
# RUN: diff -r %t/interp %t/v60
# RUN: %tirc --target=hexagon -O0 --no-cse --no-loops --emit=ll %s | FileCheck %s
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((1024,), "uint8", align=128), S: T.Buffer((1024,), "int8", align=128),
         B: T.Buffer((1536,), "uint8", align=128), D: T.Buffer((384,), "int8", align=128)):
    T.func_attr({"tirx.noalias": True})
    # CHECK: V6.vavgubrnd
    B[0:128] = T.Cast("uint8x128", T.Cast("uint16x128", A[0:128]) + T.Cast("uint16x128", A[128:256]) + T.Broadcast(T.uint16(1), 128) >> T.Broadcast(T.uint16(1), 128))
    # CHECK: V6.vavgub.
    B[128:256] = T.Cast("uint8x128", T.Cast("int16x128", A[0:128]) + T.Cast("int16x128", A[256:384]) >> T.Broadcast(T.int16(1), 128))
    # CHECK: V6.vavgbrnd
    D[0:128] = T.Cast("int8x128", T.Cast("int16x128", S[0:128]) + T.Broadcast(T.int16(1), 128) + T.Cast("int16x128", S[128:256]) >> T.Broadcast(T.int16(1), 128))
    # CHECK: V6.vavgb.
    D[128:256] = T.Cast("int8x128", T.Cast("int16x128", S[0:128]) + T.Cast("int16x128", S[256:384]) >> T.Broadcast(T.int16(1), 128))
    # with one sign each, or two more than a half, it is none
    # CHECK-NOT: V6.vavg
    D[256:384] = T.Cast("int8x128", T.Cast("int16x128", S[0:128]) + T.Cast("int16x128", A[256:384]) >> T.Broadcast(T.int16(1), 128))
    B[256:384] = T.Cast("uint8x128", T.Cast("int16x128", A[0:128]) + T.Cast("int16x128", A[128:256]) + T.Broadcast(T.int16(2), 128) >> T.Broadcast(T.int16(1), 128))
    B[384:512] = T.Cast("uint8x128", T.Cast("uint16x128", S[0:128]) + T.Cast("uint16x128", S[128:256]) >> T.Broadcast(T.uint16(1), 128))
    # CHECK: V6.vasrhubrndsat.{{.*}}, i32 2)
    B[512:640] = T.Cast("uint8x128", T.Cast("uint16x128", A[0:128]) + T.Cast("uint16x128", A[1:129]) + T.Cast("uint16x128", A[2:130]) + T.Cast("uint16x128", A[3:131]) + T.Broadcast(T.uint16(2), 128) >> T.Broadcast(T.uint16(2), 128))
    # CHECK: V6.vasrhubsat.{{.*}}, i32 2)
    B[640:768] = T.Cast("uint8x128", T.Cast("uint16x128", A[0:128]) + T.Cast("uint16x128", A[1:129]) * T.Broadcast(T.uint16(3), 128) >> T.Broadcast(T.uint16(2), 128))
    # what may be no byte is cut
    # CHECK: V6.vshuffeb
    B[768:896] = T.Cast("uint8x128", T.Cast("uint16x128", A[0:128]) * T.Broadcast(T.uint16(5), 128) + T.Broadcast(T.uint16(2), 128) >> T.Broadcast(T.uint16(2), 128))
    # a sum that may wrap is not rounded by the instruction, which does not
    # CHECK: V6.vasrhubsat.{{.*}}, i32 7)
    B[896:1024] = T.Cast("uint8x128", T.max(T.min(T.Cast("int16x128", A[0:128]) * T.Broadcast(T.int16(128), 128) + T.Cast("int16x128", A[128:256]) + T.Broadcast(T.int16(64), 128) >> T.Broadcast(T.int16(7), 128), T.Broadcast(T.int16(255), 128)), T.Broadcast(T.int16(0), 128)))
    # CHECK: V6.vasruhubrndsat.{{.*}}, i32 7)
    B[1024:1152] = T.Cast("uint8x128", T.min(T.Cast("uint16x128", A[0:128]) * T.Broadcast(T.uint16(200), 128) + T.Broadcast(T.uint16(64), 128) >> T.Broadcast(T.uint16(7), 128), T.Broadcast(T.uint16(255), 128)))
    # CHECK: V6.vavgub.
    v = T.bind(T.Cast("uint16x128", A[0:128]) + T.Cast("uint16x128", A[512:640]))
    A[512:640] = T.Cast("uint8x128", T.Cast("uint16x128", A[640:768]))
    B[1152:1280] = T.Cast("uint8x128", v >> T.Broadcast(T.uint16(1), 128))
    # CHECK: V6.vavgubrnd
    # CHECK: V6.vavgubrnd
    B[1280:1536] = T.Cast("uint8x256", T.Cast("uint16x256", A[0:256]) + T.Cast("uint16x256", A[127:383]) + T.Broadcast(T.uint16(1), 256) >> T.Broadcast(T.uint16(1), 256))
    # CHECK: ret void
