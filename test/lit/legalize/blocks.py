# RUN: %tirc --emit=tir --legalize=blocks --after=legalize --verify-each %s | FileCheck %s
# A block becomes what one instance of it does: the axes' values in their places, under its
# predicate; the init where the reduce axes are at their least; views as what they view.
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

# CHECK: def sum
@T.prim_func(s_tir=True)
def sum(A: T.Buffer((16, 20), "int32"), B: T.Buffer((16,), "int32"), n: T.int32):
    for i, ko, ki in T.grid(16, 3, 8):
        # CHECK: for i, ko, ki in T.grid(16, 3, 8):
        # CHECK-NEXT: if ko * 8 + ki < n:
        # CHECK-NEXT: if ko * 8 + ki + 2 == 2:
        # CHECK-NEXT: B[i] = 0
        # CHECK-NEXT: B[i] = B[i] + A[i, ko * 8 + ki + 2 - 2]
        with T.sblock("sum"):
            vi = T.axis.spatial(16, i)
            vk = T.axis.reduce((2, 22), ko * 8 + ki + 2)
            T.where(ko * 8 + ki < n)
            T.reads(A[vi, vk - 2])
            T.writes(B[vi])
            with T.init():
                B[vi] = 0
            B[vi] = B[vi] + A[vi, vk - 2]

# An init without a reduce axis is run each time; an axis that reads memory is read once.
# CHECK: def gather
@T.prim_func(s_tir=True)
def gather(P: T.Buffer((16,), "int32"), A: T.Buffer((16,), "int32")):
    for i in range(16):
        # CHECK: for i in range(16):
        # CHECK-NEXT: v: T.let[T.int32] = P[i]
        # CHECK-NEXT: A[v] = 0
        # CHECK-NEXT: P[i] = A[v]
        with T.sblock("gather"):
            v = T.axis.spatial(16, P[i])
            u = T.axis.spatial(16, i)
            T.reads(A[v])
            T.writes(A[v], P[u])
            with T.init():
                A[v] = 0
            P[u] = A[v]

# CHECK: def views
@T.prim_func(s_tir=True)
def views(A: T.Buffer((8, 12), "int32"), B: T.Buffer((4,), "int32")):
    for i in range(2):
        # CHECK: for i in range(2):
        # CHECK-NEXT: A[i * 4 + 1, 2:6] = A[i * 4, T.Ramp(2, 1, 4)]
        # CHECK-NEXT: A[i * 4 + 1, 4] = i * 4 * 12 + 2
        # CHECK-NEXT: B[0] = 12
        # CHECK-NEXT: T.call_extern("void", "f", A.data, T.address_of(A[i * 4 + 1, 3]))
        with T.sblock("tile"):
            vi = T.axis.spatial(2, i)
            T.reads(A[vi * 4:vi * 4 + 4, 2:6])
            T.writes(A[vi * 4:vi * 4 + 4, 2:6])
            S = T.match_buffer(A[vi * 4:vi * 4 + 4, 2:6], (4, 4), "int32", strides=("s", "t"), offset_factor=1)
            R = T.match_buffer(S[1, 0:4], (4,), "int32", offset_factor=1)
            R[0:4] = S[0, T.Ramp(0, 1, 4)]
            R[2] = S.elem_offset
            B[0] = S.strides[0]
            T.call_extern("void", "f", S.data, T.address_of(R[1]))
