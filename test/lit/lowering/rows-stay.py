# A loop that copies vectors stays one: LLVM makes no call of memcpy(), memmove() or memset() of it, of which nobody knows how long it takes.
# RUN: %tirc --target=hexagon -O3 -S -o - %s | FileCheck %s
# CHECK-LABEL: copy:
# CHECK-NOT: call mem
# CHECK-LABEL: fill:
# CHECK-NOT: call mem
# CHECK: .size fill
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def copy(O: T.Buffer((6, 390), "int16"), A: T.Buffer((6, 860), "int16"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(6):
        for j in range(n):
            O[i, j * 32:j * 32 + 32] = A[i, j * 32 + 5:j * 32 + 37]


@T.prim_func(s_tir=True)
def fill(O: T.Buffer((64, 64), "int16"), n: T.int32):
    for i in range(n):
        O[i, 0:64] = T.Broadcast(T.int16(257), 64)
