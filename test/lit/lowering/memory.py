# Allocations: small ones of constant size on the stack; others on the heap, and freed on every way out.
# RUN: %tirc -O0 --emit=ll -mtriple=x86_64-unknown-linux-gnu %s | FileCheck %s
from tvm.script import tirx as T

# CHECK-LABEL: define i32 @memory(
@T.prim_func(s_tir=True)
def memory(A: T.Buffer((4,), "int32"), n: T.int32) -> T.int32:
    # CHECK: alloca i8, i32 64, align 128
    B = T.alloc_buffer((16,), "int32", scope="local")
    B[n] = A[0]
    # CHECK: %[[C:.*]] = call ptr @malloc(
    C = T.alloc_buffer((n,), "int32")
    C[0] = 1
    # CHECK: %[[D:.*]] = call ptr @malloc(i64 262272)
    D = T.alloc_buffer((65536,), "int32")
    D[n] = 1
    # CHECK: call void @free(ptr %[[D]])
    # CHECK-NEXT: call void @free(ptr %[[C]])
    # CHECK-NEXT: ret i32
    if n > 3:
        return 1
    A[1] = B[n] + C[0] + D[n]
    # CHECK: call void @free(ptr %[[D]])
    # CHECK-NEXT: call void @free(ptr %[[C]])
    # CHECK-NEXT: ret i32
    return 0
