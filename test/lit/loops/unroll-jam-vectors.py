# REQUIRES: isl
# RUN: %tirc --target=hexagon --lanes=0 --emit=tir %s | FileCheck %s
# RUN: %tirc --target=hexagon -O1 --emit=tir %s | FileCheck --check-prefix=SCALAR %s
# RUN: %tirc --target=hexagon -fno-vectorize --emit=tir %s | FileCheck --check-prefix=SCALAR %s
# RUN: %tirc --target=hexagon -mattr=-hvx --emit=tir %s | FileCheck --check-prefix=SCALAR %s
# RUN: %tirc --target=hexagon --lanes=0 -O3 --emit=tir %s | FileCheck --check-prefix=O3 %s
# Innermost loops of which LLVM makes vectors (-O2, HVX and --lanes=0): where unroll-and-jam pays.
from tvm.script import tirx as T

# A row of C is one vector and four elements, which LLVM keeps in registers through all k: four k at once
# would save nothing, two rows share half of what they read of B, too little; four take too many registers.
# Element by element it is another thing.
# CHECK-LABEL: def product
# CHECK: for i, k, j in T.grid(32, 40, 36):
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

# Four sums have their lanes added up in less than four times the time; not if scalars stand between.
# CHECK-LABEL: def dot128
# CHECK: for i in range(0, 64, 4):
# SCALAR-LABEL: def dot128
@T.prim_func(s_tir=True)
def dot128(A: T.Buffer((64, 128), "int32"), x: T.Buffer((128,), "int32"), y: T.Buffer((64,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(64):
        for j in range(128):
            y[i] = y[i] + A[i, j] * x[j]

# CHECK-LABEL: def dot124
# CHECK: for i, j in T.grid(64, 124):
# SCALAR-LABEL: def dot124
@T.prim_func(s_tir=True)
def dot124(A: T.Buffer((64, 124), "int32"), x: T.Buffer((124,), "int32"), y: T.Buffer((64,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(64):
        for j in range(124):
            y[i] = y[i] + A[i, j] * x[j]

# 124 elements of y are three vectors and seven of four elements: all in registers, nothing to share.
# CHECK-LABEL: def axpy124
# CHECK: for i, j in T.grid(64, 124):
# SCALAR-LABEL: def axpy124
# SCALAR: for i in range(0, 64, 4):
@T.prim_func(s_tir=True)
def axpy124(A: T.Buffer((64, 124), "int32"), x: T.Buffer((64,), "int32"), y: T.Buffer((124,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(64):
        for j in range(124):
            y[j] = y[j] + A[i, j] * x[i]

# A row of vectors stays in registers whether it is gone through upwards or downwards.
# CHECK-LABEL: def axpy256
# CHECK: for i, j in T.grid(64, 256):
# SCALAR-LABEL: def axpy256
# SCALAR: for i in range(0, 64, 4):
# O3-LABEL: def axpy256
# O3: for i, j in T.grid(64, 256):
@T.prim_func(s_tir=True)
def axpy256(A: T.Buffer((64, 256), "int32"), x: T.Buffer((64,), "int32"), y: T.Buffer((256,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(64):
        for j in range(256):
            y[j] = y[j] + A[i, j] * x[i]

# CHECK-LABEL: def axpy_down256
# CHECK: for i, j in T.grid(64, 256):
# SCALAR-LABEL: def axpy_down256
# SCALAR: for i in range(0, 64, 4):
# O3-LABEL: def axpy_down256
# O3: for i, j in T.grid(64, 256):
@T.prim_func(s_tir=True)
def axpy_down256(A: T.Buffer((64, 256), "int32"), x: T.Buffer((64,), "int32"), y: T.Buffer((256,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(64):
        for j in range(256):
            y[255 - j] = y[255 - j] + A[i, 255 - j] * x[i]

# LLVM does not unroll those behind a single vector.
# CHECK-LABEL: def axpy60
# CHECK: for i in range(0, 64, 4):
# SCALAR-LABEL: def axpy60
@T.prim_func(s_tir=True)
def axpy60(A: T.Buffer((64, 60), "int32"), x: T.Buffer((64,), "int32"), y: T.Buffer((60,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(64):
        for j in range(60):
            y[j] = y[j] + A[i, j] * x[i]

# 28 scalars are unrolled at -O3, and kept in registers.
# CHECK-LABEL: def axpy28
# CHECK: for i in range(0, 64, 4):
# O3-LABEL: def axpy28
# O3: for i, j in T.grid(64, 28):
@T.prim_func(s_tir=True)
def axpy28(A: T.Buffer((64, 28), "int32"), x: T.Buffer((64,), "int32"), y: T.Buffer((28,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(64):
        for j in range(28):
            y[j] = y[j] + A[i, j] * x[i]

# Behind a single vector four elements at a time take a pair of registers for each value: four rows would share six
# between two of them, three rows share three.
# CHECK-LABEL: def box62
# CHECK: for i in range(0, 24, 3):
@T.prim_func(s_tir=True)
def box62(A: T.Buffer((26, 64), "int16"), B: T.Buffer((24, 62), "int16")):
    T.func_attr({"tirx.noalias": True})
    for i in range(24):
        for j in range(62):
            B[i, j] = A[i, j] + A[i, j + 1] + A[i, j + 2] + A[i + 1, j] + A[i + 1, j + 1] + A[i + 1, j + 2] + A[i + 2, j] + A[i + 2, j + 1] + A[i + 2, j + 2]
