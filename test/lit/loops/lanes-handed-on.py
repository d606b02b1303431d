# LLVM unrolls short loops wholly and hands on in registers what they store into an allocation.  They stay as they are where the
# loop behind takes it element by element; where that becomes vectors, they do, too.
# RUN: %tirc --target=hexagon -O3 --emit=tir %s | FileCheck %s
from tvm.script import tirx as T


# CHECK-LABEL: def changes(
# CHECK:      for i in range(23):
# CHECK-NEXT:     S[i] = A[i + 1]
# CHECK-NEXT: for i in range(23):
# CHECK-NEXT:     Q[i] = A[i]
@T.prim_func(s_tir=True)
def changes(A: T.Buffer((24,), "int32"), O: T.Buffer((23,), "int32")):
    T.func_attr({"tirx.noalias": True})
    S = T.alloc_buffer((23,), "int32")
    Q = T.alloc_buffer((23,), "int32")
    N = T.alloc_buffer((23,), "bool")
    for i in range(23):
        S[i] = A[i + 1]
    for i in range(23):
        Q[i] = A[i]
    for i in range(23):
        N[i] = S[i] != Q[i]
    O[0] = T.Cast("int32", N[0])
    for i in range(22):
        O[i + 1] = O[i] + T.Cast("int32", N[i + 1])


# CHECK-LABEL: def added(
# CHECK: S[i:i + 32] =
# CHECK: O[i:i + 32] =
@T.prim_func(s_tir=True)
def added(A: T.Buffer((33,), "int16"), O: T.Buffer((32,), "int16")):
    T.func_attr({"tirx.noalias": True})
    S = T.alloc_buffer((32,), "int16")
    for i in range(32):
        S[i] = A[i + 1] * T.int16(3)
    for i in range(32):
        O[i] = S[i] + A[i]
