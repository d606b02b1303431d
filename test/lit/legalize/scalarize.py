# RUN: %python -c "import numpy as n; [n.save('%t.' + x + '.npy', (n.arange(64) * 3 %% 41 - 20).astype(t)) for x, t in (('h', 'float16'), ('f', 'float32'), ('i', 'int32'))]; n.save('%t.w.npy', n.arange(64, dtype='float32').reshape(16, 4)[:4])"
# RUN: %tirc --emit=tir --after=legalize --legalize=scalarize --verify-each %s | FileCheck %s
# RUN: %tirc --run=interp --function=add --legalize=none --save=%t.1 %s A=@%t.h.npy B=@%t.h.npy C=@%t.h.npy
# RUN: %tirc --run=interp --function=add --legalize=scalarize --save=%t.2 %s A=@%t.h.npy B=@%t.h.npy C=@%t.h.npy
# RUN: cmp %t.1/C.npy %t.2/C.npy
# RUN: %tirc --run=interp --function=named --legalize=none --save=%t.1 %s A=@%t.f.npy B=@%t.f.npy C=@%t.f.npy
# RUN: %tirc --run=interp --function=named --legalize=scalarize --save=%t.2 %s A=@%t.f.npy B=@%t.f.npy C=@%t.f.npy
# RUN: cmp %t.1/C.npy %t.2/C.npy
# RUN: %tirc --run=interp --function=meets --legalize=none --save=%t.1 %s A=@%t.f.npy C=@%t.f.npy
# RUN: %tirc --run=interp --function=meets --legalize=scalarize --save=%t.2 %s A=@%t.f.npy C=@%t.f.npy
# RUN: cmp %t.1/A.npy %t.2/A.npy
# RUN: cmp %t.1/C.npy %t.2/C.npy
# RUN: %tirc --run=interp --function=masked --legalize=none --save=%t.1 %s A=@%t.f.npy C=@%t.f.npy n=5
# RUN: %tirc --run=interp --function=masked --legalize=scalarize --save=%t.2 %s A=@%t.f.npy C=@%t.f.npy n=5
# RUN: cmp %t.1/C.npy %t.2/C.npy
# RUN: %tirc --target=hexagon --emit=ll --function=add %s | FileCheck %s --check-prefix=HEX
# RUN: %tirc --emit=ll --function=add %s | FileCheck %s --check-prefix=HOST
# RUN: %tirc --target=hexagon --emit=tir %s | FileCheck %s --check-prefix=TEXT
# Hexagon has no vectors of floats: LLVM is handed loops.  The host has them, and a text to be printed keeps them.
# HEX: define {{.*}}@add(
# HEX-NOT: <16 x half>
# HOST: fadd <16 x half>
# TEXT: C[i * 16:i * 16 + 16] = A[T.Ramp(i * 16, 1, 16)] + B[T.Ramp(i * 16, 1, 16)]
from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
    # CHECK-LABEL: def add
    @T.prim_func(s_tir=True)
    def add(A: T.Buffer((64,), "float16"), B: T.Buffer((64,), "float16"), C: T.Buffer((64,), "float16")):
        T.func_attr({"tirx.noalias": True})
        # CHECK: for i, lane in T.grid(4, 16):
        # CHECK-NEXT: C[i * 16 + lane] = A[i * 16 + lane] + B[i * 16 + lane]
        for i in range(4):
            C[i * 16:i * 16 + 16] = A[i * 16:i * 16 + 16] + B[i * 16:i * 16 + 16]

    # A name of one lane; what all lanes share in front; rows of one buffer that do not meet.
    # CHECK-LABEL: def named
    @T.prim_func(s_tir=True)
    def named(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
        T.func_attr({"tirx.noalias": True})
        # CHECK: shared = T.bind(B[3] + T.float32(1.0))
        # CHECK-NEXT: for lane in range(16):
        # CHECK-NEXT: x = T.bind(A[lane] * shared)
        # CHECK-NEXT: C[lane] = x + x
        # CHECK-NEXT: C[16 + lane] = T.fabs(x)
        # CHECK-NEXT: C[63] = C[40]
        x = T.bind(A[0:16] * T.Broadcast(B[3] + T.float32(1), 16))
        C[0:16] = x + x
        C[16:32] = T.fabs(x)
        C[63] = C[40]

    # A vector that a loop behind uses stays one.
    # CHECK-LABEL: def leaves
    @T.prim_func(s_tir=True)
    def leaves(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
        T.func_attr({"tirx.noalias": True})
        # CHECK: x = T.bind(A[T.Ramp(0, 1, 16)] * A[T.Ramp(0, 1, 16)])
        # CHECK-NEXT: C[0:16] = x + x
        x = T.bind(A[0:16] * A[0:16])
        C[0:16] = x + x
        for i in range(2):
            C[16 * i + 16:16 * i + 32] = x

    # Lanes that meet: a row shifted by one; parameters that may be one buffer.
    # CHECK-LABEL: def meets
    @T.prim_func(s_tir=True)
    def meets(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
        # CHECK: A[1:17] = A[T.Ramp(0, 1, 16)] * T.Broadcast(T.float32(2.0), 16)
        # CHECK-NEXT: for lane in range(16):
        # CHECK-NEXT: A[lane * 2] = A[1 + lane * 2] * T.float32(2.0)
        # CHECK-NEXT: A[0:16] = C[T.Ramp(0, 1, 16)] * T.Broadcast(T.float32(3.0), 16)
        # CHECK-NEXT: C[0:16] = T.Broadcast(C[15] + T.float32(1.0), 16)
        A[1:17] = A[0:16] * T.Broadcast(T.float32(2), 16)
        A[0:32:2] = A[1:33:2] * T.Broadcast(T.float32(2), 16)
        A[0:16] = C[0:16] * T.Broadcast(T.float32(3), 16)
        C[0:16] = T.Broadcast(C[15] + T.float32(1), 16)

    # Buffers of vectors are seen by element.
    # CHECK-LABEL: def wide
    @T.prim_func(s_tir=True)
    def wide(A: T.Buffer((4,), "float32x4"), C: T.Buffer((4,), "float32x4")):
        T.func_attr({"tirx.noalias": True})
        # CHECK: A_1 = T.decl_buffer((16,), data=A.data)
        # CHECK: for lane in range(4):
        # CHECK-NEXT: C_1[i * 4 + lane] = A_1[i * 4 + lane] * A_1[i * 4 + lane]
        for i in range(4):
            C[i] = A[i] * A[i]

    # What is not of floats stays a vector; what a float needs does not.
    # CHECK-LABEL: def integers
    @T.prim_func(s_tir=True)
    def integers(A: T.Buffer((64,), "int32"), C: T.Buffer((64,), "float32")):
        T.func_attr({"tirx.noalias": True})
        # CHECK: A[0:16] = A[T.Ramp(0, 1, 16)] + A[T.Ramp(0, 1, 16)]
        # CHECK-NEXT: for lane in range(16):
        # CHECK-NEXT: y = T.bind(A[lane] * 3)
        # CHECK-NEXT: C[lane] = T.Cast("float32", y)
        A[0:16] = A[0:16] + A[0:16]
        y = T.bind(A[0:16] * T.Broadcast(3, 16))
        C[0:16] = T.Cast("float32x16", y)

    # A lane that is off is not stored, and loads 0.
    # CHECK-LABEL: def masked
    @T.prim_func(s_tir=True)
    def masked(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32"), n: T.int32):
        T.func_attr({"tirx.noalias": True})
        # CHECK: for lane in range(8):
        # CHECK-NEXT: if lane < n:
        # CHECK-NEXT: C[lane] = T.if_then_else(lane < n - 2, A[lane], T.float32(0.0)) + T.float32(1.0)
        T.masked_store(C, T.masked_load("float32x8", A, T.Ramp(0, 1, 8), T.Ramp(0, 1, 8) < T.Broadcast(n - 2, 8)) + T.Broadcast(T.float32(1), 8), T.Ramp(0, 1, 8), T.Ramp(0, 1, 8) < T.Broadcast(n, 8))
