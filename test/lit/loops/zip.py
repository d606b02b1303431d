# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --cse-level=none %s | FileCheck %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --emit=tir --target=hexagon --lanes=all %s -o /dev/null 2>&1 --explain | FileCheck --check-prefix=WHY %s
# Stores to every second element, and to those between, are stores of rows.
# NONE: {{^ *}}def means(
# NONE-NOT: {{Sele[c]t}}
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def means
# CHECK: O[y, x * 2:x * 2 + {{128|256}}] = T.Select(T.Shuffle([T.bool(True), T.bool(False)], [0, 1, {{.*}}), A[y, T.Ramp(x * 2, 1, {{128|256}})], T.Cast(
# WHY: zip.py:[[@LINE+5]]:9: remark: loop 'x': interleaved stores became stores of whole rows; parts of a row: 2
@T.prim_func(s_tir=True)
def means(A: T.Buffer((8, 320), "uint8"), O: T.Buffer((8, 256), "uint8")):
    T.func_attr({"global_symbol": "means", "tirx.noalias": True})
    for y in range(8):
        for x in range(128):
            O[y, x * 2 + 1] = T.Cast("uint8", T.Cast("uint16", A[y, x * 2]) + T.Cast("uint16", A[y, x * 2 + 2]) >> T.uint16(1))
            O[y, x * 2] = A[y, x * 2]


# WHY-NOT: interleaved stores became
# Loops that stay: a part of the row is missing, or stored twice; the loop may read what it stores; it stores something else
# as well; parameters may overlap.
@T.prim_func(s_tir=True)
def missing(A: T.Buffer((512,), "uint8"), O: T.Buffer((512,), "uint8")):
    T.func_attr({"global_symbol": "missing", "tirx.noalias": True})
    for x in range(128):
        O[x * 3] = A[x * 3]
        O[x * 3 + 2] = A[x * 3 + 1]


@T.prim_func(s_tir=True)
def twice(A: T.Buffer((512,), "uint8"), O: T.Buffer((512,), "uint8")):
    T.func_attr({"global_symbol": "twice", "tirx.noalias": True})
    for x in range(128):
        O[x * 2] = A[x * 2]
        O[x * 2 + 1] = A[x * 2 + 2]
        O[x * 2] = A[x * 2 + 1]


@T.prim_func(s_tir=True)
def read(A: T.Buffer((512,), "uint8"), O: T.Buffer((512,), "uint8")):
    T.func_attr({"global_symbol": "read", "tirx.noalias": True})
    for x in range(128):
        O[x * 2] = A[x * 2]
        O[x * 2 + 1] = O[x * 2] + T.uint8(1)


@T.prim_func(s_tir=True)
def beside(A: T.Buffer((512,), "uint8"), O: T.Buffer((512,), "uint8")):
    T.func_attr({"global_symbol": "beside", "tirx.noalias": True})
    for x in range(128):
        O[x * 2] = A[x * 2]
        O[x * 2 + 1] = A[x * 2 + 2]
        O[x + 300] = A[x]


@T.prim_func(s_tir=True)
def overlap(A: T.Buffer((512,), "uint8"), O: T.Buffer((512,), "uint8")):
    T.func_attr({"global_symbol": "overlap"})
    for x in range(128):
        O[x * 2] = A[x * 2]
        O[x * 2 + 1] = A[x * 2 + 2]
