# Calls: C functions by name, pure ones told apart, math through LLVM's intrinsics or libm.
# RUN: %tirc -O0 --emit=ll -mtriple=x86_64-unknown-linux-gnu %s | FileCheck %s
from tvm.script import tirx as T

# CHECK-LABEL: define void @calls(
@T.prim_func(s_tir=True)
def calls(A: T.Buffer((4,), "float32"), x: T.int32):
    # CHECK: call float @expf(float
    A[0] = T.exp(A[1])
    # CHECK: call float @llvm.sqrt.f32(
    A[1] = T.sqrt(A[1])
    # CHECK: call float @pure_one(float
    A[2] = T.call_pure_extern("float32", "pure_one", A[0])
    # CHECK: call i32 @opaque(ptr %A, i32 %x)
    T.evaluate(T.call_extern("int32", "opaque", A.data, x))
    # The call may have written A[0]: it is read again.
    # CHECK: load float
    # CHECK: call float @changes(
    # CHECK: load float
    A[3] = A[0] + T.call_extern("float32", "changes", A.data) + A[0]

# CHECK: declare float @pure_one(float) #[[P:[0-9]+]]
# CHECK: declare i32 @opaque(ptr, i32){{$}}
# CHECK: attributes #[[P]] = { {{.*}}memory(none)
