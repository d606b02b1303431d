# RUN: %tirc --emit=tir -o /dev/null %s 2>&1 | FileCheck --check-prefix=WARN %s
# RUN: %tirc -w --emit=tir %s | FileCheck %s

# Vectors of many lanes that are done one by one stay loops: LLVM takes a minute for 256 of them.
# from tvm.script import tirx as T

# WARN: :[[#@LINE+7]]:9: warning: this statement of a vectorised loop runs serially: its many lanes would be computed one at a time
# WARN: :[[#@LINE+7]]:9: warning: this statement of a vectorised loop runs serially
# WARN-NOT: warning
@T.prim_func
def apart(B: T.Buffer((700,), "int32"), C: T.Buffer((700,), "int32"), X: T.Buffer((700,), "int32"), Y: T.Buffer((700,), "int32"), Z: T.Buffer((700,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in T.vectorized(0, 256):
        X[i] = B[(i * 2 + 64) % 300]
        Y[i] = B[i] // C[i]
        Z[i] = C[i] // 3 + B[7]

# CHECK: def apart
# CHECK: for i in range(256):
# CHECK-NEXT: X[i] = B[(i + 32) % 150 * 2]
# CHECK: for i in range(256):
# CHECK-NEXT: Y[i] = B[i] // C[i]
# CHECK: Z[0:256] =

@T.prim_func
def few(A: T.Buffer((700,), "int32"), B: T.Buffer((700,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in T.vectorized(0, 128):
        A[i] = B[i * 2 + 64]

# CHECK: def few
# CHECK: A[0:128] =
