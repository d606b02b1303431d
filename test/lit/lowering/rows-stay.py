# Keep a loop that copies vectors, with an unknown trip count: LLVM must not replace it by a call of memcpy().
# RUN: %tirc --target=hexagon -O3 -S -o - %s | FileCheck %s
# CHECK-LABEL: copy:
# CHECK-NOT: call memcpy
# CHECK: .size copy
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def copy(O: T.Buffer((6, 390), "int16"), A: T.Buffer((6, 860), "int16"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(6):
        for j in range(n):
            O[i, j * 32:j * 32 + 32] = A[i, j * 32 + 5:j * 32 + 37]
