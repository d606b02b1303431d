# RUN: %tirc --emit=tir -O0 %s | FileCheck %s
# Buffers: parameters, symbolic shapes, allocations, views.
from tvm.script import tirx as T

m = TypeVar("m")
RUN = ("not ours", {"a": [1, 2]})

# CHECK: m = TypeVar("m")
# CHECK-LABEL: def params
# CHECK-SAME: (A: T.Buffer(("n", "k * T.int64(2)"), "float32"), B: T.Buffer((n,), "int8", offset_factor=4),
# CHECK-SAME: C: T.Buffer((m,), "float32", elem_offset=m), D: T.Buffer((), "float32"), E: T.Buffer((8,), "float32"),
# CHECK-SAME: F: T.Buffer((4, 8), "int8", strides=(16, 1), elem_offset=32, scope="global.vtcm", align=128, offset_factor=16),
# CHECK-SAME: G: T.Buffer((8, 8), "float32", strides=("s0", 1)), k: T.int64):
@T.prim_func
def params(A: T.Buffer(("n", "k * 2")), B: T.Buffer((n,), "int8", offset_factor=4), C: T.Buffer((m,), "float32", elem_offset=m), D: T.Buffer((), "float32"), E: T.Buffer(8, "float32"), F: T.Buffer((4, 8), "int8", strides=(16, 1), elem_offset=32, scope="global.vtcm", align=128, offset_factor=16), G: T.Buffer((8, 8), "float32", strides=("s0", 1)), k: T.int64):
    # CHECK: D[()] = E[7]
    D[()] = E[7]
    # CHECK: B[B.elem_offset] = F[n, k]
    B[B.elem_offset] = F[A.shape[0], k]
    # CHECK: G[G.strides[0], 0] = T.float32(1.0)
    G[s0, 0] = 1.0


# CHECK-LABEL: def matched(A: T.Buffer(("n",), "float32"), n: T.int32, B: T.Buffer(("p",), "int8")):
@T.prim_func
def matched(a: T.handle, n: T.int32, b: T.handle):
    p = T.int32()
    A = T.match_buffer(a, (n,))
    B = T.match_buffer(b, (p,), "int8")
    # CHECK: A[p] = T.float32(0.0)
    A[p] = 0.0


# CHECK-LABEL: def quotes(A: T.Buffer(("T.Cast(\"int64\", n) * k",), "float32"), k: T.int64):
@T.prim_func
def quotes(A: T.Buffer(("T.Cast('int64', n) * k",)), k: T.int64):
    A[k] = 1.0


# CHECK-LABEL: def memory
@T.prim_func
def memory(A: T.Buffer((4, 4), "float32"), q: T.handle("int8", "global")):
    # CHECK-NEXT: B = T.alloc_buffer((16,), scope="global.vtcm")
    B = T.alloc_buffer((16,), "float32", scope="global.vtcm")
    # CHECK-NEXT: C = T.alloc_local((16,), "int8")
    C = T.alloc_local((16,), "int8")
    # CHECK-NEXT: D = T.alloc_shared((16,))
    D = T.alloc_shared((16,))
    # CHECK-NEXT: E = T.alloc_buffer((4,))
    E = T.decl_buffer((4,))
    # CHECK-NEXT: F = A.view(16)
    F = A.view(16)
    # CHECK-NEXT: G = A.view("float16")
    G = A.view("float16")
    # CHECK-NEXT: H = T.decl_buffer((2, 2), "int32", data=A.data, strides=(8, 1), elem_offset=2)
    H = T.decl_buffer((2, 2), "int32", data=A.data, strides=(8, 1), elem_offset=2)
    # CHECK-NEXT: K = T.decl_buffer((4,), "int8", data=q)
    K = T.decl_buffer((4,), "int8", data=q)
    # CHECK-NEXT: L = T.decl_buffer((16,), "int8", data=C.data, scope="local")
    L = T.decl_buffer((16,), "int8", data=C.data)
    # CHECK-NEXT: F[5] = A[1, 2]
    F[5] = A[1, 2]
    # CHECK-NEXT: G[3, 7] = T.float16(1.0)
    G[3, 7] = 1.0
    # CHECK-NEXT: B1 = T.alloc_buffer((1,))
    # CHECK-NEXT: B1[0] = T.float32(2.0)
    B1 = T.alloc_buffer((1,))
    B1 = 2.0
