# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 --no-cse --optimize=sliding-windows %s | FileCheck %s
# RUN: %tirc --emit=tir --target=x86_64-linux-gnu -O2 --no-cse --optimize=sliding-windows %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 --no-cse --optimize=sliding-windows --scratch=1000 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc -c -o %t.o --target=hexagon --lanes=0 --scratch=1000 --explain %s 2>&1 | FileCheck --check-prefix=LARGE %s
# RUN: %tirc -c -o %t.o --target=hexagon --lanes=0 --explain %s 2>&1 | FileCheck --check-prefix=WHY --implicit-check-not='could not' %s
# A reduction over a window that slides is made of those over windows of half the length.
from tvm.script import tirx as T


# Two windows may overlap: 16 is the window with the element in front.
# CHECK-LABEL: {{^}}def extremes(
# CHECK: [[P:window.*]] = T.alloc_buffer((1037,), "int32")
# CHECK-NEXT: for [[I:.*]] in range(1037):
# CHECK-NEXT: [[P]]{{\[}}[[I]]] = T.max(A{{\[}}[[I]]], A{{\[}}[[I]] + 1])
# CHECK-NEXT: [[Q:window.*]] = T.alloc_buffer((1035,), "int32")
# CHECK-NEXT: for [[I:.*]] in range(1035):
# CHECK-NEXT: [[Q]]{{\[}}[[I]]] = T.max([[P]]{{\[}}[[I]]], [[P]]{{\[}}[[I]] + 2])
# CHECK-NEXT: [[R:window.*]] = T.alloc_buffer((1031,), "int32")
# CHECK-NEXT: for [[I:.*]] in range(1031):
# CHECK-NEXT: [[R]]{{\[}}[[I]]] = T.max([[Q]]{{\[}}[[I]]], [[Q]]{{\[}}[[I]] + 4])
# CHECK-NEXT: for i in range(1024):
# CHECK-NEXT: B[i] = T.max([[R]][i], [[R]][i + 7])
# WHY: loop 'i': a reduction over a window that slides with it, by doubling: partial results of windows of half the length are kept in arrays; window elements: 15
# LARGE: loop 'i' is not computed from shorter windows: the arrays would take more than --scratch says
# NONE-LABEL: {{^}}def extremes(
# NONE-NOT: alloc_buffer
# NONE: for k in range(14):
@T.prim_func(s_tir=True)
def extremes(A: T.Buffer((1100,), "int32"), B: T.Buffer((1024,), "int32")):
    T.func_attr({"global_symbol": "extremes", "tirx.noalias": True})
    for i in range(1024):
        B[i] = A[i]
        for k in range(14):
            B[i] = T.max(B[i], A[i + k + 1])


# In a sum each element counts once; it is done in the type that wraps, beside other statements.
# CHECK-LABEL: {{^}}def sums(
# CHECK: [[P:window.*]] = T.alloc_buffer((208,), "uint32")
# CHECK: [[P]]{{\[}}[[I:.*]]] = T.Cast("uint32", A{{\[}}[[I]]]) + T.Cast("uint32", A{{\[}}[[I]] + 1])
# CHECK: [[Q:window.*]] = T.alloc_buffer((206,), "uint32")
# CHECK: [[Q]]{{\[}}[[I:.*]]] = [[P]]{{\[}}[[I]]] + [[P]]{{\[}}[[I]] + 2] + T.Cast("uint32", A{{\[}}[[I]] + 4])
# CHECK: for i in range(201):
# CHECK-NEXT: B[i] = T.Cast("int32", T.uint32(5) + ([[Q]][i] + [[Q]][i + 5] + T.Cast("uint32", A[i + 10]))) // 11
@T.prim_func(s_tir=True)
def sums(A: T.Buffer((256,), "int32"), B: T.Buffer((256,), "int32")):
    T.func_attr({"global_symbol": "sums", "tirx.noalias": True})
    for i in range(201):
        B[i] = 5
        for k in range(11):
            B[i] = B[i] + A[i + k]
        B[i] = B[i] // 11


