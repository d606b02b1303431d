# Vector accesses: whole where the lanes lie side by side, else lane by lane; masks are branches.
# RUN: %tirc -O0 --emit=ll -mtriple=x86_64-unknown-linux-gnu %s | FileCheck %s
from tvm.script import tirx as T

# CHECK-LABEL: define void @vectors(
@T.prim_func(s_tir=True)
def vectors(A: T.Buffer((256,), "int32"), B: T.Buffer((256,), "int32"), x: T.int32):
    # Nothing is known of x, the store is 16-byte aligned.
    # CHECK: load <4 x i32>, ptr {{.*}}, align 4
    # CHECK: store <4 x i32> {{.*}}, align 16
    B[0:4] = A[x:x + 4]
    # CHECK: load <4 x i32>, ptr {{.*}}, align 16
    B[4:8] = A[x * 4:x * 4 + 4]
    # CHECK: getelementptr inbounds i32, ptr {{.*}}, i64 -1
    # CHECK: insertelement <2 x i32> {{.*}}, i32 1
    # CHECK: getelementptr inbounds i32, ptr {{.*}}, i64 3
    # CHECK: extractelement <2 x i32> {{.*}}, i32 1
    B[T.Ramp(x, 3, 2)] = A[T.Ramp(x, -1, 2)]
    # CHECK: shufflevector <2 x i32> {{.*}} zeroinitializer
    # CHECK: store <2 x i32>
    B[4:6] = T.Broadcast(x, 2)

# CHECK-LABEL: define void @masked(
@T.prim_func(s_tir=True)
def masked(A: T.Buffer((256,), "int32"), x: T.int32):
    # CHECK: icmp slt <2 x i32> <i32 0, i32 1>
    # CHECK: br i1 {{.*}}, label %lane, label %lane.end
    # CHECK: lane:
    # CHECK: store i32
    T.masked_store(A, T.Broadcast(x, 2), T.Ramp(0, 1, 2), T.Ramp(0, 1, 2) < T.Broadcast(x, 2))

# Booleans are bytes in memory.
# CHECK-LABEL: define void @bools(
@T.prim_func(s_tir=True)
def bools(A: T.Buffer((256,), "int32"), M: T.Buffer((64,), "bool")):
    # CHECK: zext <4 x i1> {{.*}} to <4 x i8>
    # CHECK: store <4 x i8>
    M[0:4] = A[0:4] < A[4:8]

# A view at an offset is aligned as its elements alone.
# CHECK-LABEL: define void @offset(
@T.prim_func(s_tir=True)
def offset(A: T.Buffer((128,), "int32"), B: T.Buffer((32,), "int32")):
    V = T.decl_buffer((64,), "int32", data=A.data, elem_offset=3)
    # CHECK: load <32 x i32>, ptr {{.*}}, align 4
    # CHECK: store <32 x i32> {{.*}}, align 64
    B[0:32] = V[T.Ramp(0, 1, 32)]
