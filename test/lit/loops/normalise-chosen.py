# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --no-cse --optimize=choices %s -o - 2>&1 | FileCheck --implicit-check-not='could{{ }}not' %s
# RUN: %tirc -O2 -c -o %t.o --target=hexagon --explain %s 2>&1 | FileCheck --check-prefix=WHY %s
# Branches that store to one element are one store of a choice.
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def both(
# CHECK: B[i, j] = T.if_then_else(A[i, j] > T.int16(7), A[i, j] - C[j], C[j])
# WHY: normalise-chosen.py:15:9: remark: loop 'j': vectorised
@T.prim_func(s_tir=True)
def both(A: T.Buffer((10, 88), "int16"), B: T.Buffer((10, 88), "int16"), C: T.Buffer((88,), "int16")):
    T.func_attr({"global_symbol": "both", "tirx.noalias": True})
    for i in range(10):
        for j in range(88):
            if A[i, j] > T.int16(7):
                B[i, j] = A[i, j] - C[j]
            else:
                B[i, j] = C[j]


# A branch that is such an `if` itself.  How many iterations there are is not known: each of them loads what any arm loads.
# CHECK-LABEL: {{^}}def three(
# CHECK: B[i] = T.if_then_else(A[i] < 0, C[i], T.if_then_else(A[i] < C[i], A[i] + C[i], C[i] * 2))
# WHY: normalise-chosen.py:29:5: remark: loop 'i': vectorised
@T.prim_func(s_tir=True)
def three(A: T.Buffer((900,), "int32"), B: T.Buffer((900,), "int32"), C: T.Buffer((900,), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "three", "tirx.noalias": True})
    for i in range(n):
        if A[i] < 0:
            B[i] = C[i]
        else:
            if A[i] < C[i]:
                B[i] = A[i] + C[i]
            else:
                B[i] = C[i] * 2


# One arm alone loads D, of which nobody says that it has n elements.
# CHECK-LABEL: {{^}}def one_loads(
# CHECK: B[i] = T.if_then_else(A[i] < 0, D[i], C[i])
# WHY: normalise-chosen.py:46:5: remark: loop 'i' is not vectorised
@T.prim_func(s_tir=True)
def one_loads(A: T.Buffer((900,), "int32"), B: T.Buffer((900,), "int32"), C: T.Buffer((900,), "int32"), D: T.Buffer((300,), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "one_loads", "tirx.noalias": True})
    for i in range(n):
        if A[i] < 0:
            B[i] = D[i]
        else:
            B[i] = C[i]


# Other elements, other buffers, two stores, none, a call: as they are.
# CHECK-LABEL: {{^}}def stay(
# CHECK-COUNT-5: if
# CHECK: B[10] = n
@T.prim_func(s_tir=True)
def stay(A: T.Buffer((900,), "int32"), B: T.Buffer((900,), "int32"), n: T.int32):
    T.func_attr({"global_symbol": "stay", "tirx.noalias": True})
    for i in range(n):
        if A[i] < 0:
            B[i] = 3
        else:
            B[i + 1] = 4
    for i in range(n):
        if A[i] < 0:
            B[i] = 3
        else:
            A[i] = 4
    for i in range(n):
        if A[i] < 0:
            B[i] = 3
            A[i] = 4
        else:
            B[i] = 4
    for i in range(n):
        if A[i] < 0:
            B[i] = 3
    if T.call_extern("int32", "ask", n) < 3:
        B[9] = n
    else:
        B[9] = 4
    B[10] = n
