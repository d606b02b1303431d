# RUN: %tirc --legalize=none --target=hexagon -O0 --no-cse --no-loops --emit=ll %s | FileCheck %s
# The alignment of a vector in a buffer of several dimensions is what all of its indices promise together.
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def f(A: T.Buffer((8, 512), "uint8", align=128), B: T.Buffer((4, 128), "uint8", align=128), C: T.Buffer((4, 96), "uint8", align=128)):
    T.func_attr({"tirx.noalias": True})
    for i in range(4):
        # CHECK: load <128 x i8>, ptr %{{.*}}, align 2
        # CHECK: store <128 x i8> %{{.*}}, ptr %{{.*}}, align 128
        B[i, 0:128] = A[i, 126:254]
        # CHECK: load <64 x i8>, ptr %{{.*}}, align 64
        # CHECK: store <64 x i8> %{{.*}}, ptr %{{.*}}, align 32
        C[i, 0:64] = A[i, 192:256]
