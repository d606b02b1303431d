# Loops of two iterations on vectors, in a loop, are full unroll; rows that share what lies at y // 2 are done together.
# RUN: %tirc -O3 --target=hexagon --explain --emit=tir %s -o %t.tir 2> %t.why && FileCheck %s < %t.tir && FileCheck --check-prefix=WHY %s < %t.why
# RUN: %tirc -O3 --target=hexagon --lanes=0 --explain --emit=tir %s -o /dev/null 2>&1 | FileCheck --check-prefix=NONE %s
# RUN: %tirc -O3 --target=hexagon --passes=verify --emit=ll %s -o - | FileCheck --check-prefix=LL %s
# WHY: loop 'x': full unroll; iterations: 2
# WHY-NOT: full unroll
# NONE: remark: loop 'i': unrolled and jammed by a factor of 4
# NONE-NOT: full unroll
# LL: !"llvm.loop.unroll.count", i32 2
# LL-NOT: llvm.loop.unroll.count
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 256), "uint8", align=128), B: T.Buffer((16, 256), "uint8", align=128), C: T.Buffer((3, 384), "uint8", align=128), D: T.Buffer((256,), "uint8", align=128)):
    T.func_attr({"tirx.noalias": True})
    for i in range(8):
        for j in range(256):
            A[i, j] = T.Cast("uint8", i * 37 + j * 11)
    # CHECK: for y in range(16):
    # CHECK-NEXT: cse_v{{[0-9]+}} = T.bind(A[y // 2, T.Ramp(0, 1, 128)])
    # CHECK: B[y, 0:128] =
    # CHECK: cse_v{{[0-9]+}} = T.bind(A[y // 2, T.Ramp(128, 1, 128)])
    # CHECK: B[y, 128:256] =
    for y in range(16):
        for x in range(128, 384, 128):
            v = T.bind(A[y // 2, T.Ramp(x - 128, 1, 128)])
            B[y, x - 128:x] = T.Cast("uint8x128", T.max(T.min(T.Cast("int32x128", v) * T.Broadcast(298, 128) + T.Cast("int32x128", A[7 - y // 2, T.Ramp(x - 128, 1, 128)]) * T.Broadcast(y, 128) >> T.Broadcast(8, 128), T.Broadcast(255, 128)), T.Broadcast(0, 128)))
            B[y, x - 128:x] = T.Cast("uint8x128", T.Broadcast(3, 128) * T.Cast("int32x128", v) * T.Cast("int32x128", B[y, T.Ramp(x - 128, 1, 128)]) >> T.Broadcast(2, 128))
    # three iterations; a loop in no other
    # CHECK: for y, x in T.grid(3, 3):
    # CHECK: for x in range(2):
    for y in range(3):
        for x in range(3):
            C[y, x * 128:x * 128 + 128] = A[y, x * 64:x * 64 + 128]
    for x in range(2):
        D[x * 128:x * 128 + 128] = A[0, x * 128:x * 128 + 128]

# UNSUPPORTED: slow-with-sanitizers
