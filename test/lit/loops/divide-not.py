# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 --no-cse --optimize=divide --explain %s -o %t.py 2>&1 | FileCheck --check-prefix=WHY --implicit-check-not='could not' --implicit-check-not='loop-invariant' %s
# RUN: FileCheck --check-prefix=TEXT --implicit-check-not='{{^ +}}reciprocal' --implicit-check-not='{{^ +}}quotient' %s < %t.py
# Divisions by what a loop does not change, but may; or that would be done where the program does not load.
from tvm.script import tirx as T


# TEXT-LABEL: {{^}}def stored(
# WHY: loop 'j' is not divided by reciprocals: a store in it may change what it divides by
@T.prim_func(s_tir=True)
def stored(A: T.Buffer((20, 50), "uint16"), D: T.Buffer((20,), "uint16"), B: T.Buffer((20, 50), "uint16")):
    T.func_attr({"global_symbol": "stored", "tirx.noalias": True})
    for i, j in T.grid(20, 50):
        B[i, j] = A[i, j] // D[i]
        D[j % 20] = A[i, j] | T.uint16(1)


# TEXT-LABEL: {{^}}def overlaps(
# WHY: loop 'j' is not divided by reciprocals: a store in it may change what it divides by
@T.prim_func(s_tir=True)
def overlaps(A: T.Buffer((20, 50), "int32"), D: T.Buffer((20,), "int32"), B: T.Buffer((20, 50), "int32")):
    T.func_attr({"global_symbol": "overlaps"})
    for i, j in T.grid(20, 50):
        B[i, j] = A[i, j] // D[i]


# What an iteration may not load is not loaded early; nor is it where a loop inside may not run, or is left.
# TEXT-LABEL: {{^}}def condition(
# WHY: loop 'j' is not divided by reciprocals: it does not load what it divides by in each iteration
@T.prim_func(s_tir=True)
def condition(A: T.Buffer((20, 50), "int32"), D: T.Buffer((20,), "int32"), B: T.Buffer((20, 50), "int32")):
    T.func_attr({"global_symbol": "condition", "tirx.noalias": True})
    for i, j in T.grid(20, 50):
        if A[i, j] < 3:
            B[i, j] = A[i, j] // D[i]


# TEXT-LABEL: {{^}}def leaves(
# WHY: loop 'j' is not divided by reciprocals: it does not load what it divides by in each iteration
@T.prim_func(s_tir=True)
def leaves(A: T.Buffer((20, 50), "int32"), D: T.Buffer((20,), "int32"), B: T.Buffer((20, 50), "int32")):
    T.func_attr({"global_symbol": "leaves", "tirx.noalias": True})
    for i, j in T.grid(20, 50):
        if A[i, j] == 9:
            break
        B[i, j] = A[i, j] // D[i]


# TEXT-LABEL: {{^}}def lazy(
# WHY: loop 'j' is not divided by reciprocals: it does not load what it divides by in each iteration
@T.prim_func(s_tir=True)
def lazy(A: T.Buffer((20, 50), "int32"), D: T.Buffer((20,), "int32"), B: T.Buffer((20, 50), "int32")):
    T.func_attr({"global_symbol": "lazy", "tirx.noalias": True})
    for i, j in T.grid(20, 50):
        B[i, j] = T.if_then_else(A[i, j] < 3, A[i, j] // D[i], 0)


# TEXT-LABEL: {{^}}def few(
# WHY: loop 'j' is not divided by reciprocals: its iterations are too few to pay for a reciprocal
@T.prim_func(s_tir=True)
def few(A: T.Buffer((20, 8), "int32"), D: T.Buffer((20,), "int32"), B: T.Buffer((20, 8), "int32")):
    T.func_attr({"global_symbol": "few", "tirx.noalias": True})
    for i, j in T.grid(20, 8):
        B[i, j] = A[i, j] // D[i]


# What may trap is not computed early: a quotient that loads stays in its branch.
# TEXT-LABEL: {{^}}def traps(
# TEXT: B[i, j] = A[i * 3] // w
@T.prim_func(s_tir=True)
def traps(A: T.Buffer((64,), "int32"), B: T.Buffer((2, 4), "int32"), w: T.int32):
    T.func_attr({"global_symbol": "traps", "tirx.noalias": True})
    for i in range(2):
        for j in range(4):
            if A[j] < i:
                B[i, j] = A[i * 3] // w
