# A buffer without dimensions has one element: iterations that store it are no lanes, those that load it are.
# REQUIRES: isl
# RUN: %tirc --target=hexagon --lanes=all --emit=tir %s | FileCheck %s
# RUN: %tirc --target=hexagon --lanes=3 -Werror -O3 -c %s -o %t.o
# CHECK: {{^ *}}for i in range(40):
# CHECK-NEXT: {{^ *}}B[()] = A[128]
# CHECK: {{^ *}}for i in range(40):
# CHECK-NEXT: {{^ *}}B[()] = B[()] + A[i]
# CHECK: {{^ *}}C[{{.*}}:{{.*}}] = {{.*}}B[()]
# CHECK: {{^ +}}D[i, j:j + 32] = {{.*}}T.Broadcast(B[()], 32)
# CHECK: {{^ +}}D[i, j] = D[i, j] + B[()]
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def f(A: T.Buffer((1024,), "int32"), B: T.Buffer((), "int32"), C: T.Buffer((1024,), "int32"), D: T.Buffer((6, 33), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(40):
        B[()] = A[128]
    for i in range(40):
        B[()] = B[()] + A[i]
    for i in range(1024):
        C[i] = A[i] * B[()]
    for i, j in T.grid(6, 33):
        D[i, j] = D[i, j] + B[()]
