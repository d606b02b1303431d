# Operators: floor division by kind of divisor; nsw for signed 32 bits and more, as TIR says.
# RUN: %tirc -O0 --emit=ll -mtriple=x86_64-unknown-linux-gnu %s | FileCheck %s
from tvm.script import tirx as T

# CHECK-LABEL: define void @arith(
@T.prim_func(s_tir=True)
def arith(A: T.Buffer((16,), "int32"), U: T.Buffer((16,), "uint32"), S: T.Buffer((16,), "int8"),
          F: T.Buffer((16,), "float32"), x: T.int32, y: T.int32, f: T.float32):
    # CHECK: add nsw i32 %x, %y
    A[0] = x + y
    # CHECK: ashr i32 %x, 3
    A[1] = x // 8
    # CHECK: and i32 %x, 7
    A[2] = x % 8
    # CHECK: srem i32 %x, 7
    # CHECK: sdiv i32 %x, 7
    A[3] = x // 7
    # CHECK: xor
    # CHECK: icmp slt i32 {{.*}}, 0
    # CHECK: sdiv i32 %x, %y
    # CHECK: select i1
    A[4] = x // y
    # CHECK-NOT: srem
    # CHECK: sdiv i32 %x, %y
    A[5] = T.truncdiv(x, y)
    # CHECK: = add i32
    U[0] = U[1] + U[2]
    # CHECK: = add i8
    S[0] = S[1] + S[2]
    # CHECK: udiv i32
    U[3] = U[4] // U[5]
    # CHECK: lshr i32
    U[6] = U[7] >> T.uint32(3)
    # CHECK: fcmp olt float
    # CHECK: select
    F[0] = T.min(f, F[1])
    # CHECK: fptosi float
    A[6] = T.Cast("int32", f)

# CHECK-LABEL: define void @narrow_floats(
@T.prim_func(s_tir=True)
def narrow_floats(H: T.Buffer((4,), "float16"), B: T.Buffer((4,), "bfloat16")):
    # CHECK: fadd half
    H[0] = H[1] + H[2]
    # bfloat16 is its bits: computed as float, rounded to nearest even.
    # CHECK: load i16
    # CHECK: fadd float
    # CHECK: add i32 {{.*}}, 32767
    # CHECK: store i16
    B[0] = B[1] + B[2]
