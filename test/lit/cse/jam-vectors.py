# RUN: %tirc --target=hexagon --emit=tir %s | FileCheck %s
# RUN: %tirc --target=hexagon -O1 --emit=tir %s | FileCheck --check-prefix=SCALAR %s
# RUN: %tirc --target=hexagon -fno-vectorize --emit=tir %s | FileCheck --check-prefix=SCALAR %s
# RUN: %tirc --target=hexagon -mcpu=hexagonv67 --emit=tir %s | FileCheck --check-prefix=SCALAR %s
# Innermost loops of which LLVM makes vectors (-O2 and HVX): what is worth doing side by side.
from tvm.script import tirx as T

# A row of C is one vector and four elements, which LLVM keeps in registers through all k: four k at once
# would save nothing, two rows share what they read of B.  Element by element it is the other way round.
# CHECK-LABEL: def product
# CHECK: for i in range(0, 32, 2):
# CHECK-NEXT: for k, j in T.grid(40, 36):
# CHECK-NEXT: C[i, j] = C[i, j] + A[i, k] * B[k, j]
# CHECK-NEXT: C[i + 1, j] = C[i + 1, j] + A[i + 1, k] * B[k, j]
# SCALAR-LABEL: def product
# SCALAR: for k in range(0, 40, 4):
@T.prim_func(s_tir=True)
def product(A: T.Buffer((32, 40), "int32"), B: T.Buffer((40, 36), "int32"), C: T.Buffer((32, 36), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(32):
        for k in range(40):
            for j in range(36):
                C[i, j] = C[i, j] + A[i, k] * B[k, j]

# 32 biases are one vector, which stays in its register: several i would share nothing.
# CHECK-LABEL: def bias
# CHECK: for i, h, c in T.grid(64, 16, 32):
# SCALAR-LABEL: def bias
# SCALAR: for i in range(0, 64, 4):
@T.prim_func(s_tir=True)
def bias(A: T.Buffer((64, 16, 32), "int32"), B: T.Buffer((32,), "int32"), C: T.Buffer((64, 16, 32), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(64):
        for h in range(16):
            for c in range(32):
                C[i, h, c] = T.max(T.min(A[i, h, c] + B[c] + 128 >> 8, 127), -128)

# Elements far apart are no vectors.
# CHECK-LABEL: def columns
# CHECK: for k in range(0, 40, 4):
@T.prim_func(s_tir=True)
def columns(A: T.Buffer((32, 40), "int32"), B: T.Buffer((36, 40), "int32"), C: T.Buffer((32, 36), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(32):
        for k in range(40):
            for j in range(36):
                C[i, j] = C[i, j] + A[i, k] * B[j, k]
