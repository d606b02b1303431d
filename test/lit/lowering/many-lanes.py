# An access of many lanes that lie apart is a loop over memory on the stack: the same results, and no minutes of LLVM.

# UNSUPPORTED: asan
# (What is long here is LLVM and qemu, which are not instrumented.)
# RUN: %tirc -O0 --emit=ll %s | FileCheck %s
# RUN: %tirc --run=interp --save=%t.i %s n=1000
# RUN: %tirc --run=jit -O0 --save=%t.0 %s n=1000
# RUN: %tirc --run=jit -O2 --save=%t.2 %s n=1000
# RUN: %tirc --run=hexagon -O0 --save=%t.h0 %s n=1000
# RUN: %tirc --run=hexagon -O2 --save=%t.h2 %s n=1000
# RUN: diff -r %t.i %t.0
# RUN: diff -r %t.i %t.2
# RUN: diff -r %t.i %t.h0
# RUN: diff -r %t.i %t.h2

# CHECK-LABEL: define void @main
# CHECK: alloca
# CHECK: lanes:
# CHECK: %lane = phi i64 [ 0, %after ], [ [[UP:%[0-9]+]], %lanes.next ]
# CHECK-NOT: insertelement <256 x i32> %{{[0-9]+}}, i32 %{{[0-9]+}}, i32 1{{$}}

# from tvm.script import tirx as T

@T.prim_func
def main(A: T.Buffer((1024,), "int32"), J: T.Buffer((1024,), "int32"), n: T.int32, B: T.Buffer((4096,), "int32"), C: T.Buffer((4096,), "int8"), D: T.Buffer((16, 300), "int16"), E: T.Buffer((512,), "int16x2"), M: T.Buffer((2048,), "bool")):
    for i in range(1024):
        A[i] = i * 37 % 1024
        J[i] = i * 85 % 1024
    # strided, downwards, with a step that is a variable, at indices from memory
    B[T.Ramp(0, 7, 256)] = A[T.Ramp(3, 2, 256)]
    B[T.Ramp(1, 7, 256)] = A[T.Ramp(1023, -1, 256)]
    B[T.Ramp(2, n // 500, 130)] = A[T.Ramp(0, n // 200, 130)]
    B[T.Ramp(3, 7, 512)] = A[J[T.Ramp(512, 1, 512)]]
    B[J[T.Ramp(0, 1, 200)] * 4] = T.Broadcast(n, 200)
    # other types; a lane written twice has the last value
    C[T.Ramp(5, 3, 1024)] = T.Cast("int8x1024", A[T.Ramp(0, 1, 1024)])
    C[J[T.Ramp(0, 1, 300)] // 8] = T.Cast("int8x300", A[T.Ramp(0, 1, 300)])
    D[T.int32(3), T.Ramp(299, -1, 300)] = T.Cast("int16x300", A[T.Ramp(2, 3, 300)])
    M[T.Ramp(0, 8, 256)] = A[T.Ramp(0, 4, 256)] < T.Broadcast(n // 2, 256)
