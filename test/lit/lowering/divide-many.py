# Divisions of more than 128 lanes are done by a loop over memory: LLVM takes minutes for one lane after the other.  By a
# power of two they stay what they are.
# RUN: %tirc -O0 --emit=ll %s | FileCheck %s
# CHECK: {{^}}lanes:
# CHECK: sdiv i32
# CHECK: srem i32 %{{.*}}, 10
# CHECK: ashr <256 x i32>
# CHECK: udiv i8
from tvm.script import tirx as T

@T.prim_func
def main(A: T.Buffer((256,), "int32"), B: T.Buffer((4, 256), "int32"), C: T.Buffer((256,), "uint8"), k: T.int32):
    B[0, T.Ramp(0, 1, 256)] = A[T.Ramp(0, 1, 256)] // T.Broadcast(k, 256)
    B[1, T.Ramp(0, 1, 256)] = A[T.Ramp(0, 1, 256)] % T.Broadcast(-10, 256) + A[T.Ramp(0, 1, 256)] % T.Broadcast(10, 256)
    B[2, T.Ramp(0, 1, 256)] = A[T.Ramp(0, 1, 256)] // T.Broadcast(16, 256)
    B[3, T.Ramp(0, 1, 256)] = T.truncmod(A[T.Ramp(0, 1, 256)], T.Ramp(1, 1, 256))
    C[T.Ramp(0, 1, 256)] = T.Cast("uint8x256", A[T.Ramp(0, 1, 256)]) // T.Broadcast(T.uint8(3), 256)
