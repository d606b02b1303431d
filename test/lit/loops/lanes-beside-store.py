# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: isl
# RUN: %tirc --emit=tir --target=hexagon --cover=0 -O2 %s | FileCheck %s
# Load an element for all lanes, although only one arm of a choice needs it.  That is safe where the load has the indices of the store, and
# its buffer has the same row length and no fewer rows.  The loop's extent need not be known.
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def beside
# CHECK: O[i, j:j + {{[0-9]+}}] = T.Select(
# CHECK: A[i, T.Ramp(j, 1,
@T.prim_func(s_tir=True)
def beside(O: T.Buffer((7, 225), "uint16"), A: T.Buffer((9, 225), "uint16"), B: T.Buffer((225,), "uint16"), m: T.int32, n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(m):
        for j in range(n):
            if B[j] != T.uint16(3):
                O[i, j] = A[i, j] + B[j]
            else:
                O[i, j] = B[j]


# Rows are longer there.
# CHECK-LABEL: {{^}}def rows
# CHECK-NOT: T.Ramp
# CHECK-LABEL: {{^}}def shorter
# CHECK-NOT: T.Ramp
@T.prim_func(s_tir=True)
def rows(O: T.Buffer((7, 225), "uint16"), A: T.Buffer((9, 226), "uint16"), B: T.Buffer((225,), "uint16"), m: T.int32, n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(m):
        for j in range(n):
            if B[j] != T.uint16(3):
                O[i, j] = A[i, j] + B[j]
            else:
                O[i, j] = B[j]


# There are fewer rows.
@T.prim_func(s_tir=True)
def shorter(O: T.Buffer((7, 225), "uint16"), A: T.Buffer((6, 225), "uint16"), B: T.Buffer((225,), "uint16"), m: T.int32, n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(m):
        for j in range(n):
            if B[j] != T.uint16(3):
                O[i, j] = A[i, j] + B[j]
            else:
                O[i, j] = B[j]


# It is another element.
# CHECK-LABEL: {{^}}def another
# CHECK-NOT: T.Ramp
@T.prim_func(s_tir=True)
def another(O: T.Buffer((7, 225), "uint16"), A: T.Buffer((9, 225), "uint16"), B: T.Buffer((225,), "uint16"), m: T.int32, n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(m):
        for j in range(n):
            if B[j] != T.uint16(3):
                O[i, j] = A[i + 2, j] + B[j]
            else:
                O[i, j] = B[j]


# LLVM does not make vectors of it either, though all is in bounds by its extents: its time is that of scalars.
# CHECK-LABEL: {{^}}def known
# CHECK: T.Select(
@T.prim_func(s_tir=True)
def known(O: T.Buffer((16, 256), "uint32"), A: T.Buffer((16, 256), "uint32"), B: T.Buffer((256,), "uint32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(16):
        for j in range(256):
            if B[j] != T.uint32(3):
                O[i, j] = T.min(A[i, j], B[j]) + A[i, j]
            else:
                O[i, j] = B[j]