# A window of rows: the arrays have both dimensions; bytes.
# CHECK-LABEL: {{^}}def rows(
# CHECK: [[P:window.*]] = T.alloc_buffer((38, 24), "uint8")
# CHECK: [[P]]{{\[}}[[I:.*]], [[J:.*]]] = T.min(A{{\[}}[[I]], [[J]]], A{{\[}}[[I]] + 1, [[J]]])
# CHECK: for i, j in T.grid(32, 24):
# CHECK-NEXT: O[i, j] = T.min(O[i, j], T.min([[Q:window.*]][i, j], [[Q]][i + 4, j]))
@T.prim_func(s_tir=True)
def rows(A: T.Buffer((40, 24), "uint8"), O: T.Buffer((32, 24), "uint8")):
    T.func_attr({"global_symbol": "rows", "tirx.noalias": True})
    for i, j in T.grid(32, 24):
        for k in range(8):
            O[i, j] = T.min(O[i, j], A[i + k, j])


# A store between iterations may change what the next ones load.
# CHECK-LABEL: {{^}}def stored(
# CHECK-NOT: window
# CHECK: for k in range(8):
# WHY: loop 'i' is not computed from shorter windows: a store in it may change elements of the window
@T.prim_func(s_tir=True)
def stored(A: T.Buffer((256,), "int32"), B: T.Buffer((256,), "int32")):
    T.func_attr({"global_symbol": "stored", "tirx.noalias": True})
    for i in range(128):
        for k in range(8):
            B[i] = T.max(B[i], A[i + k])
        A[i + 9] = B[i]


# Buffers that may overlap; a window that goes two steps at a time; one that stands under a condition; one of floats.
# CHECK-LABEL: {{^}}def overlap(
# CHECK-NOT: window
# CHECK-LABEL: {{^}}def apart(
# CHECK-NOT: window
# CHECK-LABEL: {{^}}def asked(
# CHECK-NOT: window
# CHECK-LABEL: {{^}}def floats(
# CHECK-NOT: window
@T.prim_func(s_tir=True)
def overlap(A: T.Buffer((256,), "int32"), B: T.Buffer((256,), "int32")):
    T.func_attr({"global_symbol": "overlap"})
    for i in range(128):
        for k in range(8):
            B[i] = T.max(B[i], A[i + k])


@T.prim_func(s_tir=True)
def apart(A: T.Buffer((256,), "int32"), B: T.Buffer((256,), "int32")):
    T.func_attr({"global_symbol": "apart", "tirx.noalias": True})
    for i in range(128):
        for k in range(8):
            B[i] = T.max(B[i], A[i + k * 2])


@T.prim_func(s_tir=True)
def asked(A: T.Buffer((128,), "int32"), B: T.Buffer((256,), "int32")):
    T.func_attr({"global_symbol": "asked", "tirx.noalias": True})
    for i in range(128):
        if i < 120:
            for k in range(8):
                B[i] = T.max(B[i], A[i + k])


@T.prim_func(s_tir=True)
def floats(A: T.Buffer((256,), "float32"), B: T.Buffer((256,), "float32")):
    T.func_attr({"global_symbol": "floats", "tirx.noalias": True})
    for i in range(128):
        for k in range(8):
            B[i] = T.max(B[i], A[i + k])


# What is read was allocated, or named, inside.
# CHECK-LABEL: {{^}}def inside(
# CHECK-NOT: window
@T.prim_func(s_tir=True)
def inside(A: T.Buffer((256,), "int32"), B: T.Buffer((256,), "int32")):
    T.func_attr({"global_symbol": "inside", "tirx.noalias": True})
    for i in range(128):
        S = T.alloc_buffer((256,), "int32")
        for j in range(256):
            S[j] = A[j] * 2
        for k in range(8):
            B[i] = T.max(B[i], S[i + k])
# UNSUPPORTED: slow-with-sanitizers
