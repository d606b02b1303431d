# RUN: %tirc --target=hexagon --passes=verify --emit=ll --no-cse --no-loops %s | FileCheck %s
# Lanes a known way apart are rows of memory, shuffled; test/random_windows.py compares values.
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # Every other byte: the second row ends with the last lane.
    # CHECK-LABEL: @even
    @T.prim_func(s_tir=True)
    def even(A: T.Buffer((4096,), "uint8"), C: T.Buffer((4096,), "uint8")):
        T.func_attr({"tirx.noalias": True})
        # CHECK: getelementptr inbounds i8, ptr %A, i32 0
        # CHECK-NEXT: load <128 x i8>
        # CHECK: getelementptr inbounds i8, ptr %A, i32 127
        # CHECK-NEXT: load <128 x i8>
        # CHECK-NOT: load
        # CHECK: store <128 x i8>
        C[0:128] = A[0:256:2]

    # Rows of 32 out of a blocked layout.
    # CHECK-LABEL: @blocks
    @T.prim_func(s_tir=True)
    def blocks(A: T.Buffer((4096,), "uint8"), C: T.Buffer((4096,), "uint8")):
        T.func_attr({"tirx.noalias": True})
        # CHECK-COUNT-2: load <128 x i8>
        # CHECK-NOT: load
        # CHECK: store <128 x i8>
        for i in range(4):
            C[i * 128:i * 128 + 128] = A[T.Broadcast(i * 256, 128) + T.Ramp(0, 1, 128) // T.Broadcast(32, 128) * T.Broadcast(64, 128) + T.Ramp(0, 1, 128) % T.Broadcast(32, 128)]

    # Too far apart, too short, not known: lane by lane.
    # CHECK-LABEL: @lanes
    @T.prim_func(s_tir=True)
    def lanes(A: T.Buffer((65536,), "uint8"), B: T.Buffer((128,), "int32"), C: T.Buffer((4096,), "uint8")):
        T.func_attr({"tirx.noalias": True})
        # CHECK-NOT: load <{{[0-9]+}} x i8>
        # CHECK: ret void
        C[0:128] = A[0:12800:100]
        C[128:160] = A[0:64:2]
        C[256:384] = A[B[0:128]]
