# REQUIRES: isl
# RUN: %tirc --emit=tir --cse-profile=size --unroll-and-jam=4 %s | FileCheck %s
# RUN: %tirc --emit=tir --cse-profile=size --unroll-and-jam=all %s | FileCheck --check-prefix=ALL %s
# RUN: %tirc --emit=tir --cse-profile=hexagon --unroll-and-jam=0 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --cse-profile=host %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --explain --emit=tir --cse-profile=size --unroll-and-jam=4 %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHY %s
# RUN: not %tirc --unroll-and-jam=9 %s 2>&1 | FileCheck --check-prefix=NINE %s
# Unroll-and-jam: what the iterations of an outer loop load, they load once.
# NONE: {{^ *}}def product(
# NONE-NOT: range({{.*}}, {{.*}}, {{[234]}}):
# NINE: error: --unroll-and-jam=9: must be a number of at most 8, or all
from tvm.script import tirx as T

# A row of A is read for four columns, their sums are four variables of LLVM's.
# CHECK-LABEL: def product
# CHECK: for j in range(0, 64, 4):
# CHECK-NEXT: C[i, j] = 0
# CHECK-NEXT: C[i, j + 1] = 0
# CHECK-NEXT: C[i, j + 2] = 0
# CHECK-NEXT: C[i, j + 3] = 0
# CHECK-NEXT: for k in range(100):
# CHECK-NEXT: [[A:cse_v[0-9]+]] = T.bind(A[i, k])
# CHECK-NEXT: C[i, j] = C[i, j] + [[A]] * B[k, j]
# CHECK-NEXT: C[i, j + 1] = C[i, j + 1] + [[A]] * B[k, j + 1]
# CHECK-NEXT: C[i, j + 2] = C[i, j + 2] + [[A]] * B[k, j + 2]
# CHECK-NEXT: C[i, j + 3] = C[i, j + 3] + [[A]] * B[k, j + 3]
# WHY: unroll-jam.py:[[@LINE+5]]:9: remark: loop 'j': unrolled and jammed by a factor of 4
@T.prim_func(s_tir=True)
def product(A: T.Buffer((64, 100), "int32"), B: T.Buffer((100, 64), "int32"), C: T.Buffer((64, 64), "int32"), i: T.int32):
    T.func_attr({"tirx.noalias": True})
    if i < 64:
        for j in range(64):
            C[i, j] = 0
            for k in range(100):
                C[i, j] = C[i, j] + A[i, k] * B[k, j]

# One element is read once and stored once for four terms, whose order stays: these are floats.  The extent
# is not known to be positive.
# ALL-LABEL: def updates
# ALL: for k in range(0, {{.*}}, 4):
# ALL-NEXT: for j in range(100):
# ALL-NEXT: [[V:cse_v[0-9]+]] = T.bind(C[j] + A[k] * B[k, j])
# ALL-NEXT: C[j] = [[V]]
# ALL-NEXT: [[W:cse_v[0-9]+]] = T.bind([[V]] + A[k + 1] * B[k + 1, j])
# ALL: C[j] = {{.*}} + A[k + 3] * B[k + 3, j]
# ALL-NEXT: for k in range({{.*}}):
# ALL-NEXT: for j in range(100):
# ALL-NEXT: C[j] = C[j] + A[k] * B[k, j]
@T.prim_func(s_tir=True)
def updates(A: T.Buffer((64,), "float32"), B: T.Buffer((64, 100), "float32"), C: T.Buffer((100,), "float32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for k in range(n):
        for j in range(100):
            C[j] = C[j] + A[k] * B[k, j]

# 50 - i is not negative; what is bound in the body is bound once a copy; a condition that is the same
# for all is one for all.
# CHECK-LABEL: def triangle
# CHECK: for j in range(i, i + {{.*}}, 4):
# CHECK-NEXT: v = T.bind(j * 2)
# CHECK-NEXT: v_1 = T.bind((j + 1) * 2)
# CHECK: for k in range(100):
# CHECK-NEXT: if i == 3:
# CHECK-NEXT: C[v] = 0
# CHECK-NEXT: C[v_1] = 0
# CHECK: for j in range(i + {{.*}}):
@T.prim_func(s_tir=True)
def triangle(A: T.Buffer((100,), "int32"), B: T.Buffer((100, 64), "int32"), C: T.Buffer((128,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(50):
        for j in range(i, 50):
            v = T.bind(j * 2)
            for k in range(100):
                if i == 3:
                    C[v] = 0
                C[v] = C[v] + A[k] * B[k, j]

# Nothing is shared.
# CHECK-LABEL: def copies
# CHECK: for i, j in T.grid(64, 64):
# WHY: loop 'i' is not unrolled and jammed: the copies would share too little
@T.prim_func(s_tir=True)
def copies(A: T.Buffer((64, 64), "int32"), B: T.Buffer((64, 64), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(64):
        for j in range(64):
            B[i, j] = A[i, j]

# Side by side these enter fewer loops, and save nothing else: that does not pay for a copy of what is left.
# CHECK-LABEL: def rest
# CHECK: for d, h, w, dc, dd, dh, dw in T.grid(5, 7, 7, 2, 3, 3, 3):
# CHECK: for d in range(0, 8, 4):
@T.prim_func(s_tir=True)
def rest(A: T.Buffer((2, 16, 16, 16), "float32"), W: T.Buffer((2, 3, 3, 3), "float32"), C: T.Buffer((5, 7, 7), "float32"), D: T.Buffer((8, 8, 8), "float32")):
    T.func_attr({"tirx.noalias": True})
    for d, h, w, dc, dd, dh, dw in T.grid(5, 7, 7, 2, 3, 3, 3):
        if dc == 0 and dd == 0 and dh == 0 and dw == 0:
            C[d, h, w] = T.float32(0)
        C[d, h, w] = C[d, h, w] + A[dc, d + dd, h + dh, w + dw] * W[dc, dd, dh, dw]
    for d, h, w, dc, dd, dh, dw in T.grid(8, 8, 8, 2, 3, 3, 3):
        if dc == 0 and dd == 0 and dh == 0 and dw == 0:
            D[d, h, w] = T.float32(0)
        D[d, h, w] = D[d, h, w] + A[dc, d + dd, h + dh, w + dw] * W[dc, dd, dh, dw]
